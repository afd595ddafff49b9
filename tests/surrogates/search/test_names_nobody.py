"""A word that a person said names nobody in the corpus stops no dialogue that says it."""

import pytest

from surrogates.search.originals import Originals
from surrogates.types import Dialogue
from tests.surrogates.dialogues import codes, dialogue, run

SAID = [
    ("es", "A: habla [consuelo:PER] y no encuentro consuelo", "consuelo"),
    ("en", "A: this is [joy:PER] and it was a joy", "joy"),
    ("de", "A: hier ist [wolf:FAM] und ich sah einen wolf", "wolf"),
    ("fr", "A: ici [olive:PER] avec une olive", "olive"),
    ("ca", "A: soc la [neus:PER] i hi ha neus al cim", "neus"),
    ("eu", "A: [itsaso:PER] naiz eta itsaso ederra da", "itsaso"),
]


def originals(made: Dialogue, *allowed: str) -> Originals:
    gathered = Originals(allowed)
    gathered.add(made)
    return gathered


@pytest.mark.parametrize(("lang", "line", "word"), SAID)
def test_one_answer_is_enough_for_the_corpus(lang: str, line: str, word: str) -> None:
    for id in ("d1", "d2"):
        made = dialogue(line, lang=lang, id=id)
        assert "RESIDUAL_MENTION" in codes(run(made, originals=originals(made)))
        answered = run(made, originals=originals(made, word))
        assert not answered.held
        assert "RESIDUAL_MENTION" not in codes(answered)


def test_a_capital_is_still_looked_at() -> None:
    made = dialogue("A: habla [consuelo:PER]", "B: Y Consuelo, ¿qué dice?")
    answered = run(made, originals=originals(made, "consuelo"))
    assert answered.held
    assert "RESIDUAL_MENTION" in codes(answered)
