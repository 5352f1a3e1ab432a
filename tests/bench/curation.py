"""What a model adds to curation: gold pages kept of those shown, four ways, in one run.

``python tests/bench/curation.py QUESTIONS.jsonl INDEX SETTINGS.yaml``: the first round of each
question whose gold page is among the passages shown. ``first`` keeps the first passages found,
``rules`` what the rule analyst keeps, ``model`` what the model of the settings names, ``both`` the
votes of model and order. With ``llm.cache`` set a second run asks nothing.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hirec.analysts.llm.analyst import LlmAnalyst
from hirec.analysts.protocol import CurationTask
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.datasets.gold import resolve
from hirec.datasets.pages import distinct_pages
from hirec.datasets.questions import Question, load_questions
from hirec.index import Index
from hirec.llm.local import open_client
from hirec.models.encoder import fingerprint, load_encoder
from hirec.settings import Settings
from hirec.stages.reader import Reader
from hirec.stages.recorder import Recorder
from hirec.stages.retriever import Retriever, retrieve
from hirec.systems import RetrieverFactory
from hirec.types import Asked, CannotAnswer, Passage

Kept = Mapping[str, Sequence[Passage]]


class Bench:
    """One index, one retriever, and all that keep passages."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.index = Index.open(folder, encoder_fingerprint=fingerprint(settings.models))
        encoder = load_encoder(settings.models)
        rules = RuleAnalyst(encoder)
        factory = RetrieverFactory(self.index, encoder, rules, settings)
        self.retriever: Retriever = factory.make("hirec", settings)
        self.reader = Reader(self.index, rules, self.retriever, settings)
        self.settings = settings
        client = open_client(settings)
        alone = settings.model_copy(
            update={"curation": settings.curation.model_copy(update={"always_kept": 0})}
        )
        self.ways = {
            "rules": rules,
            "model": LlmAnalyst(client, rules, alone),
            "both": LlmAnalyst(client, rules, settings),
        }

    def kept(self, question: Question) -> Kept | None:
        """Passages kept by each way; None where the gold page is not among those shown."""
        recorder = Recorder(question.question)
        try:
            query = self.reader.understand(Asked(question.question), None, recorder)
        except CannotAnswer:
            return None
        found = retrieve(self.retriever, query, recorder)
        shown = found.candidates[: self.settings.curation.max_passages_shown]
        pages = resolve(question, self.index).pages
        if not pages & set(distinct_pages(c.passage for c in shown)):
            return None
        ranking = tuple(filing.filing_id for filing in found.filings)
        limit = self.settings.curation.max_evidence
        task = CurationTask(query, shown, (), self.index.filings, ranking, limit)
        ways = {name: analyst.curate(task).kept for name, analyst in self.ways.items()}
        everything = tuple(c.passage for c in shown)
        return {"shown": everything, "first": everything[:limit]} | ways


def main() -> None:
    """Print one line a way."""
    questions, folder, preset = (Path(name) for name in sys.argv[1:4])
    bench = Bench(folder, Settings.load(preset))
    shares: dict[str, list[float]] = {}
    sizes: dict[str, list[int]] = {}
    for question in load_questions(questions):
        kept = bench.kept(question)
        if kept is None:
            continue
        gold = resolve(question, bench.index).pages & set(distinct_pages(kept["shown"]))
        for name, passages in kept.items():
            got = gold & set(distinct_pages(passages))
            shares.setdefault(name, []).append(len(got) / len(gold))
            sizes.setdefault(name, []).append(len(passages))
    for name, values in shares.items():
        print(
            f"{name:6} gold pages kept {sum(values) / len(values):.3f}, all of them in "
            f"{sum(value == 1 for value in values)} of {len(values)}, "
            f"passages kept {sum(sizes[name]) / len(values):.1f}"
        )


if __name__ == "__main__":
    main()
