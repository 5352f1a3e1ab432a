"""Types of filing as EDGAR writes them."""

import re

from hirec.types import Form

_FAMILIES = {f.code: f for f in (Form.ANNUAL, Form.QUARTERLY, Form.CURRENT, Form.PROXY)}
_FAMILIES |= {"DEFA14A": Form.PROXY, "DEFM14A": Form.PROXY}
_VARIANT = re.compile(r"(?:T|SB|405|T405|SB40|12B|12G3)?")
"""Transition reports, small businesses, and what stood for a checked box until 2003."""


def form_of(name: str) -> tuple[Form, bool]:
    """Form and amendment flag of a type as EDGAR writes it: ``10-K/A`` → annual, amended."""
    plain = re.sub(r"\s+", " ", name.strip().upper())
    amended = plain.endswith("/A")
    code = re.sub(r"[\s-]", "", plain.removesuffix("/A"))
    for family, form in _FAMILIES.items():
        if code.startswith(family) and _VARIANT.fullmatch(code.removeprefix(family)):
            return form, amended
    return Form.OTHER, amended
