"""The demo: four people, a source model, and two projects of invented support calls: one ready to
label, one that two people have read.

Called by `manage.py make_demo` at set-up. Everything is made once; a second call changes nothing.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.db import transaction

from annotation.demo import guidelines, hotel_bookings, support_calls, traps
from annotation.formats.corpora.jsonl import write_line
from annotation.formats.types import DialogueValue
from annotation.models import JobStatus, Member, Project, SourceModel, TrainingRun, User
from annotation.services.demo.double_read import make_double_read
from annotation.services.guidance.guidelines import save_version
from annotation.services.imports.dialogues import ImportOrder, import_dialogues
from annotation.services.jobs.lifecycle import run_job
from annotation.services.projects.creation import create_project
from annotation.services.projects.members import new_password
from annotation.services.sources.registry import train_source
from annotation.services.training.loop import work_on_run

SLUG = "demo"
SOURCE = "English hotel bookings (invented)"
PEOPLE = ("manager", "curator", "annotator", "reader")
TEST_CALLS = 40
Say = Callable[[str], None]


def make_demo(say: Say = lambda line: None) -> Project:
    """Make what is missing of the demo, telling each step."""
    people = make_people(say)
    calls, bookings = make_files(say)
    source = make_source(bookings, say)
    project = make_project(people, source, calls, say)
    twice = make_double_read(people)
    say(f"Project: {twice.dialogues.count()} calls that two people have read, to be adjudicated")
    choose_first_batch(project, say)
    return project


def has_projects() -> bool:
    return Project.objects.exists()


def demo_password() -> str:
    """The password of the demo accounts, drawn once an installation and readable by its owner."""
    path = settings.ANTIFAZ_DATA / "demo_password"
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(new_password())
    return str(path.read_text(encoding="utf-8").strip())


def make_people(say: Say) -> dict[str, User]:
    """The accounts, one for each role; a password that somebody changed stays."""
    people = {}
    for name in PEOPLE:
        user = User.objects.filter(username=name).first()
        if user is None:
            user = User.objects.create_user(name, password=demo_password())
        people[name] = user
    say("Accounts: " + ", ".join(PEOPLE))
    return people


def make_files(say: Say) -> tuple[list[DialogueValue], list[DialogueValue]]:
    """The invented corpora with their gold spans, also written as JSONL for people to try."""
    calls, bookings = support_calls(), hotel_bookings()
    folder = settings.ANTIFAZ_DATA / "demo"
    folder.mkdir(mode=0o700, exist_ok=True)
    files = {"support-calls": calls, "hotel-bookings": bookings, "traps": traps()}
    for name, dialogues in files.items():
        write_file(folder / f"{name}.jsonl", dialogues)
    say(f"Invented {len(calls)} support calls and {len(bookings)} hotel bookings: {folder}")
    return calls, bookings


def write_file(path: Path, dialogues: Sequence[DialogueValue]) -> None:
    """A JSONL file, replaced whole."""
    part = path.with_suffix(".part")
    part.write_text("".join(write_line(each) for each in dialogues), encoding="utf-8", newline="")
    part.replace(path)


def make_source(bookings: Sequence[DialogueValue], say: Say) -> SourceModel:
    """The source model, trained unless it is there with its files."""
    source = SourceModel.objects.filter(name=SOURCE).first()
    if source is not None and (settings.ANTIFAZ_DATA / source.folder).is_dir():
        return source
    source = train_source(SOURCE, bookings, lang="en", domain="hotel bookings")
    say(f"Source model: {SOURCE}, learnt in {source.card['seconds']:.0f} s")
    return source


def make_project(
    people: dict[str, User], source: SourceModel, calls: Sequence[DialogueValue], say: Say
) -> Project:
    """The project: most calls without their labels to be labelled, the last ones finished, and
    before all of them three that show what revision is for."""
    project = Project.objects.filter(slug=SLUG).first()
    if project is not None:
        return project
    pool = [without_spans(call) for call in calls[:-TEST_CALLS]]
    finished = calls[-TEST_CALLS:]
    with transaction.atomic():
        project = create_project(
            people["manager"],
            slug=SLUG,
            name="Demo: support calls",
            description="Spanish support calls that never happened, by people who do not exist.",
            lang="es",
            scheme="es-port",
            source_model=source,
            batch_size=10,
            proposal_threshold=0.4,  # who looks around sees proposals after two batches
            is_invented=True,
        )
        Member.objects.bulk_create(
            Member(project=project, user=people[role], role=role) for role in PEOPLE[1:]
        )
        # What a curator is shown first has something to revise; no model learns from it.
        for split, dialogues in (("aside", traps()), ("test", finished), ("pool", pool)):
            data = "".join(write_line(each) for each in dialogues).encode()
            report, *_none = import_dialogues(
                project,
                [(f"support-calls-{split}.jsonl", data)],
                ImportOrder(user=people["manager"], format="jsonl", split=split),
            )
            if report.problems:
                raise report.problems[0]
        save_version(project, people["curator"], text=guidelines(), seen=0)
    say(f"Project: {len(pool)} calls to be labelled, {len(finished)} finished ones to measure by")
    return project


def without_spans(dialogue: DialogueValue) -> DialogueValue:
    """The call as somebody would bring it: nothing in it says what is personal."""
    hidden = {"labels"}  # of ES-Port turns
    turns = tuple(
        replace(turn, spans=(), extra={k: v for k, v in turn.extra.items() if k not in hidden})
        for turn in dialogue.turns
    )
    return replace(dialogue, turns=turns)


def choose_first_batch(project: Project, say: Say) -> None:
    """Work on the waiting seed run here and now, so that the first page has something to label."""
    run = project.runs.filter(kind=TrainingRun.Kind.SEED, status=JobStatus.QUEUED).first()
    if run is None:
        return
    run_job(TrainingRun, run.pk, work_on_run)
    run.refresh_from_db()
    if run.status == JobStatus.DONE:
        say(f"First batch: {project.batch_size} turns chosen before anything was labelled")
    else:
        say(f"First batch: {run.error_words or run.status}; it is chosen again when the app runs")
