"""Long context: the pages of the filing that the question names, as many as the window holds."""

from hirec.evaluation.strategies.strategy import Gathered, Reading, Search
from hirec.settings import Settings
from hirec.stages.recorder import Recorder
from hirec.types import Answer, Passage

CHARS_A_TOKEN = 2.5
"""Of filings, whose digits take a token each; fewer characters are shown rather than too many."""


class LongContext:
    """Reads a filing from its first page on; where it ends the trace says."""

    def __init__(self, search: Search, reading: Reading, settings: Settings) -> None:
        """Take who searches and who reads.

        Args:
            search: Finds the filing; its passages are not ranked.
            reading: Answers from the pages.
            settings: Say how many characters the model's window holds.

        """
        self._search = search
        self._reading = reading
        self._chars = window_chars(settings)

    def gather(self, question: str, recorder: Recorder) -> Gathered:
        """Take whole pages of the first filing found until the next one does not fit."""
        gathered = Gathered()
        with recorder.step("documents", 1) as detail:
            filings = self._search.filings(question)
            detail["filings"] = [{"filing": f.filing_id, "score": f.score} for f in filings]
        gathered.filings.update((filing.filing_id, filing) for filing in filings)
        if not filings:
            return gathered
        with recorder.step("window") as detail:
            pages = self._pages(filings[0].filing_id)
            taken, left = 0, self._chars
            for passages in pages.values():
                left -= sum(len(passage.text) for passage in passages)
                if left < 0:
                    break
                gathered.show(passages)
                taken += 1
            detail.update(pages=taken, of=len(pages), passages=len(gathered.shown))
        return gathered

    def read(self, question: str, gathered: Gathered, recorder: Recorder) -> Answer:
        """Answer from all pages at once."""
        return self._reading(question, tuple(gathered.shown.values()), recorder)

    def _pages(self, filing_id: str) -> dict[int, list[Passage]]:
        pages: dict[int, list[Passage]] = {}
        for passage in self._search.index.passages([filing_id]):
            pages.setdefault(passage.page_number, []).append(passage)
        return dict(sorted(pages.items()))


def window_chars(settings: Settings) -> int:
    """Characters of pages that the window holds."""
    return int(settings.baselines.window_tokens * CHARS_A_TOKEN)
