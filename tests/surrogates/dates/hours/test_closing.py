"""Doors shut in the evening, and nobody says twelve in the afternoon."""

import pytest

from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 5]) for n in range(8)]
SHUT = {
    "es": {"seis", "siete", "nueve"},
    "ca": {"sis", "set", "nou"},
    "de": {"sechs", "sieben", "neun"},
    "en": {"six", "seven", "nine"},
    "eu": {"seietan", "zazpietan", "bederatzietan"},
}


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Puede venir a las [siete y media:TIME], cerramos a las [ocho:TIME]."),
        ("ca", "A: Vingui a les [set:TIME], que tanquem a les [vuit:TIME]."),
        ("de", "A: Kommen Sie um [sieben:TIME], wir schließen um [acht:TIME]."),
        ("en", "A: Come at [seven:TIME], we close at [eight:TIME]."),
        ("eu", "A: Etorri [zazpietan:TIME], [zortzietan:TIME] ixten dugu."),
    ],
)
def test_doors_shut_in_the_evening(lang: str, line: str) -> None:
    for key in KEYS:
        assert texts(run(dialogue(line, lang=lang), key=key))[-1] in SHUT[lang]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "A: At [7:TIME] in the morning, then at [1:TIME] in the afternoon."),
        ("de", "A: Um [7 Uhr:TIME] morgens, dann um [2:TIME] nachmittags."),
        ("es", "A: A las [ocho:TIME] de la mañana y a las [dos:TIME] de la tarde."),
    ],
)
def test_twelve_is_not_of_the_afternoon(lang: str, line: str) -> None:
    for key in KEYS:
        assert texts(run(dialogue(line, lang=lang), key=key))[1] not in ("12", "doce")


def test_the_evening_is_no_night() -> None:
    for key in KEYS:
        made = dialogue("A: Sale a las [17:45:TIME] y llega a las [19:15:TIME].")
        assert "RELATION_LOST" not in codes(run(made, key=key))


def test_what_is_done_before_work_moves_by_an_hour_at_most() -> None:
    line = "A: Her dad is dropping her off at [half past eight:TIME] on his way to work."
    for key in (bytes([n, 6]) for n in range(8)):
        (new,) = texts(run(dialogue(line, lang="en"), key=key))
        assert new in ("half past seven", "half past nine")
