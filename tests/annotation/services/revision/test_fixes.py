"""A fix is tried out before it is offered: what it touches is shown, and it makes nothing worse."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from annotation.models import Decision, Turn
from annotation.refusals import Refused
from annotation.services.revision import issue_decisions, panels
from annotation.services.revision import page as revision
from annotation.services.revision.issue_decisions import made_worse
from annotation.services.revision.shown.turns import HIDDEN, moved
from surrogates.types import Fix, Issue
from tests.labelled import call, read, shown


def issue(code: str, severity: str, turn: int, *mentions: str) -> Issue:
    return Issue(code, severity, turn, 0, 4, "", None, mentions)


SETTLED = issue("SURNAME_SHARED", "warn", 1, "a")


@pytest.mark.parametrize(
    ("raised", "is_worse"),
    [
        (issue("KIN", "warn", 2, "b"), True),
        (issue("LEAK_ORIGINAL", "block", 2, "b"), True),
        (issue("POOL_SMALL", "info", 2, "b"), False),
        (issue("GENDER_UNKNOWN", "warn", 5, "c"), False),  # it was there
        (issue("GENDER_UNKNOWN", "warn", 3, "c", "d"), False),  # and has moved
        (issue("GENDER_UNKNOWN", "warn", 3, "d"), True),
    ],
)
def test_a_fix_is_worse_by_what_it_raises_that_is_as_grave(raised: Issue, is_worse: bool) -> None:
    there = (SETTLED, issue("GENDER_UNKNOWN", "warn", 5, "c"))
    now: Any = SimpleNamespace(result=SimpleNamespace(issues=there))
    then: Any = SimpleNamespace(issues=(there[1], raised))
    assert made_worse(now, [SETTLED], then) == ([raised] if is_worse else [])
    labels = issue("RESIDUAL_MENTION", "warn", 1, "a")  # until it is labelled it is published
    assert made_worse(now, [labels], then) == []


def test_a_fix_that_makes_it_worse_is_neither_offered_nor_taken(
    labelled: Any, curator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialogue = call(labelled)
    now = issue_decisions.plan(dialogue)
    key = now.result.replacements[0].key
    harmful = issue_decisions.Constraint("redraw", (key,), "1")
    open_issue = Issue("PUBLIC_FIGURE", "warn", 0, 0, 4, "", Fix((harmful,)), (key,))
    now = replace(now, result=replace(now.result, issues=(open_issue,)))
    real = issue_decisions.trial

    def trial(*args: Any) -> Any:
        return replace(real(*args), issues=(issue("KIN", "warn", 1, "x"),))

    monkeypatch.setattr(issue_decisions, "trial", trial)
    monkeypatch.setattr(panels, "trial", trial)
    card = revision.issues_of(now)[0]
    panel = panels.issue_panel(now, card, {}, originals=True)
    assert not panel.has_fix and not panel.pairs
    assert panel.worse is not None and panel.worse.number == 2
    answer = issue_decisions.Answer("PUBLIC_FIGURE", 0, 0, "accept")
    with pytest.raises(Refused) as refused:
        issue_decisions.decide(dialogue, curator, answer, now=now)
    assert refused.value.code == "worse"
    assert not Decision.objects.exists()


@pytest.mark.parametrize("originals", [True, False])
def test_every_turn_that_a_fix_touches_is_shown_as_it_is_and_as_it_would_be(
    labelled: Any, annotator: Any, originals: bool
) -> None:
    dialogue = call(labelled)
    for at in range(4, 60):
        turn = Turn.objects.create(dialogue=dialogue, position=at, text="¿En Bilbao?")
        read(turn, annotator)
    now = issue_decisions.plan(dialogue)
    card = revision.issues_of(now)[0]
    page = revision.page_of(dialogue, originals=originals, now=now)
    panel = panels.issue_panel(now, card, page.labels, originals=originals)
    assert [pair.number for pair in panel.pairs] == list(range(5, 61))
    was = "Bilbao" if originals else HIDDEN
    assert {piece.was for pair in panel.pairs for piece in pair.after} == {"", was}
    if not originals:
        assert shown(str([pair.after for pair in panel.pairs])) == []
    tried = page.with_tried(panel.pairs)
    assert [any(p.was for p in pair.after) for pair in tried.pairs] == [False] * 4 + [True] * 56


def test_the_fixes_of_a_kind_are_shown_in_all_their_turns(labelled: Any, annotator: Any) -> None:
    dialogue = call(labelled)
    for at, text in ((4, "¿Marta?"), (5, "En Bilbao")):
        read(Turn.objects.create(dialogue=dialogue, position=at, text=text), annotator)
    now = issue_decisions.plan(dialogue)
    card = next(c for c in revision.issues_of(now) if c.number == 5)
    labels = revision.page_of(dialogue, now=now).labels
    alone = panels.issue_panel(now, card, labels, originals=True)
    every = panels.issue_panel(now, card, labels, originals=True, every=True)
    assert {pair.number for pair in alone.pairs} < {pair.number for pair in every.pairs}
    assert every.every and every.alike == alone.alike > 1


def test_what_stands_beside_a_text_moves_with_it(labelled: Any) -> None:
    """Who speaks from where, in the replaced text."""
    found = issue_decisions.plan(call(labelled)).result
    here = [r for r in found.replacements if r.turn == 1]
    text = call(labelled).turns.get(position=1).text
    said = [
        {"speaker": "a", "start": 0, "end": 14},
        {"speaker": "b", "start": 14, "end": len(text)},
    ]
    extra = moved({"utterances": said}, len(text), here)
    new = found.draft.turns[1].text
    first, second = extra["utterances"]  # type: ignore[misc]
    assert new[second["start"] : second["end"]].startswith(here[1].surrogate)
    assert (first["start"], first["end"], second["end"]) == (0, second["start"], len(new))
    assert moved({}, len(text), here) == {}
