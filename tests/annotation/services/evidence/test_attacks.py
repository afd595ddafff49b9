"""Attacks on a project's release and on two files: what they are made of, and what they say."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from annotation.evidence.attacks.items import items_of
from annotation.evidence.attacks.registry import ATTACKS, run_attacks
from annotation.evidence.types import quietly
from annotation.models import Dialogue, JobStatus, Measurement, Project, User
from annotation.refusals import Refused
from annotation.services.evidence import measurements
from annotation.services.evidence.attacks import targets
from annotation.services.evidence.attacks.measuring import attack_files, measure_attacks
from annotation.services.evidence.attacks.shown import read_attacks
from annotation.services.evidence.attacks.targets import (
    target_of,
    target_of_files,
    target_of_project,
)
from annotation.services.release.departures import file_of, note_leaving
from annotation.services.release.exports import start_export
from annotation.services.release.now import Now
from learning.crf.tagger import CrfTagger
from learning.types import Span, Utterance
from tests.annotation.evidence.attacks.releases import pair
from tests.annotation.services.evidence.bundles import room
from tests.labelled import NAMES, add_calls, shown

QUICK = ["initials", "two-files", "membership"]
CALLS = [["Soy [Ana|Eva:PER] de [Gijón|Lugo:LOC].", "Vale."], ["Y yo [Luis|Raúl:PER].", "Hola."]]


def line(value: Any, *, spans: bool = True) -> str:
    turns = [
        {
            "speaker": turn.speaker,
            "text": turn.text,
            "spans": [
                {"start": s.start, "end": s.end, "label": s.label} for s in turn.spans if spans
            ],
        }
        for turn in value.turns
    ]
    return json.dumps({"id": value.id, "lang": value.lang, "turns": turns}, ensure_ascii=False)


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotation.evidence.attacks.values.weak_key.TRIES", 30)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two calls as they were said, and as they left, without spans."""
    original, released = tmp_path / "original.jsonl", tmp_path / "released.jsonl"
    pairs = [pair(f"call-{number}", lines) for number, lines in enumerate(CALLS)]
    original.write_text("\n".join(line(each.original) for each in pairs))
    released.write_text("\n".join(line(each.released, spans=False) for each in pairs))
    return original, released


def test_every_dialogue_that_would_leave_is_a_pair(labelled: Project) -> None:
    target = target_of_project(labelled, quietly)
    assert len(target.pairs) == 2
    assert not any(each.is_gold for each in target.pairs)  # who read it replaced what she found
    assert not target.spans_marked
    assert set(target.strategies.values()) == {labelled.replacement}
    first = target.pairs[0]
    assert "Olabarri" in " ".join(turn.text for turn in first.original.turns)
    assert shown(" ".join(turn.text for turn in first.released.turns)) == []
    # What was replaced is marked for the attack to count by, whether or not it leaves marked.
    assert [len(t.spans) for t in first.original.turns] == [
        len(t.spans) for t in first.released.turns
    ]


def test_what_was_missed_is_known_where_the_model_alone_reads_what_people_have(
    labelled: Project, annotator: User, data_dir: Path
) -> None:
    """Others hold what one reader found and nothing else: no attack on what was missed is passed
    by them, and none of their words counts as one that was not missed."""
    blind = ["parrot-spans", "parrot", "said-once", "variants"]
    found = measure_attacks(labelled, {"only": blind})["findings"]
    assert {each["state"] for each in found} == {"not run"}
    assert all("kept to measure the model" in each["why"] for each in found)
    add_calls(labelled, 8, annotator, read=8)
    kept = labelled.dialogues.filter(position__gte=6)
    kept.update(split=Dialogue.Split.TEST)
    lesson = [Utterance("hola me llamo Ana", (Span(14, 17, "female name"),)), Utterance("vale")]
    lesson += [Utterance(f"hola me llamo {name} y tengo una avería") for name in NAMES[1:]]
    CrfTagger().fit(3 * lesson).save(data_dir / "m")
    labelled.runs.create(kind="round", number=1, status="done", folder="m")
    pairs = target_of_project(labelled, quietly).pairs
    assert {each.source for each in pairs if each.is_gold} == {each.external_id for each in kept}
    missed = [item for item in items_of([p for p in pairs if p.is_gold]) if not item.is_replaced]
    assert missed
    assert all(item.is_replaced for item in items_of([p for p in pairs if not p.is_gold]))


