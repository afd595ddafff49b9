"""What other de-identifiers found in dialogues that are here: files that each tool wrote itself
(Presidio 2.2.366, Philter 1.0.3, OpenMed 3.1.0, scrubadub 2.0.1), over small invented calls."""

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from annotation.models import AccessEvent, Dialogue, Project, Reading, Span, ToolImport
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from annotation.services.imports.reports import FileReport
from annotation.services.labelling.spans import visible_proposals
from annotation.services.review.counts import review_project
from annotation.services.revision.plans import plan
from tests.annotation.services.imports.calls import data, line, read
from webapp.templatetags.spans import draw_spans

FOUND = Path(__file__).parents[3] / "data" / "found"
CALL = (
    "Good morning 😀, I am Harriet Vane",
    "My number is 555-123-4567, write to harriet@example.com",
)
OTHER = "Is that the hotel?", "It is, how can I help you today?"
NAME, NUMBER, MAIL = (0, "Harriet Vane"), (1, "555-123-4567"), (1, "harriet@example.com")
MAP = """PERSON = surname
Name = surname
NAME = surname
* = place
"""


@pytest.fixture
def calls(project: Project, manager: Any) -> Project:
    project.dialogues.all().delete()
    read(project, manager, data(line("call-1", *CALL), line("call-2", *OTHER)), spans="ignore")
    return project


def take(
    project: Project, user: Any, name: str, content: bytes = b"", **options: Any
) -> FileReport:
    content = content or (FOUND / name).read_bytes()
    order = ImportOrder(user=user, spans="found", **{"label_map": MAP, **options})
    return import_dialogues(project, [(name, content)], order)[0]


def proposed(project: Project) -> set[tuple[int, str]]:
    """Turn and words of each proposal."""
    spans = Span.objects.filter(turn__dialogue__project=project).select_related("turn")
    return {(span.turn.position, span.turn.text[span.start : span.end]) for span in spans}


def named(name: str, as_name: str) -> tuple[str, bytes]:
    return as_name, (FOUND / name).read_bytes()


FILES: list[tuple[str, str, str, set[tuple[int, str]]]] = [
    ("presidio.jsonl", "presidio.jsonl", "Presidio", {NAME, NUMBER, MAIL}),
    ("presidio-anonymised.jsonl", "anonymised.jsonl", "Presidio", {NAME, NUMBER, MAIL}),
    ("openmed.jsonl", "openmed.jsonl", "OpenMed", {NAME, MAIL}),
    ("transformers.jsonl", "transformers.jsonl", "transformers", {NAME, MAIL}),
    ("scrubadub.json", "scrubadub.json", "scrubadub", {MAIL}),
    ("scrubadub-call-1.txt", "call-1.txt", "scrubadub", {MAIL}),
    ("philter-call-1.xml", "call-1.xml", "Philter", {(0, "Harriet"), (0, "Vane"), NUMBER, MAIL}),
    ("philter-call-1.txt", "call-1.txt", "Philter", {NAME, NUMBER, MAIL}),
    ("philter-coordinates.json", "coordinates.json", "Philter",
     {(0, "Harriet"), (0, "Vane"), NUMBER, MAIL}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "as_name", "program", "expected"), FILES)
def test_what_each_tool_wrote_comes_in_as_its_proposals(
    calls: Project,
    manager: Any,
    name: str,
    as_name: str,
    program: str,
    expected: set[tuple[int, str]],
) -> None:
    report = take(calls, manager, *named(name, as_name))
    assert report.problems == () and report.ok
    assert proposed(calls) == expected
    spans = Span.objects.filter(turn__dialogue__project=calls)
    assert {(s.reading, s.run, s.status, s.extra["program"]) for s in spans} == {
        (None, None, "proposed", program)
    }
    assert not Reading.objects.exists() and calls.dialogues.count() == 2
    assert ToolImport.objects.get().name == program
    scored = name.startswith(("presidio", "openmed", "transformers"))
    assert all((span.confidence is not None) == scored for span in spans)


