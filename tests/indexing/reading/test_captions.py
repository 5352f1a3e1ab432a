from hirec.types import Column, Row, Table, TextBlock
from indexing.reading.captions import caption_of, item_above, titled

TABLE = Table((Column("For"),), (Row("Votes", (None,)),), caption="Votes")


def test_items_of_a_list_and_notes_of_a_table() -> None:
    first, second = TextBlock("2. We ratified it. Well done."), TextBlock("(3) We approved it.")
    assert item_above([first]) == "We ratified it."
    assert item_above([first, TABLE, second]) == "We approved it."
    assert item_above([TABLE, second]) == ""
    assert item_above([TextBlock("(b) We did."), TABLE, TextBlock("(c) We did too.")]) == (
        "We did too."
    )
    assert item_above([TextBlock("In 2022. We did.")]) == ""
    assert item_above([]) == item_above([TABLE]) == ""


def test_a_note_below_a_table_captions_nothing() -> None:
    assert caption_of([TABLE, TextBlock("(1) Includes proxies.")]) == ("", "")


def test_titles_beside_units() -> None:
    assert titled("Cost of Revenue (in millions)") == ("Cost of Revenue", "(in millions)")
    for line in ("(in millions)", "Years ended June 30 (in millions)", "Dollars (in millions)", ""):
        assert titled(line) == ("", line)
