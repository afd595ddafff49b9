"""Plans come out the same, decisions change them, undo restores, nothing unsafe is approved."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Decision, Dialogue, Span, TrainingRun, Turn
from annotation.refusals import NothingToDo, Refused
from annotation.services.revision import approvals, decisions, entity_changes, issue_decisions
from annotation.services.revision import page as revision
from annotation.services.revision.shown.turns import pairs_of
from surrogates.folding import words
from tests.labelled import ITEMS, call, label, read, shown


def text_of(now: issue_decisions.Plan) -> str:
    return "\n".join(turn.text for turn in now.result.draft.turns)


def mention(now: issue_decisions.Plan, original: str) -> Any:
    return next(r for r in now.result.replacements if r.original == original)


def test_a_plan_replaces_every_item_and_nothing_else(labelled: Any) -> None:
    now = issue_decisions.plan(call(labelled))
    assert len(now.result.replacements) == 6
    assert not now.leaks
    assert shown(text_of(now)) == []
    assert text_of(now).startswith("Buenos días, le atiende ")
    assert "no me va el router desde" in text_of(now)


def test_a_plan_comes_out_the_same_each_time(labelled: Any) -> None:
    assert (
        issue_decisions.plan(call(labelled)).result == issue_decisions.plan(call(labelled)).result
    )


def test_unread_turns_take_the_machines_proposals(project: Any, annotator: Any) -> None:
    turn = Turn.objects.get(dialogue=call(project), position=1)
    label(turn, None, ITEMS["call-1", 1])
    Span.objects.update(run=TrainingRun.objects.create(project=project, status="done"))
    now = issue_decisions.plan(call(project))
    assert len(now.result.replacements) == 3
    assert [t.read_by for t in now.turns] == ["nobody", "machine", "nobody", "nobody"]


def test_a_decision_outlives_the_label_that_is_made_anew(labelled: Any, curator: Any) -> None:
    dialogue = call(labelled)
    now = issue_decisions.plan(dialogue)
    entity_changes.change(
        dialogue,
        curator,
        entity_changes.Change(mentions=[mention(now, "Bilbao").key], text="Zamora"),
    )
    span = Span.objects.get(turn__dialogue=dialogue, label__name="place")
    start, end, kind, turn = span.start, span.end, span.label, span.turn
    reading = span.reading
    span.delete()
    assert "Zamora" not in text_of(issue_decisions.plan(dialogue))
    Span.objects.create(turn=turn, start=start, end=end, label=kind, reading=reading)
    assert "Zamora" in text_of(issue_decisions.plan(dialogue))


def test_an_edit_is_kept_and_undone(labelled: Any, curator: Any) -> None:
    dialogue = call(labelled)
    before = issue_decisions.plan(dialogue)
    entity_changes.change(
        dialogue,
        curator,
        entity_changes.Change(mentions=[mention(before, "Bilbao").key], text="Zamora"),
    )
    assert mention(issue_decisions.plan(dialogue), "Bilbao").surrogate == "Zamora"
    decisions.undo(dialogue)
    assert issue_decisions.plan(dialogue).result == before.result
    with pytest.raises(NothingToDo):
        decisions.undo(dialogue)


def test_another_draw_and_a_placeholder(labelled: Any, curator: Any) -> None:
    dialogue = call(labelled)
    first = mention(issue_decisions.plan(dialogue), "Bilbao")
    seen = {first.surrogate}
    for _ in range(3):
        entity_changes.change(
            dialogue, curator, entity_changes.Change(mentions=[first.key], kind="redraw")
        )
        seen.add(mention(issue_decisions.plan(dialogue), "Bilbao").surrogate)
    assert len(seen) > 1
    assert "Bilbao" not in seen
    entity_changes.change(
        dialogue, curator, entity_changes.Change(mentions=[first.key], kind="placeholder")
    )
    assert mention(issue_decisions.plan(dialogue), "Bilbao").surrogate.startswith("[")


@pytest.mark.parametrize(
    "text", ["Francisco", "FRANCISCO", "Bilbao", "olabarri", "San Bilbao", "Paco"]
)
def test_an_original_is_no_surrogate(labelled: Any, curator: Any, text: str) -> None:
    dialogue = call(labelled)
    place = mention(issue_decisions.plan(dialogue), "Bilbao")
    with pytest.raises(Refused) as refused:
        entity_changes.change(
            dialogue, curator, entity_changes.Change(mentions=[place.key], text=text)
        )
    assert refused.value.code == "is_original"
    assert text not in str(refused.value)
    assert not Decision.objects.exists()


@pytest.mark.parametrize("text", ["", "   ", "x" * 101, "a\x00b", "a\u202eb"])
def test_a_surrogate_must_be_a_short_text(labelled: Any, curator: Any, text: str) -> None:
    dialogue = call(labelled)
    place = mention(issue_decisions.plan(dialogue), "Bilbao")
    with pytest.raises(Refused) as refused:
        entity_changes.change(
            dialogue, curator, entity_changes.Change(mentions=[place.key], text=text)
        )
    assert refused.value.code == "bad_surrogate"


def test_mentions_of_another_dialogue_are_refused(labelled: Any, curator: Any) -> None:
    other = issue_decisions.plan(call(labelled, "call-2")).result.replacements[0].key
    with pytest.raises(Refused) as refused:
        entity_changes.change(
            call(labelled), curator, entity_changes.Change(mentions=[other], text="Zamora")
        )
    assert refused.value.status == 409


def test_no_decision_holds_an_original(labelled: Any, curator: Any) -> None:
    dialogue = call(labelled)
    now = issue_decisions.plan(dialogue)
    for each in now.result.replacements:
        entity_changes.change(
            dialogue, curator, entity_changes.Change(mentions=[each.key], kind="redraw")
        )
    kept = str(list(Decision.objects.values_list("constraints", "reason", "issue_code")))
    assert shown(kept) == []


def test_dismissing_needs_a_reason_and_an_open_issue(labelled: Any, curator: Any) -> None:
    dialogue = call(labelled)
    with pytest.raises(NothingToDo):
        issue_decisions.decide(
            dialogue, curator, issue_decisions.Answer(code="KIN", turn=0, start=0, action="dismiss")
        )


def test_a_known_name_without_a_label_blocks_until_it_is_settled(
    project: Any, annotator: Any, curator: Any
) -> None:
    """Bilbao is labelled in one turn and not in another."""
    dialogue = call(project)
    for turn in dialogue.turns.all():
        read(turn, annotator, [("Bilbao", "place")] if turn.position == 1 else [])
    Turn.objects.filter(dialogue=dialogue, position=2).update(text="Dígame, ¿en Bilbao mismo?")
    now = issue_decisions.plan(dialogue)
    assert now.leaks
    with pytest.raises(Refused) as refused:
        issue_decisions.approve(dialogue, curator)
    assert refused.value.code in {"leak", "blocked"}
    issue = next(i for i in now.result.issues if i.severity == "block")
    issue_decisions.decide(
        dialogue,
        curator,
        issue_decisions.Answer(
            code=issue.code, turn=issue.turn, start=issue.start, action="accept"
        ),
    )
    settled = issue_decisions.plan(dialogue)
    assert "Bilbao" not in text_of(settled)
    issue_decisions.approve(dialogue, curator)
    assert dialogue.approved_by == curator


@pytest.mark.parametrize(
    ("said", "severity", "action"),
    [
        ("me gusta el campo", "warn", "dismiss"),
        ("el Campo", "block", "accept"),
        ("el Campo", "block", "dismiss"),
        ("estoy en casa", None, ""),
    ],
)
def test_every_leak_has_an_issue_that_settles_it(
    project: Any, annotator: Any, curator: Any, said: str, severity: str | None, action: str
) -> None:
    """Campo is a surname, Casa Pepe a firm: an ordinary word beside them may be another."""
    dialogue = call(project, "call-2")
    texts = ["Soy Campo, de Casa Pepe", said, "Gracias"]
    for turn, text in zip(dialogue.turns.order_by("position"), texts, strict=True):
        turn.text = text
        turn.save()
        items = [("Campo", "surname"), ("Casa Pepe", "organisation")] if turn.position == 0 else []
        read(turn, annotator, items)
    now = issue_decisions.plan(dialogue)
    found = [i for i in now.result.issues if i.code == "RESIDUAL_MENTION" and i.turn == 1]
    assert bool(now.leaks) == (severity is not None)
    if severity is None:
        assert all(issue.severity != "block" for issue in found)
        return
    (issue,) = found
    assert issue.severity == severity
    place = {"code": issue.code, "turn": issue.turn, "start": issue.start}
    if severity == "warn":
        with pytest.raises(Refused) as refused:
            issue_decisions.decide(
                dialogue,
                curator,
                issue_decisions.Answer(**place, action="dismiss", reason="not Campo"),
            )
        assert refused.value.code == "is_original"
        issue_decisions.decide(
            dialogue,
            curator,
            issue_decisions.Answer(**place, action="dismiss", reason="the countryside"),
        )
        assert said in text_of(issue_decisions.plan(dialogue))
    else:
        issue_decisions.decide(dialogue, curator, issue_decisions.Answer(**place, action=action))
        assert ("Campo" in text_of(issue_decisions.plan(dialogue))) == (action == "dismiss")
    assert not issue_decisions.plan(dialogue).leaks
    issue_decisions.approve(dialogue, curator)


def test_a_year_said_again_is_labelled_or_dismissed(
    project: Any, annotator: Any, curator: Any
) -> None:
    dialogue = call(project, "call-2")
    texts = ["Desde 1936", "en mil novecientos treinta y seis", "Gracias"]
    for turn, text in zip(dialogue.turns.order_by("position"), texts, strict=True):
        turn.text = text
        turn.save()
        read(turn, annotator, [("1936", "month")] if turn.position == 0 else [])
    now = issue_decisions.plan(dialogue)
    (issue,) = [i for i in now.result.issues if i.code == "RESIDUAL_YEAR"]
    assert issue.severity == "block"
    assert issue_decisions.may_dismiss(issue)
    place = {"code": issue.code, "turn": issue.turn, "start": issue.start}
    issue_decisions.decide(dialogue, curator, issue_decisions.Answer(**place, action="accept"))
    settled = issue_decisions.plan(dialogue)
    assert not settled.blocks
    assert "treinta y seis" not in text_of(settled)
    assert len(settled.result.replacements) == 2


def test_a_typed_surrogate_that_is_labelled_later_gives_way(
    labelled: Any, curator: Any, annotator: Any
) -> None:
    """Zamora was typed for Bilbao; later a turn is found to name Zamora too."""
    dialogue = call(labelled)
    key = mention(issue_decisions.plan(dialogue), "Bilbao").key
    entity_changes.change(dialogue, curator, entity_changes.Change(mentions=[key], text="Zamora"))
    turn = Turn.objects.create(dialogue=dialogue, position=4, text="Y en Zamora")
    read(turn, annotator, [("Zamora", "place")])
    now = issue_decisions.plan(dialogue)
    assert "Zamora" not in text_of(now)
    assert not now.leaks


def test_approval_is_taken_back_by_what_comes_after(
    labelled: Any, curator: Any, annotator: Any
) -> None:
    dialogue = call(labelled, "call-2")
    issue_decisions.approve(dialogue, curator)
    approved = approvals.revisable(labelled).filter(approved=True)
    assert approved.count() == 1
    label(Turn.objects.get(dialogue=dialogue, position=0), None, [("teléfono", "other")])
    assert approved.count() == 0
    dialogue.refresh_from_db()
    issue_decisions.approve(dialogue, curator)
    assert approved.count() == 1
    key = issue_decisions.plan(dialogue).result.replacements[0].key
    entity_changes.change(dialogue, curator, entity_changes.Change(mentions=[key], kind="redraw"))
    assert approved.count() == 0


def test_a_dialogue_that_nobody_read_is_not_approved(project: Any, curator: Any) -> None:
    with pytest.raises(Refused) as refused:
        issue_decisions.approve(call(project), curator)
    assert refused.value.code == "unread"


def test_the_page_shows_both_texts_cut_at_the_labels(labelled: Any) -> None:
    page = revision.page_of(call(labelled))
    pair = page.pairs[1]
    assert "".join(piece.text for piece in pair.before) == "Soy Francisco Olabarri, de Bilbao"
    marked = [f"{p.text} {p.letter} {p.family}" for p in pair.before if p.letter]
    assert marked == ["Francisco M person", "Olabarri S person", "Bilbao P place"]
    assert [p.letter for p in pair.after if p.letter] == ["M", "S", "P"]
    francisco = next(c for c in page.cards if "Francisco" in c.entity.original)
    assert 2 in francisco.turns
    short = page.pairs[2].after[1].text
    assert words(short) != ("fran",)


def test_the_page_costs_the_same_for_any_corpus(
    labelled: Any, django_assert_max_num_queries: Any
) -> None:
    with CaptureQueriesContext(connection) as few:
        revision.page_of(call(labelled))
    for number in range(30):
        more = Dialogue.objects.create(
            project=labelled, external_id=f"m{number}", position=number + 5
        )
        Turn.objects.bulk_create(Turn(dialogue=more, position=p, text="Sí") for p in range(10))
    with django_assert_max_num_queries(len(few)):
        revision.page_of(call(labelled))


def test_figures_said_again_are_never_called_no_name(
    project: Any, annotator: Any, curator: Any
) -> None:
    dialogue = call(project, "call-2")
    for turn in dialogue.turns.order_by("position"):
        turn.text = "El 612 345 678" if turn.position < 2 else "Gracias"
        turn.save()
        read(turn, annotator, [("612 345 678", "number")] if turn.position == 0 else [])
    now = issue_decisions.plan(dialogue)
    again = [i for i in now.result.issues if i.turn == 1 and i.severity == "block"]
    assert again
    assert not any(issue_decisions.may_name_nobody(now, issue) for issue in again)


def test_a_repeat_that_names_nobody_shares_a_card_until_it_is_answered(
    project: Any, annotator: Any, curator: Any
) -> None:
    """Vale is a name here, and a yes: each place is answered for itself."""
    dialogue = call(project, "call-2")
    texts = ["Soy Vale, digo", "Vale", "Vale", "Bueno"]
    dialogue.turns.all().delete()
    for position, text in enumerate(texts):
        turn = Turn.objects.create(dialogue=dialogue, position=position, text=text)
        read(turn, annotator, [("Vale", "female name")] if position == 0 else [])
    now = issue_decisions.plan(dialogue)
    (card,) = (c for c in revision.issues_of(now, originals=True) if c.word)
    assert (card.word, card.numbers, card.may_be_no_name, card.is_for_all) == (
        "Vale", [2, 3], True, False,
    )  # fmt: skip
    assert len([c for c in revision.issues_of(now) if c.labels_it]) == 2  # no words, no groups
    issue_decisions.decide(
        dialogue,
        curator,
        issue_decisions.Answer(card.issue.code, card.issue.turn, card.issue.start, "dismiss"),
    )
    now = issue_decisions.plan(dialogue)
    (card,) = (c for c in revision.issues_of(now, originals=True) if c.word)
    assert card.numbers == [3]
    assert {leak.turn for leak in now.leaks} == {2}


def test_a_note_says_the_words_that_may_depend_to_who_may_see_originals(
    project: Any, annotator: Any
) -> None:
    dialogue = call(project, "call-2")
    dialogue.turns.all().delete()
    turn = Turn.objects.create(
        dialogue=dialogue, position=0, text="Voy a Ronda, nacido y criado allí."
    )
    read(turn, annotator, [("Ronda", "place")])
    now = issue_decisions.plan(dialogue)
    (card,) = (c for c in revision.issues_of(now, originals=True) if c.said)
    assert (card.said, str(card.title)) == ("nacido y criado", "May no longer fit")
    for seen in (True, False):
        (pair,) = pairs_of(now, {}, originals=seen)
        marked = [(piece.text, piece.mark) for piece in (*pair.before, *pair.after) if piece.mark]
        assert marked == [("nacido y criado", "may")] * 2 * seen
    assert not any(card.said for card in revision.issues_of(now))


def test_a_note_is_dismissed_without_the_others_at_its_mention(
    project: Any, annotator: Any, curator: Any
) -> None:
    dialogue = call(project, "call-2")
    texts = ["Vivo en Jaca, cerca de la sierra", "¿Y qué tal el puerto?", "Gracias"]
    for turn, text in zip(dialogue.turns.order_by("position"), texts, strict=True):
        turn.text = text
        turn.save()
        read(turn, annotator, [("Jaca", "place")] if turn.position == 0 else [])
    first, second = notes_of(dialogue)
    answer = issue_decisions.Answer(first.code, first.turn, first.start, "dismiss", "no matter")
    issue_decisions.decide(dialogue, curator, answer)
    assert notes_of(dialogue) == [second]


def notes_of(dialogue: Any) -> list[Any]:
    issues = issue_decisions.plan(dialogue).result.issues
    return [each for each in issues if each.code == "MAY_DEPEND"]
