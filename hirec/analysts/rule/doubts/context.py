"""What a question stands in, "when Acme bought Bolt, …": the place of an answer tells of it."""

import re
from collections.abc import Sequence

from hirec.analysts.rule.requirements.phrases import stems
from hirec.types import CannotAnswer, Operand, ParsedQuestion, Passage

_DEAL = stems(
    "acquire acquisition purchase merge merger combination sell sold divest divestiture spun deal "
    "agreement notes offering settle settlement"
)
_NAME = re.compile(r"(?<!^)\b[A-Z][\w&]+")


def in_context(parsed: ParsedQuestion, used: Sequence[Operand], evidence: Sequence[Passage]) -> str:
    """A doubt about a figure of a question that stands in something; empty where in nothing.

    Raises CannotAnswer where it begins with a deal that bears a name, "when Acme bought Bolt, …",
    and the page of a figure does not have that name: it may be asked what came with the deal.
    """
    periods = stems(" ".join(ref.said for ref in parsed.periods))
    owners = stems(" ".join(company.said for company in parsed.companies))
    if not stems(parsed.context) - periods - owners:
        return ""
    said = " ".join(_NAME.findall(parsed.context)) if _begins(parsed) else ""
    names = stems(said) - periods - owners
    for operand in used if names else ():
        at = operand.filing_id, operand.page_number
        page = [p for p in evidence if (p.filing_id, p.page_number) == at]
        if not names <= stems(" ".join(f"{p.section} {p.text}" for p in page)):
            what = f"“{operand.row}” on a page that tells of “{parsed.context}”"
            raise CannotAnswer(f"Not found in the filings: {what}.", (what,))
    return f"“{parsed.context}” is left aside."


def _begins(parsed: ParsedQuestion) -> bool:
    behind = parsed.text.rstrip(" ?.!").endswith(parsed.context)
    return not behind and not stems(parsed.context).isdisjoint(_DEAL)
