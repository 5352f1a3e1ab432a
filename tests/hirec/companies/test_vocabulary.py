from hirec.companies.vocabulary import is_ordinary, is_real


def test_words_of_english_and_of_finance_are_ordinary():
    assert all(map(is_ordinary, ("target", "Revenue", "EBITDA", "gap's", "long-term", "2023")))


def test_names_of_general_knowledge_are_real_but_not_ordinary():
    assert is_real("Boeing")
    assert not is_ordinary("Boeing")


def test_made_up_and_misspelt_words_are_neither():
    assert not any(map(is_real, ("corvanta", "revenuu", "3m", "Zelmont-Fords")))
