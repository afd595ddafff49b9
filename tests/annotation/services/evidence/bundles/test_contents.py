"""What a bundle says and shows, and what of the project travels in no byte of it."""

import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.utils import timezone, translation

from annotation.evidence.bundle.checking import check_bundle, fetches_something
from annotation.evidence.bundle.schema import evidence_schema, faults
from annotation.models import Bundle, Dialogue, Measurement, Turn
from annotation.services.evidence.bundles.facts import facts_of, sentence_of
from annotation.services.evidence.bundles.gate import gate_of
from annotation.services.evidence.bundles.leaving import figures_that_leave
from annotation.services.evidence.bundles.page import draft_sheet
from annotation.services.evidence.bundles.reading import ITEMS, groups_of
from annotation.services.evidence.bundles.terms import save_terms
from annotation.services.figures import NO_BREAK
from tests.annotation.evidence.bundle.latex import faults_of
from tests.annotation.services.evidence.bundles import room
from tests.labelled import ORIGINALS

pytestmark = pytest.mark.django_db
TERMS = {
    "organisation": "Laguntza",
    "contact": "data@laguntza.example",
    "licence_name": "Agreement 4",
    "licence": "Agreement 4\n\nFor research alone.",
    "originals": "Two people, until the end of 2027",
    "key_holder": "The data protection officer",
}


@pytest.fixture
def bundle(labelled: Any, manager: Any, curator: Any, data_dir: Path) -> Bundle:
    # A canary beside the texts: names, metadata, keys and a speaker, as another tool leaves them.
    Dialogue.objects.filter(external_id="call-1").update(
        external_id="Olabarri-2024", meta={"customer": "Francisco Olabarri"}, extra={"n": "Fran"}
    )
    Turn.objects.filter(dialogue__external_id="Olabarri-2024", speaker="caller").update(
        speaker="Francisco Olabarri"
    )
    labelled.guidelines.create(version=1, author=curator, text="# Names\n\nLabel every name.")
    save_terms(labelled, TERMS)
    room.measure(labelled)
    return room.signed(room.write(labelled), manager, words="Read by two.")


@pytest.fixture
def parts(bundle: Bundle, data_dir: Path) -> dict[str, bytes]:
    return room.parts(data_dir, bundle)


def test_what_lies_in_a_bundle(parts: dict[str, bytes]) -> None:
    assert sorted(parts) == [
        "LICENCE.txt", "SHA256SUMS", "corpus.jsonl", "croissant.json", "datasheet.html",
        "evidence.json", "guidelines.md", "methods.md", "methods.tex", "versions.json",
    ]  # fmt: skip
    assert parts["LICENCE.txt"].decode() == "Agreement 4\n\nFor research alone.\n"
    assert b"Label every name" in parts["guidelines.md"]


@pytest.mark.parametrize("format", ["jsonl", "esport", "brat", "csv", "webanno"])
def test_every_form_is_checked_as_it_is(
    format: str, bundle: Bundle, manager: Any, data_dir: Path
) -> None:
    export = room.write(bundle.project, format=format, spans="marked")
    path = data_dir / room.signed(export, manager).path
    found = check_bundle(path)
    assert found.wrong == []
    assert ("number of items" in found.checked) is (format not in ("esport", "csv"))


def test_no_original_key_mapping_or_id_travels(
    bundle: Bundle, parts: dict[str, bytes], data_dir: Path
) -> None:
    project = bundle.project
    whole = (data_dir / bundle.path).read_bytes()
    for part in [whole, *parts.values()]:
        said = html.unescape(part.decode("utf-8", "replace"))
        for word in (*ORIGINALS, "Olabarri-2024", "call-2", "customer"):
            assert not re.search(rf"\b{re.escape(word)}\b", said), word
        key = bytes(project.surrogate_key)
        assert key not in part and key.hex() not in said
        for row in project.departures.all():
            assert row.text_digest not in said
        assert not any(value in said for value in bundle.parts.values())
    assert b"support" not in whole  # the short name of the project
    for pk in project.dialogues.values_list("pk", flat=True):
        assert f'"dialogue": {pk}' not in whole.decode("utf-8", "replace")


def test_nothing_in_the_zip_tells_of_machine_person_or_hour(bundle: Bundle, data_dir: Path) -> None:
    import zipfile

    with zipfile.ZipFile(data_dir / bundle.path) as archive:
        for entry in archive.infolist():
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)
            assert (entry.extra, entry.comment, entry.external_attr) == (b"", b"", 0o444 << 16)


