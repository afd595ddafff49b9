"""Noon said as a word stays beside no other hour, and turns with the others."""

import re

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([i, 3]) for i in range(tries(4, 12))]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: Paso al [mediodía:TIME], no a [medianoche:TIME]."),
        ("en", "A: At [noon:TIME], on [12 May:DATE]."),
        ("fr", "A: Vers [midi:TIME]."),
        ("de", "A: [Mittags:TIME] komme ich."),
        ("ca", "A: Al [migdia:TIME]."),
        ("eu", "A: [Eguerdian:TIME] noa."),
    ],
)
def test_noon_alone_stays_and_says_so(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        times = [r for r in result.replacements if r.label == "TIME"]
        assert all(r.surrogate == r.original for r in times) and "DATE_RELATIVE" in codes(result)


@pytest.mark.parametrize(
    ("lang", "line", "form"),
    [
        ("es", "A: [Al mediodía:TIME] o a las [diez:TIME].", r"A las? \w+"),
        ("en", "A: At [noon:TIME] or at [10:TIME].", r"\w+ o'clock"),
        ("fr", "A: À [midi:TIME] ou à [dix heures:TIME].", r"(une heure|\w+ heures)"),
        ("de", "A: Kommt er [mittags:TIME] oder um [10 Uhr:TIME]?", r"um \w+ Uhr"),
        ("ca", "A: [Al migdia:TIME] o a les [deu:TIME].", r"A (la|les) \w+"),
        ("eu", "A: [Eguerdian:TIME] edo [hamarretan:TIME].", r"(Ordu )?\w+(etan|ean)"),
    ],
)
def test_noon_turns_with_the_other_hours(lang: str, line: str, form: str) -> None:
    for key in KEYS:
        noon, _ = texts(run(dialogue(line, lang=lang), key=key))
        assert re.fullmatch(form, noon), noon


def test_noon_that_no_hour_can_stand_for_is_a_placeholder() -> None:
    for key in KEYS:
        noon, other = texts(run(dialogue("A: Al [mediodía:TIME], no a las [diez:TIME]."), key=key))
        assert noon == "[TIME]" and other != "diez"


@pytest.mark.parametrize(
    ("lang", "line", "fewest"),
    [
        ("en", "A: Between [8:TIME] and [12 noon:TIME], a text at [7.30 a.m.:TIME].", 2),
        ("es", "A: De [nueve:TIME] a [dos:TIME], y de [cinco:TIME] a [doce y media:TIME].", 2),
        ("es", "A: A las [dos de la madrugada:TIME] y a las [cuatro de la madrugada:TIME].", 1),
    ],
)
def test_no_turn_is_the_only_one(lang: str, line: str, fewest: int) -> None:
    outs = set()
    for number in range(12):
        result = run(dialogue(line, lang=lang), key=bytes([number, 8]))
        out = tuple(texts(result))
        outs.add(out)
        if fewest == 1:
            assert out == tuple(r.original for r in result.replacements)
            assert codes(result).count("DATE_RELATIVE") == 2
    assert len(outs) >= fewest
