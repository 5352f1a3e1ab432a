"""Everyday phrases for figures, as ``everyday.yaml`` lists them by the names that filings print."""

import functools
from collections.abc import Mapping

from hirec.lexicon.files import text_of
from hirec.yaml_files import load_yaml


@functools.cache
def everyday_phrases() -> Mapping[str, tuple[str, ...]]:
    """Phrase → the printed names that it may mean; of several it does not say which."""
    meanings: dict[str, tuple[str, ...]] = {}
    for name, phrases in load_yaml(text_of("everyday.yaml")).items():
        for phrase in phrases:
            meanings[phrase] = (*meanings.get(phrase, ()), name)
    return meanings
