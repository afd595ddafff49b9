"""Basque months as they are called in the north: "agorrila" is August."""

import re

from tests.surrogates.dialogues import dialogue, run

WEEK = 7


def test_august_moves_with_its_days() -> None:
    lines = "A: [Agorrilaren 3an:DATE] joan, [10ean:DATE] itzuli.", "B: [10etik:DATE] [17ra:DATE]?"
    for n in range(4):
        turns = run(dialogue(*lines, lang="eu"), key=bytes([n]) * 32).draft.turns
        assert "gorril" not in turns[0].text
        one, two, three, four = map(int, re.findall(r"\d+", turns[0].text + turns[1].text))
        assert (two - one, four - three, two) == (WEEK, WEEK, three), turns
