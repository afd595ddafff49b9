"""Amounts that are rounded to others, numbers that are the sum of ages: what they become."""

import pytest

from surrogates.labels import Kind
from surrogates.languages import load_lexicon
from surrogates.languages.numerals import numerals
from surrogates.numbers.cued_kinds import tell_kinds
from surrogates.numbers.sums.values import read_amount
from surrogates.rewrite import collect
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n]) for n in range(4)]


def drawn(lang: str, *lines: str) -> list[list[float]]:
    """What the numbers become under several keys, none of them flagged."""
    spoken, lexicon = numerals(lang), load_lexicon(lang)
    assert spoken is not None
    found = []
    for key in KEYS:
        result = run(dialogue(*lines, lang=lang), key=key)
        assert "CONSTRAINT_RELAXED" not in codes(result)
        read = [read_amount(text, spoken, lexicon) for text in texts(result)]
        found.append([each.value / 100 for each in read if each is not None])
        assert len(found[-1]) == len(read), texts(result)
    return found


@pytest.mark.parametrize(
    ("lang", "line", "way"),
    [
        ("es", "A: Son [79,98 €:NUM], casi [ochenta euros:NUM].", 1),
        ("ca", "A: Són [79,98 €:NUM], gairebé [80 €:NUM].", 1),
        ("eu", "A: [98,50 euro:NUM] ziren, ia [ehun euro:NUM].", 1),
        ("en", "A: It was [$412.30:NUM], about [400 dollars:NUM].", 0),
        ("fr", "A: C'est [79,98 €:NUM], presque [quatre-vingts euros:NUM].", 1),
        ("de", "A: Es waren [412,30 €:NUM], rund [400 Euro:NUM].", 0),
        ("es", "A: Son [412,30 €:NUM], un poco más de [400 euros:NUM].", -1),
    ],
)
def test_an_amount_that_is_rounded_follows_the_exact_one(lang: str, line: str, way: int) -> None:
    for exact, rounded in drawn(lang, line):
        assert rounded == int(rounded)
        assert 0 < abs(rounded - exact) <= rounded / 20
        assert not way or (rounded - exact) * way > 0


def test_a_sum_that_is_rounded_stays_one() -> None:
    made = (
        "A: [39,99 €:NUM] le [2 avril:DATE] et encore [39,99 €:NUM] le [5 avril:DATE].",
        "B: Soit [79,98 €:NUM] au total.",
        "A: Presque [80 euros:NUM] !",
        "B: Nous vous remboursons [39,99 €:NUM].",
    )
    for key in KEYS:
        out = texts(run(dialogue(*made, lang="fr"), key=key))
        one, two, total, rounded, back = (
            float(out[n].split(" ")[0].replace(",", ".")) for n in (0, 2, 4, 5, 6)
        )
        assert one == two == back and total == pytest.approx(2 * one)
        assert 0 < rounded - total <= rounded / 20


@pytest.mark.parametrize("text", ["[39,99 €:NUM] le", "[dix euros:NUM] le", "[10:NUM] euros le"])
def test_money_beside_a_date_is_no_date(text: str) -> None:
    made = dialogue(f"A: {text} [2 avril:DATE].", lang="fr")
    money = tell_kinds(made, collect(made)[0], load_lexicon("fr"))[0]
    assert (money.kind, money.cue) == (Kind.NUMBER, "money")


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", ["A: Ich bin [16:AGE].", "B: Sie ist [14:AGE]. Zusammen sind wir [30:NUM]."]),
        ("es", ["A: Tiene [16 años:AGE] y ella [14:AGE]. Suman [treinta:NUM] años."]),
        ("en", ["A: He is [70:AGE], she is [68:AGE].", "B: Together [138:NUM]."]),
    ],
)
def test_a_sum_of_ages_follows_them(lang: str, lines: list[str]) -> None:
    for one, two, total in drawn(lang, *lines):
        assert one + two == total
