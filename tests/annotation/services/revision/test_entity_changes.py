"""Changes of entities are kept, replayed, met by new mentions, taken back and made again."""

from dataclasses import replace
from typing import Any

import pytest

from annotation.models import Decision, Dialogue, Project, Turn
from annotation.refusals import NothingToDo, Refused, StaleVersion
from annotation.services.revision import (
    decisions,
    entity_changes,
    issue_decisions,
    panels,
    plans,
    replay,
)
from annotation.services.revision import page as revision
from surrogates.types import Constraint
from tests.labelled import call, read, read_all


@pytest.fixture
def dialogue(labelled: Project, annotator: Any) -> Dialogue:
    """Francisco, Fran and Marta of the first call, and one more who says Francisco."""
    labelled.surrogate_key = bytes(32)  # another may draw the same place twice
    labelled.save()
    found = call(labelled)
    turn = Turn.objects.create(dialogue=found, position=4, text="Y Francisco, en Bilbao")
    read(turn, annotator, [("Francisco", "male name"), ("Bilbao", "place")])
    return found


def said(dialogue: Dialogue, original: str) -> list[str]:
    """What stands for each mention of a word now."""
    return [r.surrogate for r in plans.plan(dialogue).result.replacements if r.original == original]


def keys(dialogue: Dialogue, original: str) -> list[str]:
    return [r.key for r in plans.plan(dialogue).result.replacements if r.original == original]


def test_a_decision_about_all_mentions_takes_in_a_new_one(
    dialogue: Dialogue, curator: Any, annotator: Any
) -> None:
    entity_changes.change(
        dialogue, curator, entity_changes.Change(mentions=keys(dialogue, "Bilbao"), text="Zamora")
    )
    turn = Turn.objects.create(dialogue=dialogue, position=5, text="Sí, Bilbao")
    read(turn, annotator, [("Bilbao", "place")])
    assert said(dialogue, "Bilbao") == ["Zamora"] * 3
    entity_changes.change(
        dialogue,
        curator,
        entity_changes.Change(mentions=keys(dialogue, "Fran"), kind="placeholder"),
    )
    turn = Turn.objects.create(dialogue=dialogue, position=6, text="Adiós, Fran")
    read(turn, annotator, [("Fran", "male name")])
    assert [text[0] for text in said(dialogue, "Fran")] == ["[", "["]
    assert "[" not in "".join(said(dialogue, "Francisco"))


def test_a_mention_is_split_off_and_merged_again(dialogue: Dialogue, curator: Any) -> None:
    first, second = keys(dialogue, "Francisco")
    before = said(dialogue, "Francisco")
    assert before[0] == before[1]
    entity_changes.change(dialogue, curator, entity_changes.Change(mentions=[second], kind="split"))
    one, other = said(dialogue, "Francisco")
    assert one != other
    entity_changes.change(
        dialogue, curator, entity_changes.Change(mentions=[second], kind="merge", other=first)
    )
    assert len(set(said(dialogue, "Francisco"))) == 1


def test_all_mentions_cannot_be_split_off(dialogue: Dialogue, curator: Any) -> None:
    everybody = [*keys(dialogue, "Francisco"), *keys(dialogue, "Fran")]
    with pytest.raises(Refused) as refused:
        entity_changes.change(
            dialogue, curator, entity_changes.Change(mentions=everybody, kind="split")
        )
    assert refused.value.code == "all"


def test_entities_are_merged_and_linked(dialogue: Dialogue, curator: Any) -> None:
    marta, francisco = keys(dialogue, "Marta"), keys(dialogue, "Francisco")
    with pytest.raises(NothingToDo):
        entity_changes.change(
            dialogue,
            curator,
            entity_changes.Change(mentions=francisco[:1], kind="merge", other=francisco[1]),
        )
    for other, relation, code in (
        ("?", "short_form", "no_other"),
        (francisco[0], "", "no_relation"),
        (francisco[0], "cousin", "no_relation"),
    ):
        wish = {"kind": "link", "other": other, "relation": relation}
        with pytest.raises(Refused) as refused:
            entity_changes.change(dialogue, curator, entity_changes.Change(mentions=marta, **wish))
        assert refused.value.code == code
    step = entity_changes.change(
        dialogue,
        curator,
        entity_changes.Change(
            mentions=marta, kind="link", other=francisco[0], relation="equivalent"
        ),
    )
    assert step.constraints[0]["value"] == "equivalent"
    card = entity_changes.card_of(plans.plan(dialogue), marta[0])
    assert card is not None
    assert set(francisco) <= set(card.mentions)


