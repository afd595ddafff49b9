"""Label schemes: keys that never clash with the label screen, and guesses for foreign labels."""

import json
from pathlib import Path

import pytest

from annotation.schemes import (
    ES_PORT,
    FAMILIES,
    FREE_KEYS,
    MEDDOCAN,
    RESERVED_KEYS,
    SCHEMES,
    guess_family,
    guess_scheme,
    make_scheme,
)

LABELMAP = Path(__file__).parents[2].parent / "shared" / "data" / "labelmap.json"


@pytest.mark.parametrize("name", SCHEMES)
def test_keys_families_and_descriptions(name: str) -> None:
    labels = SCHEMES[name].labels
    keys = [label.key for label in labels]
    assert len(set(keys)) == len(keys) == len(set(SCHEMES[name].names()))
    assert set(keys) <= set(FREE_KEYS)
    assert not set(keys) & RESERVED_KEYS
    assert all(label.family in FAMILIES and label.description for label in labels)


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
    assert all(len(key) == 1 for key in keys)


@pytest.mark.parametrize(
    ("label", "family"),
    [("phone_number", "id"), ("GPE", "place"), ("firstName", "person"), ("ORGpart", "org"),
     ("appointment_date", "time"), ("zzz", "other"), ("female name", "person")],
)  # fmt: skip
def test_families(label: str, family: str) -> None:
    assert guess_family(label) == family


@pytest.mark.skipif(not LABELMAP.exists(), reason="the shared corpora are not on this machine")
def test_meddocan_is_whole() -> None:
    assert set(json.loads(LABELMAP.read_text())["meddocan"]) == set(MEDDOCAN.names())