def test_readers_see_them_as_proposals(calls: Project, manager: Any) -> None:
    take(calls, manager, "presidio.jsonl")
    turn = Dialogue.objects.get(external_id="call-1").turns.get(position=0)
    assert [(s.label.name, s.confidence) for s in visible_proposals([turn])] == [("surname", 0.85)]
    assert AccessEvent.objects.filter(purpose="import").latest("pk").detail["tool"] == "Presidio"


def test_of_findings_that_overlap_the_longer_is_taken_and_the_others_counted(
    calls: Project, manager: Any
) -> None:
    report = take(calls, manager, "presidio.jsonl")
    assert report.passed == {"overlap": 1}  # the URL in the mail address
    # Where the longer one's type is not wanted, the shorter is there after all.
    report = take(calls, manager, "presidio.jsonl", label_map="URL = place\n* = -")
    assert report.passed == {"type": 3}
    assert proposed(calls) == {(1, "example.com")}


def test_types_that_the_project_lacks_are_listed_and_nothing_goes_in(
    calls: Project, manager: Any
) -> None:
    report = take(calls, manager, "presidio.jsonl", label_map="PERSON = surname")
    (problem,) = report.problems
    assert problem.code == "unknown_label"
    assert "EMAIL_ADDRESS (1)" in str(problem) and "PHONE_NUMBER (1)" in str(problem)
    assert not Span.objects.exists() and not ToolImport.objects.exists()


def test_another_import_of_the_program_takes_the_place_of_what_nobody_decided(
    calls: Project, manager: Any
) -> None:
    take(calls, manager, "presidio.jsonl")
    take(calls, manager, "openmed.jsonl")
    take(calls, manager, "presidio.jsonl", label_map="PERSON = name of a dog\n* = -")  # refused
    mine = Span.objects.filter(extra__program="Presidio")
    assert mine.count() == 3
    take(calls, manager, "presidio.jsonl", label_map="PERSON = surname\n* = -")
    assert mine.count() == 1 and Span.objects.filter(extra__program="OpenMed").count() == 2


def test_a_name_that_is_given_is_the_programs(calls: Project, manager: Any) -> None:
    take(calls, manager, "presidio.jsonl", tool="Presidio, our recognisers")
    assert ToolImport.objects.get().name == "Presidio, our recognisers"


def test_the_report_counts_it_against_gold(calls: Project, manager: Any) -> None:
    for dialogue in calls.dialogues.all():
        for turn in dialogue.turns.all():
            Reading.objects.create(turn=turn, reader=manager, status="done", is_gold=True)
    first = Reading.objects.get(turn__dialogue__external_id="call-1", turn__position=0)
    label = calls.labels.get(name="surname")
    Span.objects.create(turn=first.turn, reading=first, start=21, end=33, label=label)
    take(calls, manager, "presidio.jsonl")
    report: Any = review_project(calls)
    (tool,) = report["tools"]
    assert (tool["tool"], tool["kind"], tool["dialogues"]) == ("Presidio", "found", 2)
    # Three found, of which people say one; it missed none.
    assert tool["total"]["precision"]["value"] == pytest.approx(1 / 3)
    assert tool["total"]["recall"]["value"] == 1


def texts(*rows: Any) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def at(start: int, end: int, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "entity_type": "PERSON", "score": 0.5, **more}


