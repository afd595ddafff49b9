"""Label schemes: keys that never clash with the label screen, and guesses for foreign labels."""

import json
from pathlib import Path

import pytest

from annotation.schemes import (
    CODE_ALLTAG,
    ES_PORT,
    FAMILIES,
    FREE_KEYS,
    HIPAA,
    MEDDOCAN,
    RESERVED_KEYS,
    SCHEMES,
    LabelValue,
    ancestors,
    at_level,
    depth,
    guess_family,
    guess_scheme,
    in_tree_order,
    is_free,
    is_key,
    make_scheme,
)
from webapp.keys import acts_of

ROOT = Path(__file__).parents[2]
GIVE_WAY = ",{}"  # signs that labels of older projects have
LABELMAP = ROOT.parent / "shared" / "data" / "labelmap.json"


@pytest.mark.parametrize("name", SCHEMES)
def test_keys_families_and_descriptions(name: str) -> None:
    labels = SCHEMES[name].labels
    keys = [label.key for label in labels if label.key]
    assert len(set(keys)) == len(keys) == len(SCHEMES[name].usable())
    assert len(set(SCHEMES[name].names())) == len(labels)
    assert set(keys[:22]) <= set(FREE_KEYS)
    assert all(map(is_key, keys))
    assert all(label.family in FAMILIES and label.description for label in labels)
    parents = {label.parent for label in labels if label.parent}
    assert parents <= set(SCHEMES[name].names())
    assert {label.name for label in labels if not label.key} <= parents
    assert in_tree_order(labels) == list(labels)


def test_the_eleven_letters() -> None:
    assert "".join(label.key for label in ES_PORT.labels) == "FMSOTPDWLNX"


def test_a_scheme_is_guessed_from_the_labels_of_a_file() -> None:
    assert guess_scheme([]) is ES_PORT
    assert guess_scheme(["number", "place"]) is ES_PORT
    assert guess_scheme(["HOSPITAL", "FECHAS"]) is MEDDOCAN
    assert guess_scheme(["PERSON", "OTHER"]).name == "coarse"
    made = guess_scheme(["person", "Person", "city"])
    assert made.name == "custom"
    assert [(label.name, label.key, label.family) for label in made.labels] == [
        ("Person", "P", "person"),
        ("city", "T", "place"),
        ("person", "S", "person"),
    ]


def test_more_labels_than_letters_still_have_a_key_each() -> None:
    scheme = make_scheme("big", [f"label {number}" for number in range(300)])
    keys = {label.key for label in scheme.labels}
    assert len(keys) == 300
    assert not keys & RESERVED_KEYS
    assert all(map(is_key, keys))
    assert {len(key) for key in keys} == {1, 2, 3}


def test_keys_are_typed_on_english_and_spanish_keyboards() -> None:
    many = make_scheme("big", [f"label {number}" for number in range(500)])
    keys = [label.key for label in many.labels]
    assert set("".join(keys)) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+*=,")
    for place, key in enumerate(keys):  # what is typed first never is another's
        assert is_free(key, keys[:place])
    assert sum(len(key) == 2 for key in keys) == 130


def test_keys_of_two_strokes_have_a_letter_of_the_name_and_spare_signs_of_old_labels() -> None:
    names = [f"N{number}" for number in range(22)]
    wanted = dict(zip(names, FREE_KEYS, strict=True))
    made = make_scheme("x", [*names, "url", "uri"], wanted=wanted)
    assert [label.key for label in made.labels[22:]] == ["-U", "-R"]
    made = make_scheme("x", [*names, "url", "old"], wanted={**wanted, "old": "-"})
    assert [label.key for label in made.labels[22:]] == ["+A", "-"]


def test_a_key_is_a_letter_of_the_name_that_stands_out() -> None:
    names = ["date", "destination_city", "destinationPort", "stay", "zzz"]
    keys = {label.name: label.key for label in make_scheme("x", names).labels}
    assert keys == {
        "date": "D",
        "destination_city": "T",
        "destinationPort": "P",
        "stay": "S",
        "zzz": "1",
    }


