from hirec.lexicon.signals import all_signals, find_signals


def test_words_count_whole_and_phrases_anywhere() -> None:
    found = find_signals("We expect growth DUE TO price; maybe.")
    assert found["guidance"] == ("we expect",)
    assert found["cause"] == ("due to",)
    assert "hedge" not in found


def test_a_text_without_signals_has_none() -> None:
    assert find_signals("") == {}
    assert find_signals("Plain words.") == {}


def test_every_signal_can_be_found_and_is_written_in_lower_case() -> None:
    for key, signal in all_signals().items():
        for said in (*signal.words, *signal.phrases):
            assert said == said.lower()
            assert said in find_signals(f"x {said} y")[key]
