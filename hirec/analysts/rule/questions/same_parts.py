"""A choice that leans on a question by parts: "net sales by segment in 2022? Which is largest?"."""

import re
from dataclasses import replace

from hirec.types import Operation, ParsedQuestion

_UP = "largest|biggest|highest|most|best|top|strongest|greatest"
_CHOICE = re.compile(
    r"\W*(?:and |so )?(?:which|what|where)(?: (?:one|of (?:them|these|those)|[\w-]+(?: [\w-]+)?))?"
    rf"(?: is| was| were| are| had| has| did)?(?: the)? (?:(?P<up>{_UP})"
    r"|smallest|lowest|least|worst|weakest)(?: one| of (?:them|all|these|those))?\W*",
    re.IGNORECASE,
)


def among_same_parts(question: str, past: ParsedQuestion) -> ParsedQuestion | None:
    """The choice among the parts that the question before was about; None where it is no such.

    Args:
        question: As typed: "And which is the smallest?"
        past: The question before it.

    """
    asks = _CHOICE.fullmatch(question)
    if asks is None or not past.among_parts or len(past.figures) != 1:
        return None
    up = asks["up"] is not None
    operation = Operation.LARGEST if up else Operation.SMALLEST
    (figure,) = past.figures
    how, when = "highest" if up else "lowest", "".join(f" in {ref.said}" for ref in past.periods)
    owner = "".join(f" of {company.name}" for company in past.companies)
    text = f"Which {past.choose}{owner} had the {how} {figure.words}{when}?"
    return replace(past, operation=operation, ranking=None, bound=None, text=text, core=text)
