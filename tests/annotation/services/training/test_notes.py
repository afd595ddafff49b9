"""Bad input for learning: the loop goes on with what it has, and says plainly what it lacks."""

from pathlib import Path
from typing import Any

import pytest

from annotation.models import (
    Dialogue,
    JobStatus,
    Label,
    Project,
    QueryItem,
    Reading,
    SourceModel,
    Span,
    TrainingRun,
    Turn,
)
from annotation.services.learning.run_notes import note_sentences
from annotation.services.sources.registry import train_source
from annotation.services.team.overview import training_status
from annotation.services.training import notes
from annotation.services.training.notes import lacking_source, mark_trouble
from learning.choice.queries import QUERIES
from learning.choice.seeds import SEEDS
from learning.errors import ModelDamaged
from tests.annotation.services.sources.test_registry import bookings
from tests.annotation.services.training.test_loop import corpus, work

__all__ = ["corpus", "work"]  # fixtures


def read(turns: Any, person: Any) -> None:
    """These turns are finished, without a label."""
    for turn in turns:
        Reading.objects.get_or_create(
            turn=turn, reader=person, defaults={"status": "done", "is_gold": True}
        )
    QueryItem.objects.update(status="done")


def test_nothing_odd_nothing_said(work: Any, corpus: Project) -> None:
    run = work()
    assert (run.details, note_sentences(run), note_sentences(None)) == ({}, [], [])
    assert training_status(corpus)["notes"] == []


def in_projects(strategies: Any) -> list[str]:
    """Those that a project chooses among, and one that an older one may have; how each behaves
    without a source is shown where it stands."""
    return [name for name in sorted(strategies) if strategies[name].is_offered] + ["source-entropy"]


@pytest.mark.parametrize("name", in_projects(QUERIES))
def test_every_query_works_without_a_source(name: str, work: Any, corpus: Project) -> None:
    corpus.query_strategy = name
    corpus.save()
    run = work("round")
    assert (run.status, run.error) == (JobStatus.DONE, "")
    asks = QUERIES[name].asks_source
    assert (run.details.get("notes", {}).get("source") == "none") == asks
    assert bool(note_sentences(run)) == asks


@pytest.mark.parametrize("name", in_projects(SEEDS))
def test_every_seed_works_without_a_source(name: str, work: Any, corpus: Project) -> None:
    corpus.seed_strategy = name
    corpus.save()
    run = work("seed")
    assert (run.status, run.error) == (JobStatus.DONE, "")
    asks = "source" in name
    assert (run.details.get("notes", {}).get("source") == "none") == asks


def test_a_source_that_is_whole_again_is_asked_again(
    work: Any, corpus: Project, data_dir: Path
) -> None:
    source = train_source("Hotels", bookings(), lang="en")
    mark_trouble(source, ModelDamaged("It is damaged."))
    corpus.source_model, corpus.seed_strategy = source, "source-entropy"
    corpus.save()
    assert lacking_source(corpus, "seed") == "damaged"
    run = work("seed")
    assert run.details == {}
    source.refresh_from_db()
    assert "damaged" not in source.card
    assert source.card["utterances"] == 24


def test_a_source_whose_folder_is_gone(work: Any, corpus: Project, data_dir: Path) -> None:
    corpus.source_model = SourceModel.objects.create(name="x", lang="en", folder="models/none")
    corpus.save()
    run = work("seed")
    assert (run.status, run.details["notes"]) == (JobStatus.DONE, {"source": "damaged"})
    assert "left out" in training_status(corpus)["notes"][0]


def test_a_source_in_another_scheme(work: Any, corpus: Project, data_dir: Path) -> None:
    """Its label is none of the project's; it says personal or not, and that is enough."""
    source = train_source("Hotels", bookings(), lang="en", labels={"NAME": True, "never": True})
    assert not corpus.labels.filter(name="NAME").exists()
    corpus.source_model, corpus.query_strategy = source, "combined"
    corpus.save()
    assert work("seed").status == JobStatus.DONE
    run = work("round")
    assert (run.status, run.details.get("notes")) == (JobStatus.DONE, None)
    machine = Span.objects.filter(reading=None)
    assert set(machine.values_list("label__name", flat=True)) <= {"female name"}


def test_a_label_that_never_occurs_and_one_that_is_only_in_the_test(
    work: Any, corpus: Project, annotator: Any
) -> None:
    assert corpus.labels.count() > 1  # of which one was given
    held = corpus.dialogues.filter(position__in=(10, 11))
    held.update(split=Dialogue.Split.TEST)
    turn = Turn.objects.filter(dialogue__in=held).order_by("pk").first()
    assert turn is not None
    place = corpus.labels.get(name="place")
    Span.objects.filter(turn=turn).update(label=place)
    run = work("round")
    assert (run.status, run.error, run.metrics["on"]) == (JobStatus.DONE, "", "test")
    assert run.metrics["per_label"]["place"]["recall"] == 0


def spread(project: Project, labels: int) -> list[str]:
    """The scheme has this many labels, all but the first without a span; their names."""
    project.labels.exclude(name="female name").delete()
    names = [f"label {n}" for n in range(1, labels)]
    project.labels.bulk_create(
        Label(project=project, name=name, key=chr(97 + n), position=n)
        for n, name in enumerate(names)
    )
    project.labels.create(name="a group", position=99)  # nobody annotates it: it has no key
    assert project.labels.exclude(name="female name").exclude(key="").count() == labels - 1
    return names


