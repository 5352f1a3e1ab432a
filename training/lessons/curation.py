"""What a curator learns from questions with gold pages (HiREC 4.2).

The evidence loop runs under a curator who knows the gold pages: each round gives the prompt that a
model would have been sent, the reply that keeps what stands on gold pages, and one that takes
retrieval's first passages instead. The second makes preference pairs of them (FinSage, equation
2). So the rounds are those that a good curator would see, complementary questions included.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from hirec.analysts.llm.curating import considered, curation_request
from hirec.analysts.protocol import Curation, CurationTask
from hirec.analysts.rule.analyst import RuleAnalyst
from hirec.datasets.gold import Gold, resolve
from hirec.datasets.pages import PageKey
from hirec.datasets.questions import Question
from hirec.index import Index
from hirec.models.encoder import load_encoder
from hirec.settings import Settings
from hirec.stages.curation import EvidenceLoop
from hirec.stages.recorder import Recorder
from hirec.systems import RetrieverFactory
from hirec.types import CannotAnswer, Passage
from training.lessons.lesson import Lesson, lesson_of


class CurationTeacher:
    """Runs the evidence loop over an index and writes down its rounds."""

    def __init__(self, index: Index, settings: Settings) -> None:
        """Raises :class:`hirec.types.ModelError` where the encoder cannot be loaded."""
        shown = settings.curation.max_passages_shown
        retrieval = settings.retrieval.model_copy(update={"passages": shown})
        self._settings = settings.model_copy(update={"retrieval": retrieval})
        self._index = index
        encoder = load_encoder(settings.models)
        self._rules = RuleAnalyst(encoder)
        factory = RetrieverFactory(index, encoder, self._rules, self._settings)
        self._retriever = factory.make("hirec")

    def lessons(
        self, questions: Sequence[Question], without: Set[str] = frozenset()
    ) -> Iterator[Lesson]:
        """A lesson for each round of each question whose gold pages the index holds.

        Questions of companies (keys) in ``without`` are left out, and those that nobody can scope.
        """
        for question in questions:
            gold = resolve(question, self._index)
            if gold.missing or not gold.pages or gold.items[0].company_key in without:
                continue
            knowing = _Knowing(self._rules, gold, self._settings.curation.passage_chars)
            try:
                scope = self._rules.scope(question.question, self._index.companies, None)
                query = self._rules.rewrite(question.question, scope)
            except CannotAnswer:
                continue
            loop = EvidenceLoop(self._retriever, knowing, self._settings)
            loop.collect(query, self._index.filings, Recorder(question.question))
            yield from knowing.lessons


class _Knowing:
    """A curator who knows the gold pages and writes down what a model should reply."""

    certain = False

    def __init__(self, rules: RuleAnalyst, gold: Gold, chars: int) -> None:
        self._rules = rules
        self._gold = gold
        self._chars = chars
        self.lessons: list[Lesson] = []

    def curate(self, task: CurationTask) -> Curation:
        """Keep the gold, ask on by the rules while some of it is missing."""
        passages = considered(task)
        if not passages:
            return Curation((), answerable=False)
        exhibit, request = curation_request(passages, task, self._chars)
        right = [label for label, p in exhibit.passages.items() if _key(p) in self._gold.pages]
        found = {_key(exhibit.passages[label]) for label in right}
        whole = self._gold.any_one or found == self._gold.pages
        answerable = bool(found) and whole
        curation = Curation((), answerable=True) if answerable else self._rules.curate(task)
        more = not answerable and curation.complement is not None
        reply = request.schema(keep=right[: task.limit], answerable=answerable, more=more)
        wrong = [label for label in exhibit.passages if label not in right][: max(1, len(right))]
        mistake = request.schema(keep=wrong, answerable=not answerable, more=more)
        self.lessons.append(lesson_of(request, reply, mistake, self._gold.items[0].company_key))
        kept = tuple(exhibit.passages[label] for label in right[: task.limit])
        return replace(curation, kept=kept, answerable=answerable)


def _key(passage: Passage) -> PageKey:
    return passage.filing_id, passage.page_number