def test_counts_below_ten_are_hidden(parts: dict[str, bytes]) -> None:
    evidence = json.loads(parts["evidence.json"])
    assert evidence["counts"]["dialogues"] == "< 10"
    assert evidence["counts"]["items"] == 10
    recall = evidence["measured"]["recall"]["figures"]
    assert recall["model"]["labels"][0]["missed"] == "< 10"
    assert recall["model"]["missed"] == 12
    attack = evidence["measured"]["attack"]["figures"]["findings"][0]
    assert attack["values"] == {"right": "< 10", "claims": 206}
    sheet = html.unescape(parts["datasheet.html"].decode())
    assert f"<{NO_BREAK}10 of 206 claims are right." in sheet  # a sign goes with its number
    # One attack was not run: that counts nobody.
    assert re.findall(r">\s*([1-9])\s*</(?:td|dd)>", sheet) == ["1"]


def test_the_evidence_is_as_its_schema_says(parts: dict[str, bytes]) -> None:
    evidence = json.loads(parts["evidence.json"])
    assert list(faults(evidence, evidence_schema())) == []
    jsonschema.validate(evidence, evidence_schema())


def test_the_sheet_opens_with_one_true_sentence_and_a_picture(parts: dict[str, bytes]) -> None:
    sheet = html.unescape(parts["datasheet.html"].decode())
    sentence = json.loads(parts["evidence.json"])["sentence"]
    # 1.4 items are expected to be left, at most 12.2: a bound is rounded outwards.
    assert sentence == (
        "< 10 of < 10 dialogues leave. People have read all of them. About < 10 items are "
        "expected to be left, at most 13."
    )
    sheet = " ".join(sheet.split())  # a no-break space is one, too
    assert sheet.index(sentence) < sheet.index('class="waffle"') < sheet.index("What it is")
    # Of 11.4 items 1.4 are left: 12 of 100; ten are replaced, of 22.2 there may be.
    picture = json.loads(parts["evidence.json"])["picture"]
    assert picture == {"replaced": 45, "left": 12, "unknown": 43}
    assert sheet.count('<rect class="l"') == 12 + 1  # and the legend's


def test_the_sheet_needs_nothing_and_runs_nothing(parts: dict[str, bytes]) -> None:
    sheet = parts["datasheet.html"].decode()
    assert not fetches_something(sheet)
    assert "<svg" in sheet and "default-src 'none'" in sheet


def test_the_sheet_follows_the_regulators_order(parts: dict[str, bytes]) -> None:
    sheet = html.unescape(parts["datasheet.html"].decode())
    heads = ["Of 100 items", "What it is", "What is held back", "Dates", "For us, and for you",
             "Signed by", "Singling out", "Linkability", "Inference", "Use, making and terms",
             "What no line says", "Checksums"]  # fmt: skip
    places = [sheet.index(f">{head}") for head in heads]
    assert places == sorted(places)
    for said in (*TERMS.values(), "Not in the bundle, nor anything made from them"):
        assert said.splitlines()[0] in sheet
    assert "anonymous" not in sheet.lower() and "guarantee" not in sheet.lower()


def test_who_holds_what_and_when_to_look_again(parts: dict[str, bytes]) -> None:
    evidence = json.loads(parts["evidence.json"])
    assert evidence["domain"]["originals"] == TERMS["originals"]
    assert evidence["domain"]["key"] == TERMS["key_holder"]
    assert "who holds the key and the originals can go back" in evidence["domain"]["for_us"]
    assert evidence["terms"]["again_by"] > evidence["made"]


def test_what_was_not_measured_is_said(parts: dict[str, bytes]) -> None:
    evidence = json.loads(parts["evidence.json"])
    assert evidence["measured"]["utility"] is None
    sheet = html.unescape(parts["datasheet.html"].decode())
    assert sheet.count("Not measured.") >= 2


def test_what_people_found_who_tried_travels_in_counts(bundle: Bundle, curator: Any) -> None:
    gate = gate_of(bundle.export)
    assert facts_of(gate, [])["intruder"] is None
    assert all(line.name != "intruder" for line in gate.lines)
    dialogue = bundle.project.dialogues.first()
    bundle.project.intruder_tries.create(
        dialogue=dialogue, intruder=curator, answered_at=timezone.now(), seconds=300,
        who="Fran", who_score="right", scored_at=timezone.now(),
    )  # fmt: skip
    gate = gate_of(bundle.export)
    found = facts_of(gate, [])["intruder"]
    # One try of five minutes, right in who alone.
    hidden = ("tried", "people", "scored", "right", "who", "minutes")
    assert [found[name] for name in hidden] == ["< 10"] * 6
    assert found["where"] == 0
    assert list(faults({**facts_of(gate, [])}, evidence_schema())) == []
    assert [line.state for line in gate.lines if line.name == "intruder"] == ["warn"]


