"""Training and held-out records that share no company and no passage repeated year after year."""

import random
from collections.abc import Container, Sequence
from dataclasses import replace

from training.data.negatives import masked
from training.data.record import Record
from training.errors import TrainingError


def split(
    records: Sequence[Record], held_out: float, seed: int = 0
) -> tuple[list[Record], list[Record]]:
    """Draw whole groups until at least a share of the records is apart.

    A group is a company (:attr:`Record.group`) with all others that have a positive in common with
    it, figures aside: a filing's sentence comes back next year with other numbers. Raises
    :class:`TrainingError` where one group would take all.

    Args:
        records: All of them.
        held_out: The share, from 0 to 1.
        seed: Of the draw of groups.

    Returns:
        Records to train on, and those held out.

    """
    by_group = _grouped(records)
    names = sorted(by_group)
    random.Random(seed).shuffle(names)  # noqa: S311 - a sample, not a secret
    held_out_records: list[Record] = []
    while names and len(held_out_records) < held_out * len(records):
        held_out_records += by_group[names.pop()]
    kept = [record for name in names for record in by_group[name]]
    if records and not kept:
        raise TrainingError(
            "Nothing is left to train on: the records are of too few companies to hold some out."
        )
    apart = {record.positive for record in held_out_records}
    return [_without(record, apart) for record in kept], held_out_records


def _without(record: Record, texts: Container[str]) -> Record:
    """The record without negatives that are positives of what is held out."""
    return replace(record, negatives=tuple(n for n in record.negatives if n.text not in texts))


def _grouped(records: Sequence[Record]) -> dict[str, list[Record]]:
    parents: dict[str, str] = {}

    def root(name: str) -> str:
        parents.setdefault(name, name)
        while parents[name] != name:
            parents[name] = parents[parents[name]]
            name = parents[name]
        return name

    for record in records:
        body = record.positive.partition("\n")[2] or record.positive
        parents[root(f"group:{record.group}")] = root(f"text:{masked(body)}")
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(root(f"group:{record.group}"), []).append(record)
    return found