def test_side_channels_of_a_project_are_tried_as_they_would_leave(labelled: Project) -> None:
    room.write(labelled)
    measurements.work_on_measurement(
        Measurement.objects.create(project=labelled, kind="recall", status=JobStatus.RUNNING),
        quietly,
    )
    target = target_of_project(labelled, quietly)
    assert {each.source for each in target.pairs} == {
        each.external_id for each in labelled.dialogues.all()
    }
    assert sorted(each.released.id for each in target.pairs) == ["d0001", "d0002"]
    found = run_attacks(target, ["ids", "order", "keys", "report", "evidence"])
    assert {each.name: each.state for each in found} == dict.fromkeys(
        ["ids", "order", "keys", "report", "evidence"], "held"
    )


def test_an_encoder_that_was_chosen_and_cannot_be_asked_is_told(
    labelled: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert targets.target_of(labelled).no_encoder == ""  # none was chosen
    labelled.encoder = "nowhere"
    monkeypatch.setattr(targets, "find_spec", lambda _name: None)
    assert "is not installed" in targets.target_of(labelled).no_encoder
    monkeypatch.setattr(targets, "find_spec", lambda name: name)
    assert "cannot be opened" in targets.target_of(labelled).no_encoder


def test_a_file_that_keeps_the_names_of_its_source_is_told(labelled: Project) -> None:
    target = target_of_project(labelled, quietly)
    kept = [replace(each, released=replace(each.released, id=each.source)) for each in target.pairs]
    (found,) = run_attacks(replace(target, pairs=kept), ["ids"])
    assert (found.state, found.values["kept"]) == ("told", 2)


def test_spans_count_as_marked_where_the_newest_file_has_them(labelled: Project) -> None:
    export = start_export(labelled, None, format="jsonl", strategy="entity", spans="marked")
    type(export).objects.filter(pk=export.pk).update(status=JobStatus.DONE)
    assert target_of_project(labelled, quietly).spans_marked


def test_a_measurement_is_done_by_the_lane_and_kept(labelled: Project) -> None:
    row = Measurement.objects.create(
        project=labelled, kind="attack", options={"only": QUICK}, status=JobStatus.RUNNING
    )
    said: list[float] = []
    measurements.work_on_measurement(row, lambda share, _phase: said.append(share))
    figures = measurements.newest(labelled, "attack")
    assert figures is not None
    assert [each["name"] for each in figures.figures["findings"]] == [
        name for name in ATTACKS if name in QUICK
    ]
    assert said == sorted(said)
    assert said[-1] == 1.0


def test_figures_are_counts_and_never_a_text(labelled: Project) -> None:
    figures = measure_attacks(labelled, {"seed": 3})
    assert len(figures["findings"]) == len(ATTACKS)
    assert shown(json.dumps(figures)) == []
    assert "Olabarri-2024" not in json.dumps(figures)
    assert figures["seed"] == 3


def test_the_page_reads_them_by_group(labelled: Project) -> None:
    figures = measure_attacks(labelled, {"only": QUICK})
    seen = read_attacks(Now(labelled), figures)
    assert seen is not None
    assert [row.name for group in seen.groups for row in group.rows] == [
        "two-files",
        "membership",
        "initials",
    ]
    # Two names are fewer than twenty, and no second file has left.
    assert seen.not_run == "2 were not run and are not passed."
    assert read_attacks(Now(labelled), None) is None


def test_two_files_are_what_is_remembered_of_those_that_left(
    labelled: Project, manager: Any
) -> None:
    export = room.write(labelled)
    assert target_of_project(labelled, quietly).departed == []
    note_leaving(labelled, file_of(export), confirmed=False)
    target = target_of_project(labelled, quietly)
    assert sum(made for _shown, made in target.departed) > 0
    found = run_attacks(target, ["two-files"])[0]
    assert (found.state, found.values["right"]) == ("held", 0)
    labelled.replacement = "typed"
    labelled.save()
    target = target_of_project(labelled, quietly)
    found = run_attacks(target, ["two-files"])[0]
    # A label stands where a name stood: every replaced word is another one.
    assert (found.state, found.values["right"]) == ("told", found.values["made"])


def test_what_replaces_nothing_is_no_release(labelled: Project) -> None:
    labelled.replacement = "none"
    with pytest.raises(Refused, match="replaces nothing"):
        target_of_project(labelled, quietly)


def test_one_dialogue_is_too_few(labelled: Project) -> None:
    Dialogue.objects.filter(project=labelled).first().delete()  # type: ignore[union-attr]
    with pytest.raises(Refused, match="Fewer than two dialogues"):
        target_of_project(labelled, quietly)


def test_an_unknown_attack_is_refused_by_name(labelled: Project) -> None:
    with pytest.raises(Refused, match="no attack “voodoo”"):
        measure_attacks(labelled, {"only": ["voodoo"]})


# --- two files ------------------------------------------------------------------------------------


def test_files_are_aligned_by_id_in_any_order(files: tuple[Path, Path]) -> None:
    released = files[1]
    released.write_text("\n".join(reversed(released.read_text().splitlines())))
    target = target_of_files(*map(str, files))
    assert [each.original.id == each.released.id for each in target.pairs] == [True, True]
    assert not target.spans_marked


def test_files_without_a_common_id_are_aligned_in_order(files: tuple[Path, Path]) -> None:
    released = files[1]
    released.write_text(released.read_text().replace("call-", "d000"))
    target = target_of_files(*map(str, files))
    assert [len(each.original.turns) for each in target.pairs] == [2, 2]


def test_what_was_found_says_whose_truth_is_known(files: tuple[Path, Path]) -> None:
    figures = attack_files(*map(str, files), only=QUICK)
    assert (figures["dialogues"], figures["known"], figures["not_run"]) == (2, 2, 2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.splitlines()[0], "1 dialogues; expected two or more"),
        (lambda text: text.replace("call-1", "call-9"), "dialogue 2 is not in"),
        (
            lambda text: text.replace(', {"speaker": "a", "text": "Hola.", "spans": []}', ""),
            "dialogue 2: 1 turns; expected 2, as in the original",
        ),
        (
            lambda text: text.replace("call-", "x").splitlines()[0],
            "1 dialogues without an id of .*, which has 2",
        ),
    ],
)
def test_files_that_do_not_align_are_told_by_number(
    files: tuple[Path, Path], change: Any, said: str
) -> None:
    released = files[1]
    released.write_text(change(released.read_text()))
    with pytest.raises(Refused, match=said) as caught:
        attack_files(*map(str, files), only=QUICK)
    assert shown(str(caught.value)) == []


