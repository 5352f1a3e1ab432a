"""What of a cover is embedded."""


def embedded_part(summary: str) -> str:
    """What of a cover becomes its vector: the first paragraph.

    A filing's is what names it and the first of what it says. Numbers of a registrant and words
    further down cost an encoder most of its time and put look-alikes in a worse order
    (``docs/experiments.md``).
    """
    return summary.partition("\n\n")[0]
