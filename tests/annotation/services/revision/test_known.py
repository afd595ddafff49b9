"""What one dialogue of a project labels holds another back until it is decided there."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotation.models import Decision, Export, LexiconRow, Project, Reading, Turn
from annotation.refusals import Refused
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import evidence, exports, outgoing
from annotation.services.revision import decisions, issue_decisions, known, plans
from surrogates.search.originals import Originals
from tests.labelled import ITEMS, call, label, read_all

SAID = "Buenos días, llamo de parte de Olabarri"


@pytest.fixture
def leaky(project: Any, annotator: Any, data_dir: Path) -> Any:
    """Both calls are read; the second says, unlabelled, a name that only the first labels."""
    read_all(project, annotator)
    turn = call(project, "call-2").turns.get(position=0)
    Turn.objects.filter(pk=turn.pk).update(text=SAID)
    turn.spans.all().delete()
    for other in call(project, "call-2").turns.all():
        assert "Olabarri" not in other.text or other.position == 0
        other.spans.filter(label__name="surname").delete()
    known.KEPT.forget()
    return project


def make(project: Any, **more: Any) -> Export:
    export = exports.start_export(project, None, format="jsonl", strategy="redact", **more)
    assert run_job(Export, export.pk, exports.write_export)
    export.refresh_from_db()
    return export


def text_of(export: Export, data_dir: Path) -> str:
    return (data_dir / export.path).read_text() if export.path else ""


def issue_of(project: Any) -> Any:
    now = plans.plan(call(project, "call-2"))
    (issue,) = (each for each in now.result.issues if each.code == "KNOWN_ELSEWHERE")
    return issue


def decide(project: Any, user: Any, action: str, **more: Any) -> Decision:
    issue = issue_of(project)
    answer = issue_decisions.Answer(issue.code, issue.turn, issue.start, action, **more)
    return issue_decisions.decide(call(project, "call-2"), user, answer)


def test_a_name_of_another_dialogue_holds_back(leaky: Any, curator: Any, data_dir: Path) -> None:
    issue = issue_of(leaky)
    assert (issue.severity, issue.turn, issue.start) == ("block", 0, SAID.index("Olabarri"))
    export = make(leaky)
    assert export.summary["held_back"] == {str(call(leaky, "call-2").pk): ["known"]}
    assert "Olabarri" not in text_of(export, data_dir)
    (held,) = exports.row_of(export).held
    assert held.why == "it says without a label what another dialogue labels"
    assert evidence.readiness_of(leaky).checks[1].state == "block"
    with pytest.raises(Refused):
        issue_decisions.approve(call(leaky, "call-2"), curator)


@pytest.fixture
def guessed(leaky: Any) -> Any:
    """Of the first call only a model says what it holds; the second is read."""
    Reading.objects.filter(turn__dialogue=call(leaky)).delete()
    for turn in call(leaky).turns.all():
        label(turn, None, ITEMS[call(leaky).external_id, turn.position])
    return leaky


def test_the_guess_of_a_model_is_a_note_where_people_read(guessed: Any, data_dir: Path) -> None:
    assert issue_of(guessed).severity == "info"
    export = make(guessed)
    assert export.summary["held_back"] == {}
    assert "de parte de Olabarri" in text_of(export, data_dir)  # as its reader left it


def test_it_counts_where_nobody_read(guessed: Any) -> None:
    Reading.objects.filter(turn__dialogue=call(guessed, "call-2")).delete()
    assert issue_of(guessed).severity == "block"


def test_it_counts_once_somebody_labels_it_or_approves_it(
    guessed: Any, curator: Any, annotator: Any
) -> None:
    issue_decisions.approve(call(guessed), curator)
    assert issue_of(guessed).severity == "block"
    decisions.undo(call(guessed))
    assert issue_of(guessed).severity == "info"
    turn = call(guessed).turns.get(position=1)
    label(turn, annotator, [("Olabarri", "surname")])  # not finished yet
    assert issue_of(guessed).severity == "block"


def test_labelling_it_lets_it_go(leaky: Any, curator: Any, data_dir: Path) -> None:
    decide(leaky, curator, "accept")
    export = make(leaky)
    assert export.summary["held_back"] == {}
    assert "Olabarri" not in text_of(export, data_dir)
    assert "de parte de IIIII" in text_of(export, data_dir)
    decisions.undo(call(leaky, "call-2"))
    assert make(leaky).summary["dialogues"] == 1


def test_that_it_is_no_name_holds_in_the_whole_project(
    leaky: Any, curator: Any, data_dir: Path
) -> None:
    """And is one step of the dialogue: undo takes it back."""
    decide(leaky, curator, "dismiss")
    row = leaky.lexicon_rows.get()
    assert (row.kind, row.form) == (LexiconRow.Kind.NOBODY, "olabarri")
    assert not plans.plan(call(leaky, "call-2")).result.issues
    export = make(leaky)
    assert export.summary["held_back"] == {}
    assert "de parte de Olabarri" in text_of(export, data_dir)  # as the curator said
    assert call(leaky).decisions.count() == 0
    decisions.undo(call(leaky, "call-2"))
    assert make(leaky).summary["dialogues"] == 1
    decisions.redo(call(leaky, "call-2"))
    assert make(leaky).summary["dialogues"] == 2


def test_every_occurrence_is_labelled_as_a_step_of_each_dialogue(
    leaky: Any, curator: Any, annotator: Any, data_dir: Path
) -> None:
    from annotation.models import Dialogue

    third = Dialogue.objects.create(project=leaky, external_id="call-3", lang="es", position=9)
    turn = Turn.objects.create(dialogue=third, position=0, speaker="agent", text="Con OLABARRI.")
    label(turn, annotator, [])
    decide(leaky, curator, "accept", every=True)
    for name in ("call-2", "call-3"):
        (step,) = call(leaky, name).decisions.all()
        assert (step.user, step.issue_code) == (curator, "KNOWN_ELSEWHERE")
        assert [row["kind"] for row in step.constraints] == ["item"]
        assert not plans.plan(call(leaky, name)).leaks
    decisions.undo(third)
    assert plans.plan(call(leaky, "call-3")).leaks
    assert not plans.plan(call(leaky, "call-2")).leaks


def test_a_number_names_nobody_in_one_place_alone(leaky: Any, curator: Any, annotator: Any) -> None:
    """It is an original elsewhere: the lexicon does not keep it."""
    first = call(leaky).turns.get(position=0)
    Turn.objects.filter(pk=first.pk).update(text=f"{first.text} 612 345 678")
    first.refresh_from_db()
    label(first, annotator, [("612 345 678", "number")])
    second = call(leaky, "call-2").turns.get(position=0)
    Turn.objects.filter(pk=second.pk).update(text="Ref. 612345678, o 612345678")
    issues = [i for i in plans.plan(call(leaky, "call-2")).result.issues if "KNOWN" in i.code]
    assert len(issues) == 2
    answer = issue_decisions.Answer(
        code=issues[0].code, turn=0, start=issues[0].start, action="dismiss"
    )
    issue_decisions.decide(call(leaky, "call-2"), curator, answer)
    assert not leaky.lexicon_rows.exists()
    left = [i for i in plans.plan(call(leaky, "call-2")).result.issues if "KNOWN" in i.code]
    assert left == issues[1:]


def test_what_stands_beside_the_turns_is_searched(leaky: Any, data_dir: Path) -> None:
    turn = call(leaky, "call-2").turns.get(position=0)
    Turn.objects.filter(pk=turn.pk).update(text="Buenos días")
    assert make(leaky).summary["held_back"] == {}
    dialogue = call(leaky, "call-2")
    dialogue.meta = {"domain": "olabarri"}
    dialogue.save()
    assert make(leaky).summary["held_back"] == {str(dialogue.pk): ["known"]}


def test_originals_are_gathered_once_for_each_state(leaky: Any, monkeypatch: Any) -> None:
    gathered = []
    real = known.texts_of
    monkeypatch.setattr(known, "texts_of", lambda *a, **b: gathered.append(1) or real(*a, **b))
    known.KEPT.forget()
    plans.plan(call(leaky))
    plans.plan(call(leaky, "call-2"))
    assert len(gathered) == 1
    Turn.objects.first().spans.first().delete()
    plans.plan(call(leaky, "call-2"))
    assert len(gathered) == 2
    known.KEPT.forget()
    plans.plan(call(leaky))
    assert len(gathered) == 3


def told(found: Originals) -> dict[str, Any]:
    """All that a search asks of originals."""
    return vars(found) | {"telling": None, "stamp": None}


def test_after_a_change_only_its_dialogue_is_read_and_all_is_as_gathered_anew(
    leaky: Any, curator: Any, monkeypatch: Any
) -> None:
    read: list[str] = []
    real = known.share_of

    def noted(texts: Any, *more: Any) -> Any:
        read.append(texts.id)
        return real(texts, *more)

    monkeypatch.setattr(known, "share_of", noted)
    first, second = call(leaky), call(leaky, "call-2")

    def read_after(change: Callable[[], object]) -> list[str]:
        before = known.KEPT.of(leaky, fresh=False).stamp
        read.clear()
        change()
        now = known.KEPT.of(leaky, fresh=False)
        seen = [*read]
        known.KEPT.forget()
        assert told(known.KEPT.of(leaky, fresh=False)) == told(now)
        assert now.stamp != before
        return seen

    assert read_after(first.turns.first().spans.first().delete) == [str(first.pk)]
    assert read_after(lambda: decide(leaky, curator, "accept")) == [str(second.pk)]
    assert read_after(lambda: decisions.undo(second)) == [str(second.pk)]
    assert read_after(first.delete) == []


def test_a_step_that_labels_nothing_leaves_the_originals(leaky: Any, curator: Any) -> None:
    before = known.KEPT.of(leaky, fresh=False)
    Decision.objects.create(dialogue=call(leaky), user=curator, action="dismiss", constraints=[])
    assert known.KEPT.of(leaky, fresh=False) is before


def test_a_page_of_a_large_project_waits_for_no_gathering(leaky: Any, monkeypatch: Any) -> None:
    """An export always has the labels of now."""
    plans.plan(call(leaky))
    kept = next(iter(known.KEPT._kept.values()))
    kept.seconds = 100
    decision = Decision.objects.filter(dialogue__project=leaky)
    assert not decision.exists()
    call(leaky).turns.get(position=1).spans.filter(label__name="surname").delete()
    assert plans.plan(call(leaky, "call-2")).leaks
    assert make(leaky).summary["held_back"] == {}


def test_own_copies_are_not_searched(leaky: Any, data_dir: Path) -> None:
    order = outgoing.Order(format="jsonl", strategy="none")
    outgoing.write_release(Project.objects.get(), order, data_dir / "own.jsonl", outgoing.Tally())
    assert "de parte de Olabarri" in (data_dir / "own.jsonl").read_text()
