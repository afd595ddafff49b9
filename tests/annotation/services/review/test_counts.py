"""Another tool's work goes in as proposals, is gone through, and its report says what changed."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from annotation.formats import read_corpus, write_corpus
from annotation.formats.types import DialogueValue, SpanValue
from annotation.models import Decision, Dialogue, Project, Reading, Span, TrainingRun, Turn
from annotation.schemes import guess_scheme
from annotation.services.corpus.gold import settle_turn
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from annotation.services.imports.reports import FileReport
from annotation.services.projects.creation import create_project, make_labels
from annotation.services.review.counts import review_project
from annotation.services.review.words import to_markdown
from annotation.services.revision import decisions, entity_changes
from annotation.services.revision.coverage import coverage_of
from annotation.services.revision.issue_decisions import Answer, approve, decide
from annotation.services.revision.left_out import LEFT_OUT
from annotation.services.revision.plans import plan
from annotation.services.standalone.taggers import evaluate_files
from annotation.services.training.proposals import save_proposals
from learning.types import Span as LearningSpan
from tests import schemas
from tests.labelled import label

SAID = ("Soy Ana López, llamo de Bilbao por mi amigo Javier", "Gracias Ana, hasta luego")


def data(*dialogues: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in dialogues).encode()


def spoken(*texts: str, name: str = "a", **keys: list[Any]) -> dict[str, Any]:
    turns = [{"speaker": "x", "text": text} for text in texts]
    for key, values in keys.items():
        for turn, value in zip(turns, values, strict=True):
            turn[key] = value
    return {"id": name, "lang": "es", "turns": turns}


def bring(project: Project, user: Any, content: bytes, **options: Any) -> list[FileReport]:
    return import_dialogues(project, [("o.jsonl", content)], ImportOrder(user=user, **options))


def codes(reports: list[FileReport]) -> list[str]:
    return [problem.code for report in reports for problem in report.problems]


def mark(start: int, end: int, label: str, score: float = 0.5) -> dict[str, Any]:
    return {"start": start, "end": end, "label": label, "score": score}


def finish(turn: Turn, user: Any, *said: tuple[str, str]) -> None:
    """A person reads the turn to the end and leaves these labels."""
    label(turn, user, list(said))
    Reading.objects.update_or_create(
        turn=turn, reader=user, layer="reader", defaults={"status": "done"}
    )
    settle_turn(turn)


def turn_of(name: str, place: int = 0) -> Turn:
    return Turn.objects.get(dialogue__external_id=name, position=place)


def test_a_named_tool_has_read_every_turn(project: Project, manager: Any) -> None:
    Dialogue.objects.all().delete()
    marked = spoken(*SAID, spans=[[mark(4, 7, "FEMALE_NAME")], []])
    content = data(marked, spoken("Hola", name="b"))
    (report,) = bring(project, manager, content, spans="machine", tool="Anon 2")
    assert (report.spans, report.unlabelled) == (1, False)
    span = Span.objects.get(turn=turn_of("a"))
    assert (span.label.name, span.confidence, span.status) == ("female name", 0.5, "proposed")
    assert not Reading.objects.exists()  # nothing became gold
    seen = coverage_of(project)
    assert (seen.people, seen.machine, seen.nobody) == (0, 3, 0)


def test_a_file_of_nothing_found_is_read_by_a_tool_that_is_named(
    project: Project, manager: Any
) -> None:
    for name, tool in (("a", ""), ("b", "Anon")):
        content = data(spoken("Hola", name=name))
        (report,) = bring(project, manager, content, spans="machine", tool=tool)
        assert report.unlabelled is not bool(tool)
    assert Dialogue.objects.get(external_id="a").tool_import is None
    assert Dialogue.objects.get(external_id="b").tool_import is not None


def test_our_model_proposes_beside_the_tool_and_not_in_its_place(
    project: Project, manager: Any
) -> None:
    marked = spoken(SAID[0], spans=[[mark(4, 7, "place")]])
    bring(project, manager, data(marked), spans="machine", tool="Anon")
    run = TrainingRun.objects.create(project=project, kind="round", status="done")
    turn = turn_of("a")
    for _again in range(2):
        save_proposals(
            run,
            {turn.pk: [LearningSpan(4, 13, "surname"), LearningSpan(24, 30, "place", 0.9)]},
        )
    spans = Span.objects.filter(turn=turn).order_by("start").values_list("start", "end", "run")
    assert list(spans) == [(4, 7, None), (24, 30, run.pk)]


def test_a_label_map_names_what_the_scheme_names_otherwise(project: Project, manager: Any) -> None:
    marked = spoken(SAID[0], spans=[[mark(4, 7, "PER"), mark(24, 30, "LOC"), mark(34, 36, "MISC")]])
    told = {"spans": "machine", "tool": "t", "label_map_file": "map.txt"}
    refused = bring(project, manager, data(marked), **told)
    assert codes(refused) == ["unknown_label"]
    refused = bring(project, manager, data(marked), **told, label_map="\nPER = Person")
    assert str(refused[0].problems[0]).startswith("map.txt:2: the label map names a label")
    given = "PER = female name\nLOC = place\n* = -"
    (report,) = bring(project, manager, data(marked), **told, label_map=given)
    assert (report.ok, report.spans) == (True, 2)


REPLACED = ("Soy Eva Ruiz, llamo de [LOC] por mi amigo López", "Gracias Eva, hasta luego")
MAP = "LOC = place\n* = female name"


def bring_pair(project: Project, user: Any, *texts: str, **options: Any) -> list[FileReport]:
    given = {"spans": "replaced", "tool": "Anon", "label_map": MAP} | options
    versions = [("r.jsonl", data(spoken(*(texts or REPLACED))))]
    return bring(project, user, data(spoken(*SAID)), replaced=versions, **given)


def test_replaced_texts_show_the_tools_replacements(project: Project, manager: Any) -> None:
    (report,) = bring_pair(project, manager)
    assert (report.dialogues, report.turns, report.spans) == (1, 2, 4)
    now = plan(Dialogue.objects.get(external_id="a"))
    shown = [turn.text for turn in now.result.draft.turns]
    assert shown[0].startswith("Soy Eva Ruiz, llamo de [PLACE] por mi amigo ")
    assert "López" not in shown[0]  # an original of the dialogue: left out, and said so
    assert shown[1] == "Gracias Eva, hasta luego"
    (issue,) = [i for i in now.result.issues if i.code == LEFT_OUT]
    assert (issue.turn, issue.start, issue.severity) == (0, 44, "warn")
    assert "López" not in issue.message
    assert {turn.read_by for turn in now.turns} == {"machine"}


def test_a_replacement_that_was_left_out_is_settled_by_keeping_ours(
    project: Project, manager: Any
) -> None:
    bring_pair(project, manager)
    dialogue = Dialogue.objects.get(external_id="a")
    decide(dialogue, manager, Answer(code=LEFT_OUT, turn=0, start=44, action="accept"))
    assert LEFT_OUT not in {issue.code for issue in plan(dialogue).result.issues}


def test_both_texts_may_stand_in_one_file(project: Project, manager: Any) -> None:
    both = spoken(*SAID, replaced=list(REPLACED))
    (report,) = bring(project, manager, data(both), spans="replaced", label_map=MAP)
    assert (report.ok, report.spans) == (True, 4)
    assert turn_of("a").extra == {}


@pytest.mark.parametrize(
    ("versions", "code", "file"),
    [
        ([spoken(*REPLACED, name="b")], "replaced_missing", "o.jsonl"),
        ([spoken(*REPLACED), spoken("x", name="b")], "replaced_missing", "r.jsonl"),
        ([spoken(REPLACED[0])], "replaced_turns", "r.jsonl"),
    ],
)
def test_sides_that_do_not_fit_leave_no_trace(
    project: Project,
    manager: Any,
    versions: list[dict[str, Any]],
    code: str,
    file: str,
) -> None:
    before = project.dialogues.count()
    files = [("o.jsonl", data(spoken(*SAID))), ("p.jsonl", data(spoken("Hola", name="c")))]
    others = [("r.jsonl", data(*versions)), ("s.jsonl", data(spoken("Hola", name="c")))]
    reports = import_dialogues(
        project,
        files,
        ImportOrder(replaced=others, spans="replaced", label_map=MAP, user=manager),
    )
    (problem,) = [problem for report in reports for problem in report.problems]
    assert (problem.code, problem.file) == (code, file)
    assert problem.line and problem.expected
    assert project.dialogues.count() == before and not project.tool_imports.exists()


def test_a_fault_in_one_pair_keeps_the_other_out(project: Project, manager: Any) -> None:
    """call-1 is in the project already; the file before it is taken back with it."""
    before = project.dialogues.count()
    new, old = data(spoken("Hola", name="c")), data(spoken("Hola", name="call-1"))
    files = [("o.jsonl", new), ("p.jsonl", old)]
    reports = import_dialogues(
        project,
        files,
        ImportOrder(replaced=files, spans="replaced", label_map=MAP, user=manager),
    )
    assert codes(reports) == ["duplicate_id"]
    assert project.dialogues.count() == before


def test_placeholders_without_originals_stay_and_what_was_missed_is_replaced(
    project: Project, manager: Any
) -> None:
    texts = ("Soy [PER_1], la hermana de Javier, de XXXX", "Gracias [per]")
    (report,) = bring(
        project, manager, data(spoken(*texts)), spans="masked", label_map="PER = surname\n* = place"
    )
    assert report.spans == 3
    finish(
        turn_of("a"), manager, ("[PER_1]", "surname"), ("Javier", "male name"), ("XXXX", "place")
    )
    now = plan(Dialogue.objects.get(external_id="a"))
    first, second = (turn.text for turn in now.result.draft.turns)
    assert first.startswith("Soy [PER_1], la hermana de ") and first.endswith(", de XXXX")
    assert "Javier" not in first and second == "Gracias [per]"
    (tool,) = review_project(project)["tools"]
    assert tool["labels"]["surname"]["accepted"] == 1
    assert tool["labels"]["male name"]["added"] == 1
    schemas.check("review", json.loads(json.dumps(review_project(project))))
    assert "There are no originals" in to_markdown(review_project(project))


def test_a_text_that_cannot_be_named_is_refused(project: Project, manager: Any) -> None:
    reports = bring_pair(project, manager, label_map="LOC = place")
    assert codes(reports) == ["unnamed_replacement"]
    assert not project.dialogues.filter(external_id="a").exists()


def test_the_report_by_hand(project: Project, manager: Any) -> None:
    """Turn a0: tool finds "Ana" (right), "López" as place (label), "llamo" (nothing); misses Bilbao
    and Javier. Turn a1 is not read. Turn b0: tool finds all of it: "Bilbao"."""
    one = spoken(*SAID, spans=[[mark(4, 7, "female name"), mark(8, 13, "place"),
                                mark(15, 20, "place")], [mark(8, 11, "female name")]])  # fmt: skip
    two = spoken("De Bilbao", name="b", spans=[[mark(3, 9, "place")]])
    bring(project, manager, data(one, two), spans="machine", tool="Anon")
    finish(
        turn_of("a"), manager, ("Ana", "female name"), ("López", "surname"),
        ("Bilbao", "place"), ("Javier", "male name"),
    )  # fmt: skip
    finish(turn_of("b"), manager, ("Bilbao", "place"))
    (tool,) = review_project(project)["tools"]
    assert (tool["tool"], tool["kind"]) == ("Anon", "tagged")
    assert (tool["dialogues"], tool["turns"]) == (2, 3)
    assert tool["read"] == {"turns": 2, "labelled": 2, "approved": 0, "dialogues": 1}
    place, total = tool["labels"]["place"], tool["total"]
    kinds = ("found", "accepted", "bounds", "label", "both", "rejected", "added", "final")
    assert [place[kind] for kind in kinds] == [3, 1, 0, 1, 0, 1, 1, 2]
    assert [total[kind] for kind in kinds] == [4, 2, 0, 1, 0, 1, 2, 5]
    assert total["precision"]["value"] == 2 / 4
    assert total["recall"]["value"] == 2 / 5
    assert total["hidden"]["value"] == 3 / 5  # López is covered, as a place
    # Wilson for 2 of 4: centre 1/2, half 1.96 sqrt(1/16 + 1.96^2/64) / (1 + 1.96^2/4).
    assert total["precision"]["interval"] == pytest.approx([0.1500, 0.8500], abs=1e-3)
    assert tool["all_or_nothing"]["dialogue"]["found"] == 1  # b, the only one that is read whole
    assert tool["all_or_nothing"]["dialogue"]["total"] == 1
    schemas.check("review", json.loads(json.dumps(review_project(project))))
    words = to_markdown(review_project(project)).replace("\N{NO-BREAK SPACE}", " ")
    assert "| **All** | 4 | 2 | 0 | 1 | 0 | 1 | 2 | 50.0 % (15.0 % – 85.0 %) | 40.0 % (" in words
    assert "people have read 2: 2 while labelling" in words


def test_an_approved_dialogue_is_read_until_it_changes(project: Project, manager: Any) -> None:
    """The tool finds Bilbao and misses Javier, whom a curator labels while she revises."""
    content = data(spoken("De Bilbao, con Javier", spans=[[mark(3, 9, "place")]]))
    bring(project, manager, content, spans="machine", tool="Anon")
    dialogue = Dialogue.objects.get(external_id="a")
    turn = turn_of("a")
    row = {"kind": "item", "mentions": [], "value": f"{turn.pk}:15-21:male name", "all": False}
    Decision.objects.create(dialogue=dialogue, user=manager, action="accept", constraints=[row])
    assert review_project(project)["tools"][0]["read"]["turns"] == 0
    approve(dialogue, manager)
    (tool,) = review_project(project)["tools"]
    assert tool["read"] == {"turns": 1, "labelled": 0, "approved": 1, "dialogues": 1}
    assert (tool["total"]["accepted"], tool["total"]["added"]) == (1, 1)
    assert tool["all_or_nothing"]["dialogue"]["recall"] == 0.0
    Dialogue.objects.update(approved_at=timezone.now() - timedelta(days=1))  # the label is newer
    assert review_project(project)["tools"][0]["read"]["turns"] == 0


def test_what_became_of_the_replacements(project: Project, manager: Any) -> None:
    bring_pair(project, manager)
    dialogue = Dialogue.objects.get(external_id="a")
    at = turn_of("a").pk

    def fates() -> dict[str, Any]:
        return review_project(project)["tools"][0]["replacements"]

    # Ana López, Bilbao and Ana stay as the tool wrote them; López for Javier shows an original.
    assert fates() == {"given": 4, "kept": 3, "changed": {LEFT_OUT: 1}}
    entity_changes.change(
        dialogue, manager, entity_changes.Change(mentions=[f"{at}:24-30"], text="Lugo")
    )
    assert fates() == {"given": 4, "kept": 2, "changed": {"BY_HAND": 1, LEFT_OUT: 1}}
    decisions.undo(dialogue)
    finish(turn_of("a"), manager, ("Ana", "female name"), ("Bilbao", "place"))
    assert fates() == {"given": 4, "kept": 2, "changed": {"LABEL_CHANGED": 2}}
    decisions.undo(dialogue)  # the step of the import
    assert fates()["kept"] == 0 and fates()["changed"]["TAKEN_BACK"] == 2


def test_the_command_writes_counts_and_no_text(
    project: Project, manager: Any, tmp_path: Path, capsys: Any
) -> None:
    with pytest.raises(SystemExit):
        call_command("review_report", project.slug, "--out", str(tmp_path / "x"))
    assert "no work of another tool" in capsys.readouterr().err
    bring_pair(project, manager, tool="An|on\nym")
    finish(turn_of("a"), manager, ("Ana López", "female name"), ("Bilbao", "place"))
    call_command("review_report", project.slug, "--out", str(tmp_path), "--json")
    summary = json.loads(capsys.readouterr().out)
    assert summary["tools"] == json.loads((tmp_path / "review.json").read_text())["tools"]
    words = (tmp_path / "review.md").read_text()
    assert "## An\\|on ym (replaced, with the originals)" in words
    for text in (json.dumps(summary), words):
        assert not re.search("López|Bilbao|Javier|Eva|Ruiz", text)


def test_figures_equal_those_of_evaluate(manager: Any, shared_data: Path, tmp_path: Path) -> None:
    """A tool of regular expressions on a real corpus, gone through by somebody who knows it all."""
    raw = (shared_data / "presidio-synth.all.jsonl.gz").read_bytes()
    gold = read_corpus("jsonl", raw, filename="gold.jsonl.gz")[:150]
    found = [_tagged(dialogue) for dialogue in gold]
    for name, dialogues in (("gold", gold), ("found", found)):
        write_corpus("jsonl", dialogues, tmp_path / f"{name}.jsonl")
    figures = evaluate_files(str(tmp_path / "gold.jsonl"), str(tmp_path / "found.jsonl"))

    project = create_project(manager, slug="real", name="Real", lang="en", scheme="")
    project.scheme = "custom"
    make_labels(project, guess_scheme({s.label for d in gold for t in d.turns for s in t.spans}))
    theirs = [("found.jsonl", (tmp_path / "found.jsonl").read_bytes())]
    (read,) = import_dialogues(
        project, theirs, ImportOrder(spans="machine", tool="regex", user=manager)
    )
    assert read.ok
    labels = {each.name: each for each in project.labels.all()}
    for dialogue in gold:
        for at, turn in enumerate(dialogue.turns):
            row = Turn.objects.get(dialogue__external_id=dialogue.id, position=at)
            reading = Reading.objects.create(turn=row, reader=manager, status="done", is_gold=True)
            Span.objects.bulk_create(
                Span(turn=row, reading=reading, start=s.start, end=s.end, label=labels[s.label])
                for s in turn.spans
            )

    (report,) = review_project(project)["tools"]
    assert report["read"]["turns"] == report["turns"] > 100
    for name, row in figures["span"]["per_label"].items():
        assert report["labels"][name]["precision"]["value"] == pytest.approx(row["precision"])
        assert report["labels"][name]["recall"]["value"] == pytest.approx(row["recall"])
    assert report["total"]["recall"]["value"] == pytest.approx(figures["span"]["micro"]["recall"])
    for name, row in figures["all_or_nothing"].items():
        own = report["all_or_nothing"][name]
        assert (own["found"], own["total"]) == (row["found"], row["total"])
    assert 0 < report["total"]["recall"]["value"] < 1


def _tagged(dialogue: DialogueValue) -> DialogueValue:
    """Capitalised pairs of words as persons, long numbers as cards."""
    rules = (("PERSON", r"\b[A-Z]\w+ [A-Z]\w+"), ("CREDIT_CARD", r"\b\d{12,19}\b"))
    turns = []
    for turn in dialogue.turns:
        spans = sorted(
            (SpanValue(*match.span(), name) for name, rule in rules
             for match in re.finditer(rule, turn.text)),
            key=lambda span: span.start,
        )  # fmt: skip
        turns.append(replace(turn, spans=tuple(spans)))
    return replace(dialogue, turns=tuple(turns))
