"""Scheme files: our own JSON byte for byte, labels of other tools, a sentence for each fault."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats.errors import FormatError
from annotation.formats.schemes.files import SchemeFile, read_scheme, write_scheme
from annotation.schemes import FAMILIES, FREE_KEYS, SCHEMES, LabelValue, Scheme

SMALL: dict[str, Any] = {
    "name": "legal",
    "title": "Court files",
    "labels": [
        {"name": "person", "key": "", "family": "person", "description": "", "parent": ""},
        {"name": "judge", "key": "1", "family": "person", "description": "x", "parent": "person"},
    ],
}


def read(content: Any) -> SchemeFile:
    data = content if isinstance(content, bytes) else json.dumps(content, indent=2).encode()
    return read_scheme(data, filename="legal.json")


def refused(content: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(content)
    return caught.value


def changed(number: int, **values: Any) -> dict[str, Any]:
    labels = [dict(label) for label in SMALL["labels"]]
    labels[number - 1] |= values
    return SMALL | {"labels": labels}


@pytest.mark.parametrize("name", SCHEMES)
def test_each_scheme_comes_back(name: str) -> None:
    content = SchemeFile(SCHEMES[name], "# Señas\n\n- «así»\n")
    data = write_scheme(content)
    assert read(data) == content
    assert write_scheme(read(data)) == data


NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1)


@given(st.lists(NAMES, min_size=1, max_size=15, unique=True), st.data())
def test_any_scheme_comes_back_byte_for_byte(names: list[str], data: Any) -> None:
    labels = []
    for place, name in enumerate(names):
        labels.append(
            LabelValue(
                name,
                FREE_KEYS[place],
                data.draw(st.sampled_from(FAMILIES)),
                data.draw(NAMES | st.just("")),
                data.draw(st.sampled_from(["", *names[:place]])),
            )
        )
    content = SchemeFile(Scheme("x", "X", tuple(labels)), data.draw(st.none() | NAMES))
    written = write_scheme(content)
    assert read(written) == content
    assert write_scheme(read(written)) == written


def test_a_message_names_file_and_line() -> None:
    error = refused(changed(2, family="red"))
    assert str(error) == (
        'legal.json:12: label 2: unknown "family"; '
        "expected one of person, org, place, time, id, other"
    )


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (changed(1, name=""), "unknown_label", 5),
        (changed(1, name=" x"), "unknown_label", 5),
        (changed(1, name="a\u202eb"), "label_name", 5),
        (changed(1, name="a\nb"), "label_name", 5),
        (changed(1, name="a\0b"), "control_char", 5),
        (changed(1, name="x" * 81), "name_too_long", 5),
        (changed(2, name="person"), "label_twice", 12),
        (changed(2, key="R"), "label_key", 12),
        (changed(2, key="f"), "label_key", 12),
        (changed(2, key="FF"), "label_key", 12),
        (changed(1, key="1"), "label_key", 12),
        (changed(2, key=7), "wrong_type", 12),
        (changed(2, key=None), "missing_key", 12),
        (changed(2, description="x" * 301), "name_too_long", 12),
        (changed(2, parent="nobody"), "label_parent", 12),
        (changed(2, parent="judge"), "label_parent", 12),
        (changed(1, parent="judge"), "label_parent", 5),
        (changed(2, colour="red"), "unknown_key", 12),
        (changed(2, key=""), "label_count", None),
        (SMALL | {"labels": []}, "label_count", None),
        (SMALL | {"labels": [1]}, "wrong_type", 5),
        (SMALL | {"labels": {}}, "wrong_type", 1),
        (SMALL | {"name": "Legal files"}, "scheme_name", 1),
        (SMALL | {"title": "x" * 121}, "name_too_long", 1),
        (SMALL | {"guidelines": ["a", "b"]}, "wrong_type", 1),
        (SMALL | {"guidelines": "x" * 100_001}, "name_too_long", 1),
        (SMALL | {"version": 2}, "unknown_key", 1),
        (b'{"name": "a",\n "name": "b"}', "json_duplicate_key", None),
        (b'{"name": "a",\n oops}', "json", 2),
        (b"", "json", 1),
        (b"\xff\xfe", "encoding", None),
        (b'"text"', "wrong_type", 1),
        (b" " * 2_000_001, "file_too_large", None),
    ],
)
def test_faults(content: Any, code: str, line: int | None) -> None:
    error = refused(content)
    assert (error.code, error.line) == (code, line)


def test_a_group_that_is_missing_is_no_circle() -> None:
    content = changed(1, parent="gone")
    error = refused(content)
    assert "not in the file" in error.message
    assert error.line == 5


# --- other tools -----------------------------------------------------------------------------


def keys_of(content: SchemeFile) -> dict[str, tuple[str, str]]:
    return {label.name: (label.key, label.family) for label in content.scheme.labels}


def test_doccano() -> None:
    rows = [
        {"id": 1, "text": "PER", "prefixKey": None, "suffixKey": "p", "backgroundColor": "#f00"},
        {"text": "LOC", "suffix_key": "a", "text_color": "#fff"},  # A is taken by the screen
        {"text": "Fecha", "prefix_key": "ctrl", "suffix_key": "x"},
    ]
    content = read(rows)
    assert keys_of(content) == {
        "PER": ("P", "person"),
        "LOC": ("L", "place"),
        "Fecha": ("F", "time"),
    }
    assert content.scheme.name == "custom"
    assert write_scheme(read(write_scheme(content))) == write_scheme(content)


CONFIG = """<?xml version="1.0" encoding="utf-16"?>
<View>
  <ParagraphLabels name="label" toName="text">
    <Label value="Person" background="red" hotkey="x"/>
    <Label value="Ort" alias="place"/>
  </ParagraphLabels>
  <Choices name="c" toName="text"><Choice value="no"/></Choices>
  <Brush><Label value="not for text"/></Brush>
