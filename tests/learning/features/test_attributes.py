"""What a token looks like to the two feature families."""

from learning.features import attributes
from learning.features.encoding import encode
from learning.types import Utterance


def test_shape() -> None:
    assert attributes.shape("Amaia") == "Xxxxx"
    assert attributes.shape("Bilbao12") == "Xxxxxdd"
    assert attributes.shape("V-14", short=True) == "X-d"


def test_kinds() -> None:
    words = ["Ana", "ANA", "A", "12", "a1", ",", "sí", attributes.EDGE]
    kinds = ["capital", "capitals", "capital", "number", "mixed", "sign", "word", "edge"]
    assert [attributes.kind(word) for word in words] == kinds


def test_marks_and_accents_fall_away() -> None:
    assert attributes.bare("Línea=") == "linea"
    assert attributes.bare("<%osea>") == "osea"
    assert attributes.bare("=") == "="


def test_numbers_of_a_length_look_alike() -> None:
    assert "w=000" in attributes.target_own("123")
    assert "w=000" in attributes.target_own("987")


def test_source_features_hold_no_word() -> None:
    names = encode([Utterance("Buenas tardes Amaia", speaker="agent")], "source").attributes
    assert not [name for name in names if "tardes" in name.lower() or "agent" in name]


def test_attribute_lists_join_all_slots() -> None:
    encoding = encode([Utterance("hola Ana", speaker="agent", position=1.0), Utterance("")])
    first, second = encoding.attribute_lists(0)
    assert {"0:w=hola", "-1:edge", "+1:w=ana", "place:l0", "turn:fifth=4"} <= set(first)
    assert {"0:w=ana", "-1:w=hola", "+1:edge", "turn:speaker=agent"} <= set(second)
    assert encoding.attribute_lists(1) == []
