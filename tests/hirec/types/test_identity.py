import pytest

from hirec.types import Form


@pytest.mark.parametrize(
    ("form", "code", "periodic", "reports", "event", "dated"),
    [
        (Form.ANNUAL, "10K", True, True, False, False),
        (Form.QUARTERLY, "10Q", True, True, False, False),
        (Form.CURRENT, "8K", False, False, True, True),
        (Form.PROXY, "DEF14A", False, False, True, False),
        (Form.EARNINGS, "EARNINGS", False, True, False, False),
        (Form.OTHER, "OTHER", False, False, True, True),
        (Form.UNKNOWN, "UNKNOWN", False, False, False, False),
    ],
)
def test_what_a_form_is(
    form: Form, code: str, periodic: bool, reports: bool, event: bool, dated: bool
) -> None:
    held = (form.code, form.is_periodic, form.reports_period, form.is_event, form.is_dated)
    assert held == (code, periodic, reports, event, dated)
    assert Form.from_code(code) is form
    assert form.words


def test_no_form_has_another_code() -> None:
    assert Form.from_code("10-K") is Form.from_code("") is None