</View>"""


def test_label_studio() -> None:
    assert keys_of(read(CONFIG.encode())) == {"Person": ("X", "person"), "place": ("P", "place")}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b'<!DOCTYPE a [<!ENTITY x "y">]>\n<a>&x;</a>', 1),
        (b'\n<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 2),
        (b"<View>\n<Labels>", 2),
        (b"<View>\n<Labels><Label/></Labels></View>", 2),
        (b'<View>\n<Labels><Label value="$dynamic"/></Labels></View>', 2),
        (b"<View>&unknown;</View>", 1),
    ],
)
def test_xml_that_is_refused(content: bytes, line: int) -> None:
    error = refused(content)
    assert (error.code, error.line) == ("xml", line)
    assert "passwd" not in str(error)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ([], "label_count"),
        ([{"text": "a"}, {"text": "a"}], "label_twice"),
        ([{"label": "a"}], "missing_key"),
        ([7], "wrong_type"),
        ([{"text": "a", "suffixKey": 7}], "wrong_type"),
        (b"<View/>", "label_count"),
    ],
)
def test_foreign_faults(content: Any, code: str) -> None:
    assert refused(content).code == code


@pytest.mark.parametrize("identifier", ["direct", "quasi", "none"])
def test_what_a_label_does_to_a_person_comes_back(identifier: str) -> None:
    """[Pilan22] A file has it where somebody chose it, and comes back byte for byte."""
    content = read(changed(2, identifier=identifier))
    assert content.scheme.labels[1].identifier == identifier
    data = write_scheme(content)
    assert read(data) == content
    assert write_scheme(read(data)) == data
    assert json.loads(data)["labels"][1]["identifier"] == identifier


def test_an_older_file_says_nothing_of_it() -> None:
    content = read(SMALL)
    assert {label.identifier for label in content.scheme.labels} == {""}
    assert b"identifier" not in write_scheme(content)


def test_another_word_for_it_is_refused() -> None:
    error = refused(changed(2, identifier="maybe"))
    assert "direct, quasi, none" in str(error)
    assert "maybe" not in str(error)