def test_a_gender_is_set(dialogue: Dialogue, curator: Any) -> None:
    mentions = keys(dialogue, "Marta")
    with pytest.raises(Refused):
        entity_changes.change(
            dialogue, curator, entity_changes.Change(mentions=mentions, kind="gender", gender="x")
        )
    entity_changes.change(
        dialogue, curator, entity_changes.Change(mentions=mentions, kind="gender", gender="u")
    )
    card = entity_changes.card_of(plans.plan(dialogue), mentions[0])
    assert card is not None
    assert (card.gender, card.gender_evidence) == ("u", "person")


def test_the_later_of_two_decisions_counts(dialogue: Dialogue, curator: Any) -> None:
    mentions = keys(dialogue, "Bilbao")
    drawn = said(dialogue, "Bilbao")
    entity_changes.change(
        dialogue, curator, entity_changes.Change(mentions=mentions, kind="placeholder")
    )
    entity_changes.change(
        dialogue, curator, entity_changes.Change(mentions=mentions, text="Zamora")
    )
    assert said(dialogue, "Bilbao") == ["Zamora", "Zamora"]
    entity_changes.change(
        dialogue, curator, entity_changes.Change(mentions=mentions[:1], kind="placeholder")
    )
    assert said(dialogue, "Bilbao")[1] == "Zamora"
    assert said(dialogue, "Bilbao")[0].startswith("[")
    entity_changes.change(
        dialogue, curator, entity_changes.Change(mentions=mentions, kind="redraw")
    )
    assert set(said(dialogue, "Bilbao")).isdisjoint({"Zamora", *drawn})
    for _ in range(4):
        decisions.undo(dialogue)
    assert said(dialogue, "Bilbao") == drawn


def test_what_is_set_apart_together_stays_together() -> None:
    wishes = [
        Constraint("link", ("a", "b")),
        Constraint("split", ("b", "c")),
        Constraint("link", ("b", "c")),
        Constraint("placeholder", ("d",)),
    ]
    assert replay._latest(wishes) == tuple(wishes[1:])


def test_undo_and_redo_walk_through_every_step(dialogue: Dialogue, curator: Any) -> None:
    mentions = keys(dialogue, "Bilbao")
    states = [plans.plan(dialogue).state]
    for text in ("Zamora", "Teruel"):
        entity_changes.change(
            dialogue, curator, entity_changes.Change(mentions=mentions, text=text)
        )
        states.append(plans.plan(dialogue).state)
    assert len(set(states)) == 3
    decisions.undo(dialogue)
    decisions.undo(dialogue)
    with pytest.raises(NothingToDo):
        decisions.undo(dialogue)
    assert plans.plan(dialogue).state == states[0]
    decisions.redo(dialogue)
    assert plans.plan(dialogue).state == states[1]
    decisions.redo(dialogue)
    assert said(dialogue, "Bilbao") == ["Teruel", "Teruel"]
    with pytest.raises(NothingToDo):
        decisions.redo(dialogue)


def test_a_new_step_leaves_nothing_to_do_again(dialogue: Dialogue, curator: Any) -> None:
    mentions = keys(dialogue, "Bilbao")
    for text in ("Zamora", "Teruel"):
        entity_changes.change(
            dialogue, curator, entity_changes.Change(mentions=mentions, text=text)
        )
        decisions.undo(dialogue)
    decisions.redo(dialogue)
    assert said(dialogue, "Bilbao")[0] == "Teruel"
    with pytest.raises(NothingToDo):
        decisions.redo(dialogue)
    told = decisions.tell(dialogue)
    assert [(each.what, each.undone) for each in told] == [
        ("Surrogate typed", False),
        ("Surrogate typed", True),
    ]