@pytest.mark.parametrize(
    ("label", "family"),
    [("phone_number", "id"), ("GPE", "place"), ("firstName", "person"), ("ORGpart", "org"),
     ("appointment_date", "time"), ("zzz", "other"), ("female name", "person")],
)  # fmt: skip
def test_families(label: str, family: str) -> None:
    assert guess_family(label) == family


@pytest.mark.skipif(not LABELMAP.exists(), reason="the shared corpora are not on this machine")
def test_meddocan_has_what_published_notes_use() -> None:
    used = set(json.loads(LABELMAP.read_text())["meddocan"])
    assert used == {label.name for label in MEDDOCAN.labels[:22]}


def test_the_counts_that_the_sources_give() -> None:
    assert len(MEDDOCAN.labels) == 29
    assert len(HIPAA.labels) == 18
    assert len(CODE_ALLTAG.usable()) == 15


@pytest.mark.parametrize(
    "key", [*sorted(RESERVED_KEYS), "f", "", "FF", " ", "\n", "\u0301", "\u202e", "ß"]
)
def test_what_is_no_key(key: str) -> None:
    assert not is_key(key)


def test_keys_of_the_label_page_are_reserved() -> None:
    taken = {key for key in acts_of("label") if len(key) == 1}
    assert {"A", ".", "?", *GIVE_WAY} <= taken <= RESERVED_KEYS | set(GIVE_WAY)


# --- hierarchy -------------------------------------------------------------------------------


def test_a_leaf_is_read_at_any_level() -> None:
    assert ancestors(CODE_ALLTAG.labels)["FEMALE"] == ("ACTOR", "PERSON", "GIVEN", "FEMALE")
    assert depth(CODE_ALLTAG.labels) == 4
    levels = [at_level(CODE_ALLTAG.labels, level) for level in range(5)]
    assert [names["FEMALE"] for names in levels] == ["ACTOR", "PERSON", "GIVEN", "FEMALE", "FEMALE"]
    assert [names["CITY"] for names in levels[:2]] == ["LOC", "CITY"]
    assert {names["DATE"] for names in levels} == {"DATE"}


def test_a_flat_scheme_is_the_same_at_every_level() -> None:
    assert at_level(ES_PORT.labels, 0) == {name: name for name in ES_PORT.names()}
    assert depth(ES_PORT.labels) == 1
    assert depth(()) == 0


def test_circles_and_lost_groups_end_the_way() -> None:
    labels = [
        LabelValue("a", "F", "id", parent="b"),
        LabelValue("b", "M", "id", parent="a"),
        LabelValue("c", "S", "id", parent="gone"),
    ]
    assert ancestors(labels) == {"a": ("b", "a"), "b": ("a", "b"), "c": ("c",)}


def test_groups_stand_before_what_they_hold() -> None:
    labels = [
        LabelValue("city", "Y", "place", parent="place"),
        LabelValue("name", "N", "person"),
        LabelValue("place", "", "place"),
        LabelValue("town", "T", "place", parent="place"),
    ]
    ordered = [label.name for label in in_tree_order(labels)]
    assert ordered == ["name", "place", "city", "town"]


# --- guesses ---------------------------------------------------------------------------------


def test_common_words_do_not_make_a_published_scheme() -> None:
    assert guess_scheme(["ORG", "DATE"]).name == "custom"
    assert guess_scheme(["NAME", "DATE"]).name == "custom"
    assert guess_scheme([*CODE_ALLTAG.usable()]) is CODE_ALLTAG
    assert guess_scheme(["PERSON", "GIVEN", "LOC", "DATE", "FID", "ADD"]).name == "custom"


def test_wanted_keys_are_given_where_they_are_free() -> None:
    wanted = {"person": "X", "place": "X", "date": "A", "city": "c"}
    made = make_scheme("custom", ["person", "place", "date", "city"], wanted=wanted)
    assert {label.name: label.key for label in made.labels} == {
        "person": "X",
        "place": "P",
        "date": "D",
        "city": "T",
    }
