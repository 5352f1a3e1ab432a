import json

from hirec.grounding.memory import LabelMemory, Nature, Seen, remember
from hirec.grounding.stems import ordered_stems, stem_set

FLOW = Nature(False, "money", "cash_flow")
BALANCE = Nature(True, "money", "balance")
SEEN = [
    Seen("Capital expenditures", "PaymentsToAcquirePlant", "one", FLOW),
    Seen("Purchases of property and equipment", "PaymentsToAcquirePlant", "two", FLOW),
    Seen("Purchases of property and equipment", "PaymentsToAcquirePlant", "three", FLOW),
    Seen("Property and equipment, net", "PlantNet", "one", BALANCE),
    Seen("Property, plant and equipment, net", "PlantNet", "two", BALANCE),
    Seen("Widget reserve", "WidgetReserve", "one", BALANCE),
]


def test_a_phrase_reminds_of_the_other_labels_of_its_concept() -> None:
    memory = remember(SEEN)
    spellings = dict(memory.spellings(memory.recall("capital expenditure")))
    assert stem_set("purchases of property and equipment") in spellings
    assert stem_set("property and equipment, net") not in spellings


def test_what_people_call_a_concept_leads_to_its_labels_and_is_none_of_them() -> None:
    memory = remember(SEEN, called=[("spent on plant", "PaymentsToAcquirePlant"), ("x", "Nowhere")])
    spellings = dict(memory.spellings(memory.recall("spent on plants")))
    assert stem_set("capital expenditures") in spellings
    assert stem_set("spent on plant") not in spellings
    assert not memory.exactly("spent on plant")
    assert memory.printed_by(ordered_stems("spent on plant")) == 0
    again = LabelMemory.from_json(json.loads(json.dumps(memory.to_json())))
    assert again.recall("spent on plants") == memory.recall("spent on plants")


def test_a_phrase_tells_flow_from_balance() -> None:
    memory = remember(SEEN)
    assert memory.recall("purchases of property").instant < 0
    assert memory.recall("net property and equipment").instant > 0


def test_a_concept_of_one_company_teaches_nothing() -> None:
    assert not remember(SEEN).recall("widget reserve").concepts


def test_a_phrase_unlike_any_label_reminds_of_nothing() -> None:
    assert remember(SEEN).recall("number of employees").likeness == 0.0


def test_a_memory_survives_its_file() -> None:
    memory = remember(SEEN)
    again = LabelMemory.from_json(json.loads(json.dumps(memory.to_json())))
    assert again.recall("capital expenditure") == memory.recall("capital expenditure")
    assert again.exactly("Capital expenditures") == {"PaymentsToAcquirePlant": 1.0}


def test_a_word_on_many_labels_weighs_less() -> None:
    memory = remember(SEEN)
    assert memory.weight("properti") < memory.weight("unheard")


def test_a_label_is_known_by_its_words_in_their_order() -> None:
    memory = remember(SEEN)
    assert memory.printed_by(ordered_stems("purchases of property and equipment")) == 2
    assert memory.printed_by(ordered_stems("equipment and property purchases")) == 0
    assert (memory.longest("purchas"), memory.longest("unheard")) == (3, 0)


def test_other_names_are_those_of_the_same_concept() -> None:
    names = [set(name.split()) for name in remember(SEEN).other_names("capital expenditures")]
    assert {"purchas", "properti", "equip"} in names
    assert not any("net" in name for name in names)
