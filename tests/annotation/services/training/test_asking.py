"""A project asks a source of another kind: once for each text, and goes on without a bad one."""

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from annotation.models import JobStatus, Project, SourceModel, TrainingRun, Turn
from annotation.refusals import JobLost
from annotation.services.learning.run_notes import note_sentences
from annotation.services.sources.kinds import Wanted, add_source
from annotation.services.sources.registry import train_source
from annotation.services.storage.leftovers import TOLD, forget_old_features
from annotation.services.training import asking
from annotation.services.training.pools import features_of, pool_of
from learning.source.several import Several
from tests.annotation.services.sources.test_registry import bookings
from tests.annotation.services.training.test_loop import corpus, work  # noqa: F401 (fixtures)
from tests.learning.source.tellers import Teller


@pytest.fixture
def rules(corpus: Project, data_dir: Path) -> SourceModel:  # noqa: F811
    corpus.source_model = add_source(Wanted("Rules", "rules"))
    corpus.seed_strategy = "source-entropy"
    corpus.save()
    return corpus.source_model


def answers(monkeypatch: pytest.MonkeyPatch, teller: Teller) -> Teller:
    monkeypatch.setattr(asking, "open_source", lambda *_: teller)
    return teller


def test_it_is_asked_once_for_each_text_over_all_rounds(
    rules: SourceModel,
    work: Any,  # noqa: F811
    corpus: Project,  # noqa: F811
    data_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    teller = answers(monkeypatch, Teller())
    texts = {turn.text for turn in Turn.objects.exclude(text="")}
    with caplog.at_level(logging.DEBUG):
        for kind in ("seed", "round", "round"):
            run = work(kind)
            assert (run.status, run.error) == (JobStatus.DONE, "")
            assert "notes" not in run.details or "source" not in run.details["notes"]
    assert sorted(teller.asked) == sorted(texts & set(teller.asked))
    assert len(teller.asked) == len({*teller.asked})
    assert not any(text in caplog.text for text in texts if len(text) > 12)
    kept = data_dir / "cache" / f"project-{corpus.pk}" / TOLD
    assert kept.is_file()
    forget_old_features(corpus, "another")
    assert kept.is_file()


@pytest.mark.parametrize(
    ("says", "code"),
    [
        (lambda flags: np.full(len(flags), np.nan), "source_malformed"),
        (lambda flags: np.full(len(flags) + 1, 0.5), "source_malformed"),
    ],
)
def test_one_that_answers_nonsense_is_left_out(
    says: Any,
    code: str,
    rules: SourceModel,
    work: Any,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers(monkeypatch, Teller(says))
    for kind in ("seed", "round"):
        run = work(kind)
        assert (run.status, run.error) == (JobStatus.DONE, "")
        assert run.details["notes"]["source"] == "trouble"
        assert "left out" in note_sentences(run)[0]
    rules.refresh_from_db()
    assert rules.card["trouble"] == code
    answers(monkeypatch, Teller())
    work("round")
    rules.refresh_from_db()
    assert "trouble" not in rules.card


@pytest.mark.loopback
def test_one_that_is_away_is_left_out(
    work: Any,  # noqa: F811
    corpus: Project,  # noqa: F811
    rules: SourceModel,
    data_dir: Path,
) -> None:
    card = data_dir / rules.folder / "card.json"
    card.write_text(
        '{"what": "source", "kind": "address", "settings": {"url": "http://127.0.0.1:9/"}}'
    )
    run = work()
    assert run.status == JobStatus.DONE and run.details["notes"]["source"] == "trouble"
    card.write_text(
        '{"what": "source", "kind": "address", "settings": {"url": "http://192.0.2.7/"}}'
    )
    assert work("round").status == JobStatus.DONE
    rules.refresh_from_db()
    assert rules.card["trouble"] == "source_refused"


def test_a_run_that_is_cancelled_stops_asking(
    rules: SourceModel,
    corpus: Project,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers(monkeypatch, Teller())
    rows = pool_of(corpus)
    pool = features_of(corpus, rows, lambda *_: None)
    phases: list[str] = []

    def cancelled(_share: float, phase: str) -> None:
        phases.append(phase)
        raise JobLost

    with pytest.raises(JobLost):
        asking.source_of(corpus, pool, cancelled)
    assert phases == ["source"]


def test_several_are_opened_by_their_rows(
    corpus: Project,  # noqa: F811
    data_dir: Path,
) -> None:
    hotels = train_source("Hotels", bookings(), lang="en")
    add_source(Wanted("Rules", "rules"))
    both = add_source(Wanted("Both", "several", "Hotels, Rules"))
    opened = asking.open_model(both, corpus)
    assert isinstance(opened, Several)
    assert [part.card["kind"] for part in opened.parts] == ["crf", "rules"]
    hotels.delete()  # as an erasure does
    left = asking.open_model(both, corpus)
    assert isinstance(left, Several) and len(left.parts) == 1
    SourceModel.objects.filter(name="Rules").delete()
    corpus.source_model = both
    pool = features_of(corpus, pool_of(corpus), lambda *_: None)
    assert asking.source_of(corpus, pool, lambda *_: None) is None
    assert TrainingRun.objects.count() == 0
