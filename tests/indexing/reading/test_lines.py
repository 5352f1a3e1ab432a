from indexing.reading.lines import Word, make_lines


def word(left: float, right: float, text: str, top: float = 100, height: float = 10) -> Word:
    return (left, top, right, top + height, text, 0, 0, 0)


def texts(words: list[Word]) -> list[list[str]]:
    return [[segment.text for segment in line.segments] for line in make_lines(words)]


def test_words_near_each_other_are_one_segment_and_gaps_divide() -> None:
    words = [word(50, 70, "Net"), word(73, 100, "sales"), word(300, 305, "$"), word(330, 350, "12")]
    assert texts(words) == [["Net sales", "$", "12"]]


def test_superscripts_stay_on_their_line() -> None:
    small = word(101, 106, "(a)", top=99, height=6)
    words = [word(50, 100, "Earnings"), small, word(50, 90, "Basic", top=113)]
    assert texts(words) == [["Earnings (a)"], ["Basic"]]


def test_leaders_vanish_and_divide() -> None:
    words = [word(50, 200, "Cash........................"), word(203, 230, "1,234")]
    assert texts(words) == [["Cash", "1,234"]]
    dots = [word(50, 70, "Debt"), *(word(72 + 3 * i, 73 + 3 * i, ".") for i in range(9))]
    assert texts([*dots, word(99, 120, "5")]) == [["Debt", "5"]]


def test_a_dollar_sign_after_a_number_starts_the_next_column() -> None:
    words = [word(50, 70, "Net"), word(200, 212, "12%"), word(214, 218, "$"), word(240, 250, "9")]
    assert texts(words) == [["Net", "12%", "$", "9"]]


def test_no_words_no_lines() -> None:
    assert make_lines([]) == []
    assert make_lines([word(1, 2, ".")]) == []


def test_a_leader_that_ends_a_word_divides_and_shortens_it() -> None:
    (line,) = make_lines([word(50, 150, "Cash......"), word(152, 170, "due")])
    assert [(s.left, s.right, s.text) for s in line.segments] == [
        (50, 90, "Cash"),
        (152, 170, "due"),
    ]
    assert line.text == "Cash due"


def test_lines_are_told_by_height_and_not_by_the_order_of_words() -> None:
    below = word(50, 70, "Below", top=120)
    words = [word(80, 99, "sales"), below, word(60, 78, "Net"), word(1, 2, "flat", height=0)]
    assert texts(words) == [["Net sales"], ["Below"]]


def test_a_narrow_gap_divides_only_beside_a_number() -> None:
    assert texts([word(50, 70, "Net"), word(74, 99, "sales")]) == [["Net sales"]]
    assert texts([word(50, 70, "Net"), word(74.5, 99, "12")]) == [["Net", "12"]]
