"""Whose figures a round keeps of a source model: another one is judged anew and shown without."""

# ruff: noqa: F811 (fixtures of another module are arguments here)

from pathlib import Path
from typing import Any

import pytest

from annotation.models import Project, QueryItem, SourceModel, TrainingRun
from annotation.services.learning import words as learning_words
from annotation.services.learning.page import read_learning
from annotation.services.runs.transfers import describe_transfer, tells_of
from annotation.services.sources.registry import train_source
from annotation.services.team import overview
from annotation.services.training import large_model, loop
from learning.source.transfer import SourceVerdict
from tests.annotation.services.sources.test_registry import bookings
from tests.annotation.services.training.test_loop import corpus, work  # noqa: F401 (fixtures)
from tests.rounds import make_round
from webapp.charts.transfer import draw_transfer

LEANS = SourceVerdict(uses_prior=True, prior_gain=0.4, prior_error=0.1, agreement=0.8, turns=400)


@pytest.fixture
def source(db: None, data_dir: Path) -> SourceModel:
    return train_source("Hotels", bookings(), lang="en")


def with_prior(project: Project, source: SourceModel) -> TrainingRun:
    """A round that settled to lean on the project's source."""
    project.source_model = source
    project.save()
    return make_round(project, 1, transfer=describe_transfer(source, LEANS, asked=False).to_json())


def told(project: Project) -> tuple[str, int]:
    """What the learning page says of the source, and how many figures stand with it."""
    drawing = draw_transfer(project, read_learning(project))
    assert drawing is not None
    return drawing.sentence, len(drawing.tracks) + len(drawing.signals)


def test_a_source_trained_anew_is_judged_anew(project: Project, source: SourceModel) -> None:
    run = with_prior(project, source)
    known = loop._last_verdict(project)
    assert known is not None and known.is_settled and known.uses_prior
    assert large_model._small(project)[1].endswith(source.folder)
    anew = train_source("Hotels", bookings(8), lang="en")
    assert anew.pk == source.pk and anew.folder != source.folder
    project = Project.objects.get(pk=project.pk)
    assert loop._last_verdict(project) is None
    assert large_model._small(project)[1] == ""
    assert not tells_of(run, anew)
    assert told(project) == ("Hotels is the source; the newest round did not ask it.", 0)


def test_another_source_has_none_of_the_figures(
    project: Project, source: SourceModel, data_dir: Path
) -> None:
    run = with_prior(project, source)
    run.source_weight = 0.25
    run.save()
    sentence, figures = told(project)
    assert "Hotels is used: the model begins" in sentence and figures > 2
    project.source_model = train_source("Shops", bookings(8), lang="en")
    project.save()
    assert told(project) == ("Shops is the source; the newest round did not ask it.", 0)
    seen = overview.read_overview(project).transfer
    assert seen is not None and (seen.weight, seen.start) == (None, None)
    assert "did not ask it" in seen.sentence


def test_the_front_page_counts_the_rounds_of_todays_source(
    project: Project, source: SourceModel
) -> None:
    old = SourceModel(pk=source.pk, folder="models/before")
    kept = [describe_transfer(each, None, asked=True).to_json() for each in (old, source, source)]
    project.source_model = source
    project.save()
    for number, (transfer, weight) in enumerate(zip(kept, (0.9, 0.2, 0.1), strict=True), 1):
        make_round(project, number, transfer=transfer, source_weight=weight)
    seen = overview.read_overview(project).transfer
    assert seen is not None and (seen.start, seen.weight, seen.sentence) == (0.2, 0.1, "")


@pytest.mark.parametrize(
    ("strategy", "asked", "words"),
    [
        ("random", False, "the newest round did not ask it"),
        ("combined", True, "What it does not know counts"),
        ("combined-product", True, "neither it nor the project's own model is sure"),
        ("adaptive", False, "Hotels is"),
    ],
)
def test_every_round_says_whose_word_it_had(
    work: Any, corpus: Project, source: SourceModel, strategy: str, asked: bool, words: str
) -> None:
    Project.objects.filter(pk=corpus.pk).update(source_model=source, query_strategy=strategy)
    corpus.refresh_from_db()
    work()
    QueryItem.objects.update(status="done")
    run = work("round")
    kept = (run.transfer["source"], run.transfer["folder"], run.transfer["asked"])
    assert kept == (source.pk, source.folder, asked)
    assert words in learning_words.transfer_sentence(source, run)


def test_a_round_without_the_sources_files_says_so(
    work: Any, corpus: Project, source: SourceModel, data_dir: Path
) -> None:
    Project.objects.filter(pk=corpus.pk).update(source_model=source, query_strategy="combined")
    corpus.refresh_from_db()
    work()
    (data_dir / source.folder / "model.crfsuite").unlink()
    QueryItem.objects.update(status="done")
    run = work("round")
    assert (run.status, run.transfer) == ("done", {})
    assert "did not ask it" in learning_words.transfer_sentence(source, run)


def test_rows_of_older_versions_say_less_and_are_believed(project: Project) -> None:
    source = SourceModel(pk=7, name="Hotels", lang="en", folder="models/h")
    for kept in ({}, {"trust": 0.5, "leans": True}, {"source": 7}):
        assert tells_of(TrainingRun(transfer=kept), source)
    assert not tells_of(TrainingRun(transfer={"source": 8}), source)
