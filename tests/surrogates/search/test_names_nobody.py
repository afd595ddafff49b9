"""A word that a person said names nobody in the corpus stops no dialogue that says it."""

import pytest

from surrogates.search.gate import but_answered
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


REPEATS = [
    ("es", "A: soy [Vale:PER]", "B: Vale, dígame, Vale"),
    ("en", "A: I am [Grace:PER]", "B: Grace be with you, Grace"),
    ("de", "A: ich bin [Rose:PER]", "B: Rose im Garten, Rose"),
    ("fr", "A: je suis [Rose:PER]", "B: Rose du jardin, Rose"),
    ("ca", "A: soc la [Neus:PER]", "B: Neus al cim, Neus"),
    ("eu", "A: [Itsaso:PER] naiz", "B: Itsaso ederra, Itsaso"),
]


@pytest.mark.parametrize(("lang", "first", "again"), REPEATS)
def test_a_repeat_counts_no_more_at_the_place_of_an_answer(
    lang: str, first: str, again: str
) -> None:
    made = dialogue(first, again, lang=lang)
    result = run(made)
    found = [issue for issue in result.issues if issue.code == "RESIDUAL_MENTION"]
    assert len(found) == len(result.leaks) == 2
    one = {(found[0].turn, found[0].start, found[0].end)}
    answered = but_answered(result, one)
    assert [i for i in answered.issues if i.code == "RESIDUAL_MENTION"] == found[1:]
    assert len(answered.leaks) == 1
    assert answered.held
    both = one | {(found[1].turn, found[1].start, found[1].end)}
    assert not but_answered(result, both).held
    elsewhere = {(turn, start, end + 1) for turn, start, end in both}
    assert but_answered(result, elsewhere).leaks == result.leaks


def test_a_common_word_that_opens_a_sentence_holds_nothing_back() -> None:
    lines = ("A: Soc [cap d'estudis:profession] aquí.", "B: Cap problema.")
    assert not run(dialogue(*lines, lang="ca")).held
    lines = ("A: Le bus [scolaire:product] passe.", "B: Le transport scolaire, oui.")
    assert not run(dialogue(*lines, lang="fr")).held
    # A name that somebody writes without a capital is one at the beginning, too.
    lines = ("A: soy [dolores:given_name].", "B: Dolores, dígame.")
    assert run(dialogue(*lines)).held
