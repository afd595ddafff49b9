"""A number in place of a key falls at once; a real key does not."""

import secrets

import pytest

from annotation.evidence.attacks.types import Target
from annotation.evidence.attacks.values import weak_key as module
from annotation.evidence.attacks.values.weak_key import OBVIOUS, weak_key
from annotation.evidence.errors import EvidenceError
from annotation.evidence.types import Pair, quietly
from annotation.formats.types import DialogueValue, TurnValue
from surrogates import pseudonymise
from surrogates.draw import key_of_number
from surrogates.types import Dialogue, Mention, Turn
from tests.annotation.evidence.attacks.releases import RNG, pair, target

LINE = "Soy [Ana Olabarri|-:PER], de [Gijón|-:LOC], y llamo al [600123456|-:phone]."


def release(key: bytes, line: str = LINE, missed: str = "") -> Target:
    known = pair("call-1", [line]).original
    turns = tuple(
        Turn(
            turn.speaker,
            turn.text,
            tuple(
                Mention(s.start, s.end, s.label, f"{n}:{s.start}")
                for s in turn.spans
                if s.label != missed
            ),
        )
        for n, turn in enumerate(known.turns)
    )
    made = pseudonymise(Dialogue(known.id, known.lang, turns), strategy="entity", key=key)
    left = DialogueValue(
        known.id, known.lang, tuple(TurnValue(t.speaker, t.text) for t in made.draft.turns)
    )
    return Target([Pair(known, left)])


def test_a_seed_falls_after_as_many_tries_as_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 600.0)
    found = weak_key(release(key_of_number(11)), RNG(0), quietly)
    assert found.state == "told"
    assert found.tried == len(OBVIOUS) + 12
    assert found.success is not None and found.success.low > 0


def test_a_dialogue_in_which_an_item_was_missed_is_not_tried_first() -> None:
    """No key redoes it from what it really holds, be the key as weak as it may."""
    short = "Soy [Ana Olabarri|-:PER], de [Gijón|-:LOC]."
    missed, whole = release(b"secret", short, missed="LOC"), release(b"secret")
    found = weak_key(Target([*missed.pairs, *whole.pairs]), RNG(0), quietly)
    assert found.state == "told"


@pytest.mark.parametrize("key", [b"secret", bytes(32)])
def test_an_obvious_key_falls(key: bytes) -> None:
    assert weak_key(release(key), RNG(0), quietly).state == "told"


def test_a_real_key_does_not_and_a_planted_one_shows_that_the_search_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "TRIES", 60)
    found = weak_key(release(secrets.token_bytes(32)), RNG(0), quietly)
    assert found.state == "held"
    assert found.values["planted"] == len(OBVIOUS) + module.PLANTED + 1
    assert found.tried == 60
    # Nothing found in 60: the upper end of the interval is 1 - .025 ** (1/60) = .0596.
    assert found.success is not None
    assert found.success.high == pytest.approx(0.0596, abs=0.0001)


def test_what_no_key_draws_is_not_searched() -> None:
    with pytest.raises(EvidenceError, match="could be redone"):
        weak_key(target([["Hola, buenos días."]] * 3), RNG(0), quietly)