BAD: list[tuple[bytes, str]] = [
    (b'[{"entity_type": "PERSON", "start": 0, "end": 4, "score": 0.', "json"),
    (texts({"id": "call-1", "results": [at(21, 990)]}), "span_range"),
    (texts({"id": "call-1", "results": [at(21, 21)]}), "span_range"),
    (texts({"id": "call-1", "results": [at(22, 33, text="Harriet Vane")]}), "surface_mismatch"),
    (texts({"id": "call-1", "results": [at(23, 27)]}), "surface_mismatch"),  # cuts a word
    (texts({"id": "call-1", "results": [{**at(1, 2), "start": "1"}]}), "span_range"),
    (texts({"id": "call-9", "results": [at(0, 4)]}), "findings_dialogue"),
    (texts({"text": "Nobody said this", "results": [at(0, 4)]}), "findings_dialogue"),
    (texts({"id": "call-1", "turn": 3, "results": [at(0, 4)]}), "findings_dialogue"),
    (texts({"id": "call-1", "text": "Nobody said this", "results": [at(0, 4)]}), "findings_text"),
    (json.dumps([[at(0, 4)], [at(0, 4)]]).encode(), "findings_unnamed"),
    (texts({"id": "call-2", "results": []}, {"results": [at(0, 4)]}), "findings_unnamed"),
]


@pytest.mark.parametrize(("content", "code"), BAD)
def test_a_bad_file_leaves_nothing_and_says_where_without_any_text(
    calls: Project, manager: Any, content: bytes, code: str
) -> None:
    good = texts({"id": "call-2", "results": [at(12, 17)]}) + b"\n"
    whole = good + content if content.startswith(b"{") else content
    report = take(calls, manager, "out.jsonl", whole)
    (problem,) = report.problems
    assert problem.code == code, str(problem)
    assert not Span.objects.exists() and not ToolImport.objects.exists()
    assert "Harriet" not in str(problem) and "Nobody" not in str(problem)
    assert str(problem).startswith("out.jsonl:")
    if code == "span_range" and b"990" in content:
        assert 'out.jsonl:2: text 2: "call-1": finding 0: 21-990 does not fit' in str(problem)


def test_texts_alone_are_found_by_what_they_say(project: Project, manager: Any) -> None:
    read(project, manager, data(line("a", "Soy Eva", "Vale"), line("b", "Soy Eva")), spans="ignore")
    row = {"text": "Soy Eva", "results": [at(4, 7)]}
    assert take(project, manager, "out.jsonl", texts(row)).dialogues == 2
    spans = Span.objects.select_related("turn__dialogue")
    assert {(s.turn.dialogue.external_id, s.start, s.end) for s in spans} == {
        ("a", 4, 7),
        ("b", 4, 7),
    }


def test_offsets_in_utf16_units_are_told_by_the_words(calls: Project, manager: Any) -> None:
    row = {"id": "call-1", "entities": [{"label": "NAME", "confidence": 0.9, "start": 22,
                                         "end": 34, "text": "Harriet Vane"}]}  # fmt: skip
    assert take(calls, manager, "js.json", json.dumps(row).encode()).ok
    assert proposed(calls) == {NAME}


XMI = """<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore"
 xmlns:ner="http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore"
 xmlns:type2="http:///de/tudarmstadt/ukp/clarin/webanno/api/type.ecore" xmi:version="2.0">
<cas:NULL xmi:id="0"/>
<type2:CASMetadata xmi:id="7" sofa="1" begin="0" end="0" username="{who}"
 sourceDocumentName="call-1.txt" projectName="Hotel"/>
<ner:NamedEntity xmi:id="2" sofa="1" begin="22" end="{end}" value="PERSON"/>
<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text"
 sofaString="{text}"/>
<cas:View sofa="1" members="2 7"/>
</xmi:XMI>
"""


def cas(who: str, end: int) -> bytes:
    text = "&#10;".join(CALL)
    return XMI.format(who=who, end=end, text=text).encode()


