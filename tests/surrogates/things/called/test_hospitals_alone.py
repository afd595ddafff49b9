"""A hospital that no word calls one is still none of a person's name; a university's is in its
town."""

import pytest

from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import name_key
from surrogates.things.geography.hubs import hubs_of
from tests.effort import tries
from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n, 62]) for n in range(tries(3, 10))]


@pytest.mark.parametrize(
    ("lang", "line", "begins"),
    [
        ("es", "en [Son Espases:HOSPITAL]", "San "),
        ("ca", "a [Can Ruti:HOSPITAL]", "Sant "),
        ("fr", "à [Cochin:HOSPITAL]", "Saint-"),
        ("en", "at [Barts:HOSPITAL]", "St "),
        ("eu", "[Basurtun:HOSPITAL] ebakuntza egin zioten", "San "),
    ],
)
def test_it_is_called_after_a_saint(lang: str, line: str, begins: str) -> None:
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: {line}", lang=lang), key=key))
        assert new.startswith(begins), new
        assert lang != "eu" or new.endswith("n")


@pytest.mark.parametrize(
    ("lang", "line"),
    [("es", "en el [Clínico:HOSPITAL]"), ("fr", "à la [Timone:HOSPITAL]"),
     ("de", "in der [Charité:HOSPITAL]")],
)  # fmt: skip
def test_behind_an_article_it_is_a_noun_that_goes_with_it(lang: str, line: str) -> None:
    asked = load_lexicon(lang).agreement["article", line.split()[1]]
    nouns = {n for g in asked for n in load_lexicon(lang).organisation_parts("noun", g)}
    for key in KEYS:
        assert texts(run(dialogue(f"A: {line}", lang=lang), key=key))[0] in nouns


@pytest.mark.parametrize(
    ("lang", "name"),
    [
        ("fr", "CHU de Rennes"),
        ("de", "Universitätsklinikum Tübingen"),
        ("es", "Hospital Universitario de Salamanca"),
        ("ca", "Hospital Universitari de Girona"),
        ("eu", "Donostia Unibertsitate Ospitalea"),
        ("en", "University Hospital Southampton"),
    ],
)
def test_a_hospital_of_a_university_is_where_there_is_one(lang: str, name: str) -> None:
    seats = hubs_of(load_lexicon(lang)).hospitals
    for key in KEYS:
        (new,) = texts(run(dialogue(f"A: [{name}:HOSPITAL]", lang=lang), key=key))
        assert any(name_key(new).find(town) >= 0 for town in seats), new


def test_a_word_for_a_kind_that_stays_says_so() -> None:
    made = dialogue("A: en el [Clínico:HOSPITAL]. [Hospital Clínico San Carlos:HOSPITAL].")
    result = run(made)
    assert texts(result)[0] == "Clínico"
    assert [issue.code for issue in result.issues] == ["SAID_AROUND"]


def test_a_basque_hospital_is_said_in_part() -> None:
    made = dialogue(
        "A: [Gurutzetako Unibertsitate Ospitalean:HOSPITAL], [Gurutzetan:HOSPITAL]", lang="eu"
    )
    for key in KEYS:
        whole, short = texts(run(made, key=key))
        assert whole.partition("ko ")[0][:4] == short[:4], (whole, short)
