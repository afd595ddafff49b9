"""Noon in words that stays holds the hours beside it."""

from tests.surrogates.dialogues import dialogue, run, texts


def test_half_past_noon_is_still_what_the_figures_say() -> None:
    made = dialogue("A: À [midi et demi:TIME] ?", "B: [12h30:TIME], ça me va.", lang="fr")
    for n in range(4):
        assert texts(run(made, key=bytes(range(n, n + 32)))) == ["midi et demi", "12h30"]
