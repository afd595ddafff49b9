"""What is done then tells the part of the day: "after work, say 7" is no eleven."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run

KEYS = [bytes([n]) * 32 for n in range(8)]


@pytest.mark.parametrize(
    ("lang", "line", "hours"),
    [
        ("en", "Tomorrow after work, say [6:TIME]?", range(4, 10)),
        ("en", "Table for dinner at [8:TIME].", range(5, 10)),
        ("es", "Quedamos después del trabajo, a las [7:TIME].", range(2, 10)),
        ("de", "Nach der Arbeit, so um [7:TIME].", range(3, 10)),
        ("ca", "Quedem per sopar a les [9:TIME].", range(8, 12)),
    ],
)
def test_an_hour_stays_in_what_is_done_then(lang: str, line: str, hours: range) -> None:
    for key in KEYS:
        text = run(dialogue(f"A: {line}", lang=lang), key=key).draft.turns[0].text
        found = re.search(r"\d+", text)
        assert found and int(found[0]) in hours, text


@pytest.mark.parametrize(
    ("lang", "text"), [("en", "half past"), ("de", "viertel vor"), ("es", "y media")]
)
def test_a_part_of_an_hour_alone_stays_with_a_note(lang: str, text: str) -> None:
    result = run(dialogue(f"A: [{text}:TIME]", lang=lang))
    assert result.draft.turns[0].text == text
    assert [i.code for i in result.issues] == ["DATE_RELATIVE"]