def test_an_approval_is_taken_back_before_the_step(dialogue: Dialogue, curator: Any) -> None:
    entity_changes.change(
        dialogue, curator, entity_changes.Change(mentions=keys(dialogue, "Bilbao"), text="Zamora")
    )
    issue_decisions.approve(dialogue, curator)
    assert decisions.undo(dialogue) is None
    dialogue.refresh_from_db()
    assert dialogue.approved_at is None
    assert said(dialogue, "Bilbao")[0] == "Zamora"


def test_a_step_between_the_plan_and_the_record_is_seen(
    dialogue: Dialogue, curator: Any, manager: Any
) -> None:
    """Two curators at the same moment: both have seen the state that there is."""
    mentions, now = keys(dialogue, "Bilbao"), plans.plan(dialogue)
    entity_changes.change(
        dialogue, manager, entity_changes.Change(mentions=mentions, text="Zamora")
    )
    with pytest.raises(StaleVersion) as late:
        entity_changes.change(
            dialogue, curator, entity_changes.Change(mentions=mentions, text="Teruel"), now=now
        )
    assert "manager" in str(late.value)
    assert Decision.objects.get().user == manager


def test_a_tried_fix_is_not_computed_again(
    project: Any, annotator: Any, curator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page, the fix that it shows, and the step that accepts it: two runs of the engine."""
    read_all(project, annotator)
    dialogue = call(project)
    turn = Turn.objects.create(dialogue=dialogue, position=4, text="¿En Bilbao, o Bilbao no?")
    read(turn, annotator)
    plans.LATELY.forget()
    runs = []
    real = plans.pseudonymise
    monkeypatch.setattr(plans, "pseudonymise", lambda *a, **k: runs.append(1) or real(*a, **k))
    page = revision.page_of(dialogue)
    assert len(runs) == 1
    panel = panels.issue_panel(page.plan, page.issues[0], page.labels, originals=True)
    assert (panel.before, bool(panel.after)) == ("Bilbao", True)
    issue = page.issues[0].issue
    assert len(runs) == 2
    issue_decisions.decide(
        dialogue,
        curator,
        issue_decisions.Answer(
            code=issue.code, turn=issue.turn, start=issue.start, action="accept"
        ),
    )
    again = revision.page_of(dialogue, before=page.plan)
    assert len(runs) == 2
    assert not again.issues
    assert [pair.number for pair in again.pairs] == [5]
    # What was tried out in place is what came.
    assert [piece.was for piece in panel.pairs[0].after if piece.was] == ["Bilbao", "Bilbao"]
    tried, came = panel.pairs[0], again.pairs[0]
    after = [replace(piece, was="") for piece in tried.after]
    assert [replace(tried, after=after, before=came.before)] == again.pairs
    # The original stands as it is until then: what is to be labelled has no label.
    bare = [(piece.text, piece.mention, piece.mark) for piece in tried.before]
    assert bare == [(piece.text, "", "open" if piece.mention else "") for piece in came.before]
    assert panel.plain == [pair for pair in page.pairs if pair.number == 5]
    cards = revision.changed_cards(page.plan, again)
    assert cards is not None
    assert [card.turns for card in cards] == [[2, 5]]
    key = keys(dialogue, "Bilbao")
    entity_changes.change(dialogue, curator, entity_changes.Change(mentions=key, kind="redraw"))
    revision.page_of(dialogue)
    assert len(runs) == 3


def test_every_issue_of_a_kind_is_one_step(project: Any, annotator: Any, curator: Any) -> None:
    read_all(project, annotator)
    dialogue = call(project)
    turn = Turn.objects.create(dialogue=dialogue, position=4, text="Marta, en Bilbao")
    read(turn, annotator)
    issues = plans.plan(dialogue).result.issues
    assert [issue.severity for issue in issues] == ["block", "block"]
    place = {"code": issues[0].code, "turn": issues[0].turn, "start": issues[0].start}
    issue_decisions.decide(
        dialogue, curator, issue_decisions.Answer(**place, action="accept", every=True)
    )
    assert plans.plan(dialogue).result.issues == ()
    decisions.undo(dialogue)
    assert len(plans.plan(dialogue).result.issues) == 2