def test_each_annotator_of_a_campaign_is_a_source_of_proposals(
    calls: Project, manager: Any
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("exportedproject.json", "{}")
        archive.writestr("source/call-1.txt", "\n".join(CALL))
        archive.writestr("annotation/call-1.txt/INITIAL_CAS.xmi", cas("INITIAL_CAS", 34))
        archive.writestr("annotation/call-1.txt/anna.xmi", cas("anna", 34))
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as inner:
            inner.writestr("bo.xmi", cas("bo", 29))
            inner.writestr("TypeSystem.xml", "<typeSystemDescription/>")
        archive.writestr("annotation/call-1.txt/bo.zip", packed.getvalue())
    report = take(calls, manager, "campaign.zip", out.getvalue())
    assert report.problems == ()
    spans = Span.objects.select_related("turn")
    assert {(s.extra["program"], s.turn.text[s.start : s.end]) for s in spans} == {
        ("INCEpTION Hotel · anna", "Harriet Vane"),
        ("INCEpTION Hotel · bo", "Harriet"),
    }
    assert not Reading.objects.exists()
    assert ToolImport.objects.count() == 2


def test_a_cas_names_its_document_and_annotator_itself(calls: Project, manager: Any) -> None:
    assert take(calls, manager, "export (3).xmi", cas("anna", 34), tool="Campaign 2").ok
    assert ToolImport.objects.get().name == "Campaign 2 · anna"


def test_what_was_replaced_and_can_be_read_in_two_ways_is_refused(
    project: Project, manager: Any
) -> None:
    read(project, manager, data(line("a", "Soy Eva de la Cal de Irun")), spans="ignore")
    items = [
        {"start": 4, "end": 12, "entity_type": "PERSON", "text": "<PERSON>", "operator": "replace"},
        {"start": 16, "end": 21, "entity_type": "CITY", "text": "<LOC>", "operator": "replace"},
    ]
    row = {"id": "a", "text": "Soy <PERSON> de <LOC>", "items": items}
    (problem,) = take(project, manager, "out.jsonl", texts(row)).problems
    assert problem.code == "findings_ambiguous"
    assert not Span.objects.exists()


def test_labels_of_a_brat_pair_are_findings(calls: Project, manager: Any) -> None:
    pair = [
        ("call-1.txt", "\n".join(CALL).encode()),
        ("call-1.ann", b"T1\tPERSON 21 33\tHarriet Vane\n"),
    ]
    order = ImportOrder(user=manager, spans="found", label_map=MAP, tool="Annotators")
    [report] = import_dialogues(calls, pair, order)
    assert report.problems == () and proposed(calls) == {NAME}


def test_a_type_that_is_the_words_found_is_not_told(calls: Project, manager: Any) -> None:
    row = {"id": "call-1", "results": [at(21, 28, entity_type="HARRIET"), at(29, 33)]}
    (problem,) = take(calls, manager, "out.jsonl", texts(row), label_map="").problems
    assert problem.code == "unknown_label"
    assert "PERSON (1), + 1" in str(problem) and "HARRIET" not in str(problem)


def test_with_faults_left_out_the_other_texts_go_in(calls: Project, manager: Any) -> None:
    rows = texts({"id": "call-9", "results": [at(0, 4)]}, {"id": "call-1", "results": [at(21, 33)]})
    report = take(calls, manager, "out.jsonl", rows, lenient=True)
    assert (report.dialogues, report.left_out) == (1, 1)
    assert proposed(calls) == {NAME}


def test_what_two_programs_found_across_each_other_can_be_revised(
    calls: Project, manager: Any
) -> None:
    for program, start, end in (("One", 16, 28), ("Two", 21, 33)):
        row = {"id": "call-1", "results": [at(start, end)]}
        assert take(calls, manager, "out.json", texts(row), tool=program).ok
    said = plan(calls.dialogues.get(external_id="call-1"))
    assert [(m.start, m.end) for m in said.labelled.turns[0].mentions] == [(16, 33)]
    turn = said.turns[0]
    drawn = str(draw_spans(turn, visible_proposals([turn])))
    assert "".join(re.findall(r">([^<]+)<", f">{drawn}<")).count("Harriet") == 1
