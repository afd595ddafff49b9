"""Numbers that sound alike: labelled, both stay such a pair; one without a label is told."""

import pytest

from tests.surrogates.checkers import digits
from tests.surrogates.dialogues import KEY, codes, dialogue, run, texts

KEYS = [bytes([n, 7]) for n in range(8)]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("de", "Hinten ist es [null sieben:PHONE], nicht siebzig."),
        ("de", "Nicht siebzig, sondern [null sieben:PHONE]."),
        ("en", "It is [sixteen:NUM], not sixty."),
        ("en", "Did you say sixty or [sixteen:NUM]?"),
        ("es", "Son [trece:NUM], no treinta."),
        ("ca", "Són [tretze:NUM], no trenta."),
        ("fr", "C'est [treize:NUM], pas trente."),
        ("eu", "[23:NUM] da, ez 32."),
    ],
)
def test_an_unlabelled_number_that_sounds_like_it_is_told(lang: str, line: str) -> None:
    assert "CONSTRAINT_RELAXED" in codes(run(dialogue(f"A: {line}", lang=lang), key=KEY))


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "It is [sixteen:NUM], not twenty."),
        ("en", "[16:NUM] people. There were 60 last year."),
        ("es", "Son [trece:NUM] y luego treinta más."),
    ],
)
def test_other_numbers_are_not(lang: str, line: str) -> None:
    assert "CONSTRAINT_RELAXED" not in codes(run(dialogue(f"A: {line}", lang=lang), key=KEY))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [("en", "sixteen", "sixty"), ("de", "dreizehn", "dreißig"), ("es", "trece", "treinta"),
     ("fr", "treize", "trente"), ("ca", "tretze", "trenta"), ("de", "16", "60")],
)  # fmt: skip
def test_a_labelled_pair_stays_one(lang: str, one: str, other: str, key: bytes) -> None:
    made = dialogue(f"A: [{one}:NUM]?", f"B: No, [{other}:NUM].", f"A: [{other}:NUM].", lang=lang)
    teen, tens, again = (digits(t, lang) or t for t in texts(run(made, key=key)))
    assert teen[0] == "1" and tens == again == f"{teen[1]}0"
    assert teen != digits(one, lang)


@pytest.mark.parametrize("key", KEYS)
def test_a_zero_before_is_one_again(key: bytes) -> None:
    made = dialogue("A: Vorne [0151:PHONE], hinten [null sieben:PHONE], nicht [siebzig:PHONE].",
                    lang="de")  # fmt: skip
    _, one, other = texts(run(made, key=key))
    assert digits(one, "de")[0] == "0"
    assert digits(other, "de") == digits(one, "de")[::-1]