def test_why_there_is_no_epsilon_is_said(parts: dict[str, bytes]) -> None:
    epsilon = json.loads(parts["evidence.json"])["epsilon"]
    assert epsilon["finite"] is False
    # Each row says all of its reasons, those too that every label has.
    assert all("one draw stands for a whole person" in row["why"] for row in epsilon["labels"])
    sheet = html.unescape(parts["datasheet.html"].decode())
    assert "No finite epsilon for this file" in sheet
    # What all have in common stands once.
    assert sheet.count("one draw stands for a whole person") == 1


def test_of_a_marked_file_every_unmarked_name_is_real_and_no_epsilon_is_shown(
    bundle: Bundle, manager: Any, data_dir: Path
) -> None:
    export = room.write(bundle.project, spans="marked")
    parts = room.parts(data_dir, room.signed(export, manager))
    evidence = json.loads(parts["evidence.json"])
    assert evidence["epsilon"] == {
        "finite": False,
        "labels": [],
        "reason": "Spans mark what was replaced, so every name that is not marked is real.",
    }
    sheet = html.unescape(parts["datasheet.html"].decode())
    assert "Every name in the file that is not marked is real." in sheet
    assert "No finite epsilon for this file" in sheet


def test_methods_and_catalogue_have_the_sheets_own_numbers(parts: dict[str, bytes]) -> None:
    evidence = json.loads(parts["evidence.json"])
    markdown, tex = parts["methods.md"].decode(), parts["methods.tex"].decode()
    assert "10 items of" in markdown and "10 items of" in tex
    assert "holds < 10 dialogues" in markdown and "holds $<$ 10 dialogues" in tex
    assert tex.count("{") == tex.count("}") and tex.startswith(r"\documentclass")
    entry = json.loads(parts["croissant.json"])
    assert entry["description"] == evidence["sentence"]
    assert entry["distribution"][0]["sha256"] == evidence["file"]["sha256"]


def test_the_methods_are_latex(parts: dict[str, bytes]) -> None:
    assert faults_of(parts["methods.tex"].decode()) == []


def test_the_methods_compile(parts: dict[str, bytes], tmp_path: Path) -> None:
    latex = shutil.which("pdflatex") or pytest.skip("LaTeX is not installed")
    (tmp_path / "methods.tex").write_bytes(parts["methods.tex"])
    command = [latex, "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "methods.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:]


