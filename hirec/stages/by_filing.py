"""How far a question is answered filing by filing: each entry costs what a question costs."""

from collections.abc import Sequence

from hirec.companies import CompanyDirectory
from hirec.types import Asked


def too_much(parts: Sequence[Asked], companies: CompanyDirectory, most: int) -> str:
    """Why these parts are not answered one by one; empty where they are.

    They are too many, or name no company where the index holds several: then each would be answered
    from whichever company's filing comes first.

    Args:
        parts: What a question comes to; those with a subject are entries.
        companies: Those of the index.
        most: Entries allowed (``retrieval.max_filings_per_question``).

    """
    entries = [part for part in parts if part.subject]
    if not entries:
        return ""
    nobody = [
        part
        for part in entries
        if part.scope and not (part.scope.companies or part.scope.unknown_companies)
    ]
    held = len(companies.keys())
    if nobody and held > 1:
        return f"Name the company: the index holds filings of {held} companies."
    if len(entries) > most:
        return (
            f"This asks for {len(entries)} answers, one for each company and period, from "
            f"{entries[0].subject} to {entries[-1].subject}; {most} are the most at once. Ask "
            f"about fewer of them, or raise `retrieval.max_filings_per_question`."
        )
    return ""