def third(work: Any) -> TrainingRun:
    """The third round, all on the same labels."""
    for _ in range(3):
        run: TrainingRun = work("round")
        QueryItem.objects.update(status="done")
    return run


def test_labels_without_an_example_are_named_after_the_first_rounds(
    work: Any, corpus: Project
) -> None:
    (name,) = spread(corpus, 2)  # half of the labels have an example
    for _ in range(2):
        assert "notes" not in work("round").details
        QueryItem.objects.update(status="done")
    run = work("round")
    assert run.details["notes"] == {"no_example": {"names": [name], "more": 0}}
    assert note_sentences(run) == [
        "No read turn holds an example of these labels, so the model finds none: label 1. "
        "Where they do not occur in this corpus, that is as it should be."
    ]


def test_most_labels_without_an_example_are_no_news_before_many_turns(
    work: Any, corpus: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = spread(corpus, 11)
    assert "notes" not in third(work).details
    monkeypatch.setattr(notes, "MANY_TURNS", 20)  # so many are read
    run = work("round")
    assert run.details["notes"] == {"no_example": {"names": names[:5], "more": 5}}
    assert "label 4, label 5 and 5 more. Where" in note_sentences(run)[0]


def test_a_label_that_was_removed_since(work: Any, corpus: Project) -> None:
    work("round")
    Span.objects.filter(label__name="female name").delete()
    corpus.labels.get(name="female name").delete()
    run = work("tag")
    assert (run.status, run.error) == (JobStatus.DONE, "")


def test_contradictory_labels(work: Any, corpus: Project, annotator: Any) -> None:
    """The first ten calls are read; in four more the same words are left without a label."""
    more = Turn.objects.filter(dialogue__position__range=(20, 23), position=0)
    read(more, annotator)
    run = work("round")
    assert run.status == JobStatus.DONE
    assert run.details["notes"] == {"contradictory": 8}
    assert note_sentences(run) == [
        "8 turns have the text of another, and other labels: the model learns both."
    ]
    assert run.metrics["f1"] >= 0


def test_a_pool_smaller_than_a_batch(work: Any, corpus: Project, annotator: Any) -> None:
    Project.objects.filter(pk=corpus.pk).update(batch_size=500, audit_percent=0)
    corpus.refresh_from_db()
    turns = Turn.objects.filter(dialogue__project=corpus)
    free = turns.filter(readings=None).count()
    run = work("seed")
    assert run.batch.items.count() == free
    read(turns, annotator)
    run = work("round")
    assert (run.status, run.error, run.left["unread"]) == (JobStatus.DONE, "", 0)
    assert not training_status(corpus)["may_start"]


def test_the_last_small_batch_is_announced(work: Any, corpus: Project, annotator: Any) -> None:
    Project.objects.filter(pk=corpus.pk).update(batch_size=50)
    corpus.refresh_from_db()
    rest = Turn.objects.filter(dialogue__project=corpus, readings=None).order_by("pk")
    left = 5
    read(list(rest)[: rest.count() - left], annotator)
    run = work("round")
    assert run.batch.items.count() == left
    assert run.details["notes"]["last"] == left
    assert "5 turns were left to ask" in " ".join(note_sentences(run))


@pytest.mark.parametrize("unit", ["turn", "context", "dialogue"])
def test_one_dialogue_only(unit: str, work: Any, corpus: Project, annotator: Any) -> None:
    only = corpus.dialogues.get(external_id="c0")
    corpus.dialogues.exclude(pk=only.pk).delete()
    Turn.objects.bulk_create(
        Turn(dialogue=only, position=2 + n, text=f"soy {name} y llamo otra vez {n}")
        for n, name in enumerate(["Ana", "Luis", "Marta", "Iker", "Rosa", "Juan"])
    )
    corpus.batch_unit = unit
    corpus.save()
    run = work("seed")
    assert (run.status, run.error) == (JobStatus.DONE, "")
    run = work("round")
    assert (run.status, run.error) == (JobStatus.DONE, "")
    assert run.details["notes"]["one_dialogue"]
    assert "one dialogue" in " ".join(note_sentences(run))


def test_one_class_only(work: Any, corpus: Project) -> None:
    Span.objects.all().delete()
    work("seed")
    run = work("round")
    assert run.details["notes"] == {"one_class": True}
    assert "Nothing personal" in note_sentences(run)[0]


def test_a_damaged_model_of_the_project(work: Any, corpus: Project, data_dir: Path) -> None:
    """Tagging says so; the next round trains anew and is not stopped by it."""
    model = work("round")
    QueryItem.objects.update(status="done")
    (file,) = (data_dir / model.folder).glob("*.crfsuite")
    file.write_bytes(file.read_bytes()[:-100])
    run = work("tag")
    assert run.status == JobStatus.FAILED
    assert "damaged" in run.error
    run = work("round")
    assert (run.status, run.error) == (JobStatus.DONE, "")
    assert work("tag").status == JobStatus.DONE


def test_memory_short(work: Any, corpus: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def short(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("annotation.services.training.loop.features_of", short)
    run = work("seed")
    assert run.status == JobStatus.FAILED
    assert "memory" in run.error


def test_every_note_has_words() -> None:
    rare = {"names": ["x"], "more": 1}
    codes = {
        "contradictory": 1, "last": 1, "one_dialogue": True, "one_class": True, "no_example": rare,
    }  # fmt: skip
    for source in ("none", "damaged"):
        run = TrainingRun(details={"notes": {**codes, "source": source}})
        said = note_sentences(run)
        assert len(said) == 6
        assert all(each.endswith(".") for each in said)
