"""One part against another, or a thing against its opposite, in a question for yes or no.

"Did Tools outgrow Paint in sales?" asks whether one's growth was higher than the other's, "did
Tools have larger sales than Paint?" whether its sales were; "did Tools make or lose money?" is
answered by its profit, with its sign.
"""

from collections.abc import Sequence

from hirec.understanding.plainly import first_found, rewritten, rules


def as_comparison(text: str, companies: Sequence[str]) -> str:
    """Such a question as one for two figures or for one; any other as it is.

    Args:
        text: A normalized question.
        companies: Names in it: companies are held against each other as they stand.

    """
    text = rewritten(rewritten(text, "signs"), "moves")
    for rule in rules("comparisons"):
        found = rule.found(text)
        if found and found["other"].lower() not in {name.lower() for name in companies}:
            return rule.rewrite(text)
    return text


def asks_which_way(text: str) -> bool:
    """Whether a question leaves open if there was a profit or a loss: its answer is the amount."""
    return first_found(text, "signs") is not None