def test_the_catalogue_entry_is_croissant(parts: dict[str, bytes], tmp_path: Path) -> None:
    """Asked in a process of its own: what it loads closes the streams of whoever sets logging."""
    for name in ("croissant.json", "corpus.jsonl"):
        (tmp_path / name).write_bytes(parts[name])
    command = [Path(sys.executable).with_name("mlcroissant"), "validate", "--jsonld"]
    done = subprocess.run(
        [*command, "croissant.json"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0 and "Done." in done.stderr
    assert not re.search("error|warning", done.stderr, re.IGNORECASE), done.stderr


def test_a_spanish_sheet(bundle: Bundle, manager: Any, data_dir: Path) -> None:
    with translation.override("es"):
        export = room.write(bundle.project, spans="marked")
        parts = room.parts(data_dir, room.signed(export, manager))
    assert '<html lang="es">' in parts["datasheet.html"].decode()


@pytest.mark.parametrize(
    ("rows", "left", "said"),
    [
        ([("one", 31), ("model", 90)], (30, 7), "A person has read 31 of them whole. In the 90 of "
         "which the model alone read some turns, about 30 items are expected to be left, at most "
         "70. In those that one person has read, about 30, at most 70."),
        ([("model", 40)], None, "How many items are left was not measured."),
        ([("model", 40), ("one", 31)], (30, 7, "in part"), "A person has read 31 of them whole. In "
         "the turns that the model alone has read, about 30 items are expected to be left, at most "
         "70; what people overlooked was not measured."),
    ],
)  # fmt: skip
def test_the_sentence_by_who_read(rows: Any, left: Any, said: str) -> None:
    told = {"expected": 30, "low": 11, "most": 70, "dialogues": None} if left else None
    in_part = bool(left) and "in part" in left
    facts = {
        "counts": {"dialogues": 40, "of": 160, "rounded": False},
        "reading": [
            {"read_by": who, "dialogues": n, "items": 99,
             "left": told if who == "model" or not in_part else None}
            for who, n in rows
        ],
        "left": None if in_part else told,
    }  # fmt: skip
    sentence = sentence_of(facts)
    assert sentence.startswith("40 of 160 dialogues leave.") and sentence.endswith(said)


def test_what_is_left_is_taken_in_proportion_to_this_file(bundle: Bundle) -> None:
    """The measurement met 20 items read by one person, this file has 10: half of its 1.4."""
    figures = json.loads(json.dumps(room.RECALL))
    figures["file"]["rows"][0]["items"] = 20
    figures["file"]["rows"][0]["left"] = [24.0, 12.0, 44.1]
    figures["file"]["rows"][0]["holding"] = [3.4, 1.0, 9.0]
    Measurement.objects.filter(kind="recall").update(figures=figures)
    facts = facts_of(gate_of(bundle.export), [])
    assert facts["left"] == {"expected": 12, "low": "< 10", "most": 23, "dialogues": "< 10"}
    sheet = draft_sheet(bundle.export).replace("\N{NO-BREAK SPACE}", " ")
    assert "Dialogues that are expected to hold one or more: &lt; 10." in sheet


def test_what_is_held_back_for_one_reason_is_not_told_by_a_sum(bundle: Bundle) -> None:
    """40 of 45 would give the five away that are held back."""
    from annotation.services.evidence.bundles import facts

    export = bundle.export
    export.summary["held_back"] = {str(pk): ["block"] for pk in range(5)}
    held = facts._held(export)
    assert (held["dialogues"], held["why"][0]["dialogues"]) == ("< 10", "< 10")
    counts = facts._counts(export, 40, 99, 45, held)
    assert (counts["of"], counts["rounded"]) == (50, True)
    assert sentence_of({"counts": counts, "reading": [], "left": None}).startswith(
        "40 of about 50 dialogues leave."
    )


def test_a_sentence_parts_thousands_and_leaves_bounds_alone() -> None:
    counts = {"dialogues": 1200, "of": "< 10", "rounded": False}
    said = sentence_of({"counts": counts, "reading": [], "left": None})
    assert said.startswith("1,200 of < 10 dialogues leave.")


def test_figures_leave_by_name_alone() -> None:
    """Pages at home list dialogues and turns by number: neither travels. Beside a small bar the
    largest is rounded up: 12 of 15 would give it away."""
    figures = {
        "dialogues": 40, "bars": [3, 12], "fits": {"71": 2}, "first": [{"dialogue": 71, "turn": 5}],
        "sources": [{"name": "INE", "year": 2021}],
    }  # fmt: skip
    assert figures_that_leave("remains", figures) == {
        "dialogues": 40, "bars": ["< 10", 20], "sources": [{"name": "INE", "year": 2021}],
    }  # fmt: skip
    recall = {"model": {"items": 120, "turn_ids": [5]}, "file": {"of": 2}, "other": 1}
    assert figures_that_leave("recall", recall) == {"model": {"items": 120}}
    rows = [{"dialogue": 71}, {"what": "missed words found", "hits": 3, "turn": 5}]
    finding = {"name": "parrot", "state": "held", "turns": [12, 13], "rows": rows}
    left = {"name": "parrot", "state": "held"}
    left["rows"] = [{"what": "missed words found", "hits": "< 10"}]  # type: ignore[assignment]
    assert figures_that_leave("attack", {"findings": [finding]}) == {"findings": [left]}
    why = {"strategy": "typed", "state": "not run", "why": "typed: row 7 cannot be replaced"}
    some = {"strategy": "word", "not_run": [{"repeat": 2, "why": "word: row 7"}]}
    assert figures_that_leave("utility", {"rows": [why, some]}) == {
        "rows": [{**why, "why": "not run"}, {"strategy": "word"}]
    }


def test_a_line_does_not_tell_the_sum_that_is_rounded(bundle: Bundle) -> None:
    """Approved are 0 of 45: beside 40 that leave, that would give the five away."""
    from annotation.services.evidence.bundles import facts

    line = {"line": "45 turns, 145 items", "figure": "0 of 45"}
    counts = {"of": 50, "rounded": True}
    assert facts._without_sum(line, counts, 45)["figure"] == "0 of about 50"
    assert facts._without_sum({**line, "line": "145; 4.5; 45 %"}, counts, 145)["line"] == (
        "about 50; 4.5; 45 %"
    )
    assert facts._without_sum(line, {**counts, "rounded": False}, 45) == line


def test_items_of_the_groups_are_those_that_are_replaced(bundle: Bundle) -> None:
    """An item that stays as it was said was found, and was not replaced."""
    row = bundle.export.departures.first()
    assert row is not None
    before = groups_of(bundle.export)
    assert sum(group.items for group in before) == bundle.export.summary["replaced"]
    row.draws[0][2] = 0
    row.save()
    ITEMS.forget()  # else what left in a file is read once
    after = groups_of(bundle.export)
    assert sum(group.items for group in after) == bundle.export.summary["replaced"] - 1
    assert [group.found for group in after] == [group.found for group in before]


def test_what_is_left_on_purpose_is_left_in_the_picture(bundle: Bundle) -> None:
    """Ten replaced, 30 that q left: of 40 ten are replaced at most, and of 53.2 at least."""
    bundle.export.summary["left"] = 30
    picture = facts_of(gate_of(bundle.export), [])["picture"]
    assert picture == {"replaced": 19, "left": 76, "unknown": 5}  # 10 / 52.2; 31.4 / 41.4