def test_another_text_is_told_by_dialogue_and_turn(files: tuple[Path, Path]) -> None:
    long = "no nos llega la factura de este mes"
    for path, text in zip(files, (long, "el perro come pan duro cada día"), strict=True):
        path.write_text(path.read_text().replace("Hola.", text))
    with pytest.raises(Refused, match="dialogue 2, turn 2: another text"):
        attack_files(*map(str, files))


def test_another_text_around_an_item_is_told_too(files: tuple[Path, Path]) -> None:
    """What is no item is copied: a turn with items is compared by the words outside them."""
    original, released = files
    text = "Hola, soy Ana García y no nos llega la factura de este mes"
    spans = [{"start": 10, "end": 20, "label": "PER"}]
    rows = [json.loads(row) for row in original.read_text().splitlines()]
    rows[1]["turns"][1] |= {"text": text, "spans": spans}
    original.write_text("\n".join(map(json.dumps, rows)))
    rows[1]["turns"][1]["spans"] = []
    for name in ("Eva Ruiz", "Doña María del Pilar Fernández de la Vega y Sanz de Lamadrid"):
        rows[1]["turns"][1]["text"] = text.replace("Ana García", name)
        released.write_text("\n".join(map(json.dumps, rows)))
        attack_files(*map(str, files), only=QUICK)
    rows[1]["turns"][1]["text"] = "el perro come pan duro cada día"
    released.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(Refused, match="dialogue 2, turn 2: another text"):
        attack_files(*map(str, files), only=QUICK)


@pytest.mark.parametrize(
    ("text", "item", "left", "is_other"),
    [
        ("Soy Ana de Lugo", "Ana", "Dígame su número", True),  # two words outside, and none came
        ("Soy Ana de Lugo", "Ana", "Soy Eva Sanz de Lugo", False),
        ("Soy Ana", "Ana", "El perro come pan duro cada día", True),
        ("Soy Ana", "Ana", "Doña Eva", False),  # a word may have been taken for a part of a name
        ("Ana", "Ana", "Doña María del Pilar de la Vega", False),
        ("Ana de Lugo", "", "Eva de Vigo", False),  # nobody has said what is an item there
    ],
)
def test_a_short_turn_of_wholly_other_text_is_told_too(
    files: tuple[Path, Path], text: str, item: str, left: str, is_other: bool
) -> None:
    rows = [json.loads(row) for row in files[0].read_text().splitlines()]
    start = text.index(item)
    spans = [{"start": start, "end": start + len(item), "label": "PER"}] if item else []
    rows[1]["turns"][1] |= {"text": text, "spans": spans}
    files[0].write_text("\n".join(map(json.dumps, rows)))
    rows[1]["turns"][1] |= {"text": left, "spans": []}
    files[1].write_text("\n".join(map(json.dumps, rows)))
    if not is_other:
        target_of([str(each) for each in files])
        return
    with pytest.raises(Refused, match="dialogue 2, turn 2: another text"):
        target_of([str(each) for each in files])


def test_an_original_without_labels_is_no_truth(files: tuple[Path, Path]) -> None:
    original, released = files
    original.write_text(released.read_text())
    with pytest.raises(Refused, match="no item is labelled"):
        attack_files(*map(str, files))
