"""doccano: its unit is told from code points, its objects and keys come back."""

import io
import json
from typing import Any

import pytest

from annotation.formats import DialogueValue, FormatError, SpanValue, TurnValue, read_corpus
from annotation.formats.registry import write_corpus


def read(*records: Any) -> list[DialogueValue]:
    data = "".join(json.dumps(each) + "\n" for each in records)
    return read_corpus("doccano", data.encode(), filename="f.jsonl")


def refused(*records: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(*records)
    assert "Ana" not in str(caught.value)
    return caught.value


def write(some: list[DialogueValue]) -> str:
    out = io.BytesIO()
    write_corpus("doccano", some, out)
    return out.getvalue().decode()


TEXT = "😀 soy Ana, de Irun"


def surfaces(dialogue: DialogueValue) -> list[str]:
    return [turn.text[s.start : s.end] for turn in dialogue.turns for s in turn.spans]


def test_an_emoji_counts_two_as_in_its_editor() -> None:
    [dialogue] = read({"text": TEXT, "label": [[7, 10, "per"], [15, 19, "loc"]]})
    assert surfaces(dialogue) == ["Ana", "Irun"]


def test_code_points_are_refused_where_words_tell_and_read_where_the_line_says_so() -> None:
    record = {"text": TEXT, "label": [[6, 9, "per"], [14, 18, "loc"]]}
    error = refused({"text": "hola", "label": []}, record)
    assert (error.code, error.line) == ("offset_unit", 2)
    assert "code points" in error.expected
    [dialogue] = read(record | {"offsets": "code points"})
    assert surfaces(dialogue) == ["Ana", "Irun"]
    assert json.loads(write([dialogue])) == record | {"offsets": "code points"}


def test_half_of_an_emoji_is_refused() -> None:
    assert refused({"text": TEXT, "label": [[1, 10, "per"]]}).code == "offset_unit"


def test_what_we_write_says_its_unit_where_it_matters() -> None:
    turn = TurnValue("", TEXT, (SpanValue(7, 9, "per"),))
    line = json.loads(write([DialogueValue("a", "es", (turn,))]))
    assert (line["label"], line["offsets"]) == ([[8, 10, "per"]], "utf-16")
    assert read(line)[0].turns[0].spans == turn.spans


def test_lines_of_ours_have_all_the_same_keys() -> None:
    """doccano reads a file as a table: a key that some lines lack is NaN there, and refused."""
    named = DialogueValue("a", "es", (TurnValue("A", TEXT, (SpanValue(7, 9, "per"),)),), {"n": 1})
    bare = DialogueValue("b", "es", (TurnValue("", "hola"),))
    some, other = (json.loads(line) for line in write([named, bare]).splitlines())
    assert list(some) == list(other) == [
        "id", "text", "label", "lang", "meta", "speakers", "offsets"
    ]  # fmt: skip
    assert (other["label"], other["meta"], other["speakers"]) == ([], {}, [])
    [_first, again] = read(some, other)
    assert (again.turns, again.meta, set(again.extra)) == (bare.turns, {}, {"_doccano"})
    assert json.loads(write([again])) == other


def test_objects_with_their_relations_come_back() -> None:
    line = (
        '{"id":7,"data":"Ana y Eva","entities":[{"id":3,"label":"per","start_offset":0,'
        '"end_offset":3},{"id":4,"label":"per","start_offset":6,"end_offset":9}],'
        '"relations":[{"id":1,"from_id":3,"to_id":4,"type":"knows"}],"Comments":[],"n":1.5}\n'
    )
    some = read_corpus("auto", line.encode(), filename="f")
    assert (some[0].id, some[0].extra["n"], surfaces(some[0])) == ("7", 1.5, ["Ana", "Eva"])
    assert write(some) == line


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"label": []}, "missing_key"),
        ({"text": 3}, "wrong_type"),
        ({"text": "Ana", "label": ["positive"]}, "wrong_type"),
        ({"text": "Ana", "label": [[0, 3]]}, "wrong_type"),
        ({"text": "Ana", "label": [3]}, "wrong_type"),
        ({"text": "Ana", "label": {}}, "wrong_type"),
        ({"text": "Ana", "label": [["0", 3, "x"]]}, "span_range"),
        ({"text": "Ana", "label": [[0, 4, "x"]]}, "span_range"),
        ({"text": "Ana", "label": [[0, 3, ""]]}, "unknown_label"),
        ({"text": "Ana", "label": [[0, 3, 5]]}, "wrong_type"),
        ({"text": "Ana", "label": [[0, 3, "x"], [1, 2, "y"]]}, "span_overlap"),
        ({"text": "Ana\n", "label": [[3, 4, "x"]]}, "span_range"),
        ({"text": "Ana\x01", "label": []}, "control_char"),
        ({"text": "Ana", "id": []}, "wrong_type"),
        ({"text": "Ana", "id": 1, "n": "\x01"}, "control_char"),
    ],
)
def test_wrong_lines(record: Any, code: str) -> None:
    error = refused({"text": "hola", "id": 9}, record)
    assert (error.code, error.line) == (code, 2)


def test_keys_that_only_look_like_ours_stay_what_they_are() -> None:
    record = {"text": "a\nb", "label": [], "speakers": "many", "lang": "Spanish", "meta": 3}
    [dialogue] = read(record)
    assert dialogue.lang == "es" and not dialogue.turns[0].speaker
    assert json.loads(write([dialogue])) == record
