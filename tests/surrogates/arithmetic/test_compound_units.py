"""Stones and pounds, feet and inches, pounds and ounces move together; what was lost stays."""

import re

import pytest

from tests.surrogates.dialogues import dialogue, run, texts

KEYS = [bytes([n]) * 32 for n in range(6)]


@pytest.mark.parametrize(("line", "size"), [
    ("A: I'm [12 stone 4:number], I was [14 stone 4:number].", 14),
    ("A: She was [7lb 6oz:number], he was [8lb 1oz:number].", 16),
    ("A: I'm [5ft 6in:number], he's [6ft 1in:number].", 12),
])  # fmt: skip
def test_measures_in_two_units_move_by_as_much(line: str, size: int) -> None:
    made = dialogue(line, lang="en")

    def values(said: list[str]) -> list[int]:
        pairs = [list(map(int, re.findall(r"\d+", text))) for text in said]
        assert all(small < size for _, small in pairs)
        return [large * size + small for large, small in pairs]

    old = values([turn.text[m.start : m.end] for turn in made.turns for m in turn.mentions])
    for key in KEYS:
        new = values(texts(run(made, key=key)))
        assert new[1] - new[0] == old[1] - old[0]
        assert not set(new) & set(old) or new[0] != old[0]


def test_what_was_lost_stays() -> None:
    made = dialogue(
        "A: I've lost [two stone:number].", "B: So [twelve stone four:number] now?", lang="en"
    )
    for key in KEYS:
        lost, now = texts(run(made, key=key))
        assert lost == "two stone" and now != "twelve stone four" and "stone" in now
