"""Nothing replaces without searching, and what shows an original is not given out."""

import importlib
import inspect
import pkgutil
from typing import Any, get_type_hints

import pytest

import surrogates
from surrogates import HeldBack, pseudonymise
from surrogates.search import gate
from surrogates.search.gate import but_round
from surrogates.search.leaks import scan
from surrogates.types import Dialogue, Result
from tests.surrogates.dialogues import KEY, codes, dialogue, run

# They take what was searched already, and give it back with more of it found or covered.
OF_RESULTS = {
    f"{gate.__name__}.{name}" for name in ("but_answered", "judge", "with_known", "without_kept")
}


def public_functions() -> dict[str, Any]:
    found = {}
    for module in pkgutil.walk_packages(surrogates.__path__, "surrogates."):
        for name, each in vars(importlib.import_module(module.name)).items():
            if inspect.isfunction(each) and not name.startswith("_"):
                found[f"{each.__module__}.{name}"] = each
    return found


def test_one_public_call_gives_replaced_text() -> None:
    made = {
        name
        for name, each in public_functions().items()
        if any(kind in str(get_type_hints(each).get("return")) for kind in (".Dialogue", ".Result"))
    }
    calls = ["pseudonymise", "pseudonymise_corpus"]
    assert made - OF_RESULTS == {f"surrogates.engine.{name}" for name in calls}
    offered = [name for name in surrogates.__all__ if inspect.isfunction(getattr(surrogates, name))]
    assert offered == calls


@pytest.mark.parametrize("strategy", ["entity", "word", "indexed", "named", "typed", "redact"])
def test_what_shows_an_original_is_not_given_out(strategy: str) -> None:
    made = dialogue("A: soy [Zaratustrio:PER]", "B: gracias, Zaratustrio")
    result = pseudonymise(made, strategy=strategy, key=KEY)
    assert result.held
    assert [(leak.turn, leak.start) for leak in result.leaks] == [(1, 9)]
    assert any(issue.severity == "block" and issue.turn == 1 for issue in result.issues)
    with pytest.raises(HeldBack) as refusal:
        _ = result.dialogue
    assert "Zaratustrio" not in str(refusal.value)
    assert result.draft.turns[1].text == "gracias, Zaratustrio"  # for the person who revises it


def test_what_is_clean_is_given_out() -> None:
    result = pseudonymise(dialogue("A: soy [Zaratustrio:PER]"), strategy="typed", key=KEY)
    assert (result.held, result.leaks) == (False, ())
    assert result.dialogue.turns[0].text == "soy [PER]"


def test_nothing_replaced_is_nothing_given_out() -> None:
    result = pseudonymise(dialogue("A: soy [Zaratustrio:PER]"), strategy="none", key=KEY)
    with pytest.raises(HeldBack):
        _ = result.dialogue


def test_types_are_named() -> None:
    assert isinstance(dialogue("A: sí"), Dialogue)
    assert get_type_hints(pseudonymise)["return"] is Result


def test_round_figures_of_a_surrogate_are_like_others_by_chance() -> None:
    original = dialogue("A: Vale [310 000:AMOUNT].", "B: En el [46001:ZIP].")
    drawn = dialogue("A: Vale [340 000:AMOUNT].", "B: En el [10000:ZIP].")
    beside = dialogue("A: Vale [340 000:AMOUNT].", "B: En el [46002:ZIP], por 310 000.")
    assert but_round(scan(original, drawn), original, drawn) == []
    assert [leak.turn for leak in but_round(scan(original, beside), original, beside)] == [1]


def test_the_word_for_a_street_stays_in_its_own_name() -> None:
    made = dialogue(
        "A: [Kale Nagusian:STREET].", "B: [Arana kaleko:STREET] [3an:NUMBER].", lang="eu"
    )
    for n in range(4):
        assert "LEAK_ORIGINAL" not in codes(run(made, key=bytes([n, 3])))
