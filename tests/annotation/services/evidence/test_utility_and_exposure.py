"""Utility and memory of a project: its gold, split by dialogue, as jobs of the lane of measures."""

import tempfile
from pathlib import Path
from typing import Any

import pytest

from annotation.formats.corpora.jsonl import write_jsonl
from annotation.models import Dialogue, Measurement, Project, Reading
from annotation.refusals import Refused
from annotation.services.evidence.measurements import WORK, newest, work_on_measurement
from annotation.services.evidence.use import exposure, material, utility
from annotation.services.jobs.lifecycle import claim_job
from annotation.services.standalone.memory import exposure_of
from annotation.services.standalone.surrogate_training import train_on_surrogates
from tests.labelled import NAMES, add_calls

FEW = {"strategies": ["entity", "typed"], "repeats": 1}


@pytest.fixture
def calls(project: Project, annotator: Any) -> Project:
    add_calls(project, 16, annotator, read=14)
    return project


def test_gold_is_what_is_settled(calls: Project) -> None:
    values = material.gold_dialogues(calls)
    assert len(values) == 14
    assert all(len(each.turns) == 2 and each.turns[0].spans for each in values)
    assert all(each.id.startswith("row ") for each in values)  # no id of a source


def test_unsettled_turns_are_left_out(calls: Project) -> None:
    Reading.objects.filter(turn__dialogue__external_id="c3", turn__position=1).update(is_gold=False)
    turns = [len(each.turns) for each in material.gold_dialogues(calls)]
    assert sorted(turns) == [1, *[2] * 13]


def test_a_fifth_is_drawn_where_none_is_kept_to_measure(calls: Project) -> None:
    train, test, kept = utility.split_gold(calls)
    assert (len(train), len(test), kept) == (12, 2, False)
    assert {each.id for each in train}.isdisjoint(each.id for each in test)
    assert utility.split_gold(calls) == (train, test, kept)


def test_what_is_kept_to_measure_is_the_test(calls: Project) -> None:
    rows = calls.dialogues.filter(external_id__in=["c0", "c1", "c2"])
    rows.update(split=Dialogue.Split.TEST)
    train, test, kept = utility.split_gold(calls)
    assert (len(train), len(test), kept) == (11, 3, True)


def test_with_too_few_others_what_is_kept_to_measure_is_learnt_from_too(calls: Project) -> None:
    calls.dialogues.update(split=Dialogue.Split.TEST)
    train, test, kept = utility.split_gold(calls)
    assert (len(train), len(test), kept) == (12, 2, False)


def test_too_little_gold_is_refused(project: Project, annotator: Any) -> None:
    with pytest.raises(Refused, match="0 dialogues have settled labels"):
        utility.split_gold(project)
    with pytest.raises(Refused, match="nothing to learn"):
        exposure.measure_exposure(project, {}, lambda share, phase: None)


def test_the_job_keeps_the_figures(calls: Project) -> None:
    assert {Measurement.Kind.UTILITY, Measurement.Kind.EXPOSURE} <= set(WORK)
    row = Measurement.objects.create(project=calls, kind="utility", options=FEW)
    claimed = claim_job(Measurement, row.pk)
    assert isinstance(claimed, Measurement)
    work_on_measurement(claimed, lambda share, phase: None)
    done = newest(calls, "utility")
    assert done is not None and done.stamp
    assert [each["strategy"] for each in done.figures["rows"]] == ["none", "entity", "typed"]
    assert done.figures["kept"] is False
    assert not any(name in repr(done.figures) for name in NAMES)


def test_no_model_lies_in_the_systems_temporary_folder(
    calls: Project, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a killed process leaves there, nobody erases."""
    made: list[Path] = []
    plain = tempfile.mkdtemp

    def noted(*args: Any, **options: Any) -> str:
        made.append(Path(plain(*args, **options)))
        return str(made[-1])

    monkeypatch.setattr(tempfile, "mkdtemp", noted)
    options = {"canaries": 1, "rivals": 5, "repetitions": []}
    exposure.measure_exposure(calls, options, lambda share, phase: None)
    file = data_dir / "calls.jsonl"
    with file.open("wb") as stream:
        write_jsonl(material.gold_dialogues(calls), stream)
    exposure_of(str(file), options)
    train_on_surrogates(calls.slug, data_dir / "out", "entity")
    assert [path.parent.name for path in made if path.name.startswith(".words-")] == [
        f"project-{calls.pk}", "models", "models",
    ]  # fmt: skip
    assert all(data_dir in path.parents for path in made)


def test_exposure_of_a_project(calls: Project) -> None:
    options = {"canaries": 2, "rivals": 10, "repetitions": [0, 4]}
    figures = exposure.measure_exposure(calls, options, lambda share, phase: None)
    assert [row["label"] for row in figures["labels"]] == ["female name"]
    assert figures["model"] is None  # it has none yet
    assert not any(name in repr(figures) for name in NAMES)
