"""The number of SQL queries of a page does not grow with the corpus, the team or the work done.

The walk is over the routes: a page that is added is measured without being named here. What the
pages show must be in `grow`, in one piece in the small project and in many in the large one.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import connection
from django.urls import reverse

from annotation.models import (
    AccessEvent,
    Alarm,
    Assignment,
    Batch,
    Decision,
    Dialogue,
    Export,
    Guideline,
    Label,
    Member,
    Project,
    QueryItem,
    Question,
    Reading,
    SourceModel,
    Span,
    SpanEvent,
    Step,
    TrainingRun,
    Turn,
    User,
)
from annotation.schemes import SCHEMES
from annotation.services.release.changes import RESTS_ON, file_rests_on
from tests.rounds import make_round
from tests.webapp.every_route.rules import RULES, arguments

PAGES = sorted(name for name, (_who, method) in RULES.items() if method == "get")
TEXT = "Soy Ana, de Bilbao, le llamo por el router"  # with a name, a place, and words between
NOW = datetime(2026, 11, 2, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Size:
    """How much of everything a project holds."""

    dialogues: int
    turns: int  # of each of the two dialogues that people are asked about
    turns_of_others: int
    each: int  # members, items, labels, rounds, questions, exports, ...


SMALL = Size(dialogues=2, turns=3, turns_of_others=3, each=1)
# More dialogues, turns in all, turns of one dialogue and items than any page shows or any service
# reads at once (50, 500, 40 and 20): what is asked in portions is asked more than once here.
LARGE = Size(dialogues=52, turns=42, turns_of_others=9, each=22)


def grow(slug: str, manager: User, size: Size, names: Sequence[str] = PAGES) -> dict[str, str]:
    """A project of that size, in which a team has worked; the addresses of its pages by name."""
    project = Project.objects.create(slug=slug, name=slug, single_is_gold=False)
    Member.objects.create(project=project, user=manager, role="manager")
    team = [
        User.objects.create(username=f"{slug}-{n}", first_name=f"Person {n}")
        for n in range(max(2, size.each))
    ]
    roles = ("annotator", "annotator", "curator", "reader")
    Member.objects.bulk_create(
        Member(project=project, user=user, role=roles[n % 4]) for n, user in enumerate(team)
    )
    group = Label.objects.create(project=project, name="person", family="person")
    every = SCHEMES["es-port"].labels
    # The last one, "other", draws values of its own, which are asked for where it is there.
    Label.objects.bulk_create(
        Label(project=project, name=each.name, key=each.key, family=each.family, parent=group)
        for each in dict.fromkeys([*every[: 1 + size.each], every[-1]])
    )
    dialogues = Dialogue.objects.bulk_create(
        Dialogue(project=project, external_id=f"{slug}-{n:03}", position=n)
        for n in range(size.dialogues)
    )
    turns = Turn.objects.bulk_create(
        Turn(dialogue=dialogue, position=n, speaker="ab"[n % 2], text=TEXT)
        for place, dialogue in enumerate(dialogues)
        for n in range(size.turns if place < 2 else size.turns_of_others)
    )
    # Before the rest: these are the first objects of their kinds, in both projects.
    values = arguments(project)
    urls = {name: reverse(name, kwargs=values[name]) for name in names}
    for name, query in questions(project, turns[: size.turns]).items():
        urls[name] += f"?{query}"
    asked = [turns[n] for n in range(size.each)] + turns[size.turns : size.turns + size.each]
    _learn(project, size, manager)
    _work(project, asked, [manager, *team])
    _guide(project, asked, manager, team[1], size)
    _release(project, dialogues, manager, size)
    return urls


def questions(project: Project, turns: list[Turn]) -> dict[str, str]:
    """What pages are asked that answer nothing without a question."""
    label = project.labels.exclude(key="").first()
    assert label
    where = "start=4&end=7&scope=project"
    return {
        "show-turns": "&".join(f"pk={turn.pk}" for turn in turns),
        "plan-propagation": f"{where}&label={label.pk}",
        "api:plan-propagation": f"{where}&label={label.name}",
        "unfold-turns": f"first=1&last={len(turns)}",
    }


def _learn(project: Project, size: Size, manager: User) -> None:
    """Rounds that ended, each with its batch: two at least."""
    SourceModel.objects.bulk_create(
        SourceModel(name=f"{project.slug}-{n}", lang="es", folder="none") for n in range(size.each)
    )
    done = {
        "status": "done",
        "labelled_turns": 5,
        "metrics": {"f1": 0.9, "precision": 0.9, "recall": 0.9, "support": 10},
        "requested_by": manager,
        "started_at": NOW,
        "finished_at": NOW,
    }
    project.runs.update(**done)
    for number in range(2, 2 + size.each):
        # what a round leaves for the learning page
        run = make_round(project, number, finished_at=NOW, requested_by=manager)
        Batch.objects.create(project=project, number=number, strategy="random", run=run)


def _work(project: Project, asked: list[Turn], people: list[User]) -> None:
    """Each asked turn was read by two people who differ, the older half by the annotator whose
    pages are measured; the model had proposed something; every other turn was adjudicated."""
    oldest, *_others, newest = project.batches.order_by("number")
    run = project.runs.first()
    first, second = list(project.labels.exclude(key=""))[:2]
    QueryItem.objects.bulk_create(
        QueryItem(batch=oldest if n < len(asked) // 2 else newest, turn=turn, rank=n)
        for n, turn in enumerate(asked)
        if n  # the first is there
    )
    QueryItem.objects.filter(turn__in=asked).update(readers=3, is_flagged=True, reason="random")
    for number, turn in enumerate(asked):
        item = QueryItem.objects.get(turn=turn)
        Span.objects.create(
            turn=turn, start=12, end=18, label=second, status="proposed", confidence=0.8, run=run
        )
        other = people[2] if number < len(asked) // 2 else people[1]
        readers = [people[0], other]
        for place, user in enumerate(readers):
            reading = Reading.objects.create(
                turn=turn,
                reader=user,
                status="done",
                version=1,
                label_count=1,
                seconds=5,
                done_at=NOW,
            )
            _label(reading, [first, second][place])
            Assignment.objects.create(item=item, reader=user, assigned_at=NOW, status="done")
        if number % 2:
            gold = Reading.objects.create(
                turn=turn,
                reader=people[0],
                layer="gold",
                status="done",
                is_gold=True,
                label_count=1,
            )
            _label(gold, first)


def _label(reading: Reading, label: Label) -> None:
    """A label of the reading with its step."""
    Span.objects.create(turn=reading.turn, reading=reading, start=4, end=7, label=label)
    step = Step.objects.create(
        author=reading.reader, dialogue=reading.turn.dialogue, layer=reading.layer,
        op_id=uuid.uuid4(), kind="label",
    )  # fmt: skip
    SpanEvent.objects.create(
        step=step, reading=reading, after=[[4, 7, label.pk, "accepted", None]], version=1
    )


def _guide(project: Project, asked: list[Turn], manager: User, annotator: User, size: Size) -> None:
    """Versions of the guidelines; questions on every turn, with an answer and without; alarms."""
    versions = [
        Guideline.objects.create(project=project, version=n + 10, text="# Names", author=manager)
        for n in range(size.each)
    ]
    answer = {"answer": "Yes.", "answered_by": manager, "answered_at": NOW}
    for turn in asked:
        for person in (manager, annotator):
            for more in ({}, answer | {"guideline": versions[-1]}):
                Question.objects.create(
                    turn=turn, start=4, end=7, op_id=uuid.uuid4(), text="?", asked_by=person, **more
                )
    for _ in range(size.each):
        Alarm.objects.create(project=project, detail={"turn": asked[0].pk, "saved": 2, "there": 1})


def _release(project: Project, dialogues: list[Dialogue], manager: User, size: Size) -> None:
    """What a release leaves: decisions, exports, the log of who saw originals."""
    done = {
        "status": "done",
        "path": f"exports/{project.slug}.jsonl",
        "summary": {"dialogues": 2, "replaced": 4},
        "finished_at": NOW,
    }
    project.exports.update(**done)
    for number in range(size.each):
        Decision.objects.create(
            dialogue=dialogues[0], user=manager, action="dismiss", issue_code=f"code-{number}"
        )
        Export.objects.create(
            project=project, format="jsonl", strategy="typed", requested_by=manager, **done
        )
    AccessEvent.objects.bulk_create(
        AccessEvent(user=manager, project=project, dialogue=dialogue, purpose="label")
        for dialogue in dialogues
    )


def count_queries(client: Any, url: str) -> tuple[int, int]:
    """The status and the number of queries of the page, once everything it caches is warm."""
    asked = 0

    def count(execute: Any, *query: Any) -> Any:
        nonlocal asked
        asked += 1
        return execute(*query)

    client.get(url).getvalue()
    with connection.execute_wrapper(count):
        response = client.get(url)
        response.getvalue()  # all of a stream
    return response.status_code, asked


def measure(slug: str, size: Size, manager: User, client_of: Any, folder: Path) -> dict[str, Any]:
    """Status and queries of every page of a new project for its manager; of the pages of labelling
    also for an annotator who has turns before her."""
    urls = grow(slug, manager, size)
    User.objects.update(toured_at=NOW)  # the guided story asks about the person, whose deeds differ
    (folder / "exports").mkdir(exist_ok=True)
    (folder / "exports" / f"{slug}.jsonl").write_text("{}\n")
    for export in Export.objects.exclude(path="").filter(project__slug=slug):
        export.summary |= {RESTS_ON: file_rests_on(export.project)}
        export.save()
    found = {name: count_queries(client_of(manager), url) for name, url in urls.items()}
    annotator = client_of(User.objects.get(username=f"{slug}-1"))
    for name, url in urls.items():
        if RULES[name][0] == "label":
            found[f"{name}, annotator"] = count_queries(annotator, url)
    # What one project waits for is said in queries of its own: nothing stands before the next one.
    TrainingRun.objects.filter(status__in=["queued", "running"]).update(status="cancelled")
    return found


def test_no_page_asks_more_of_a_large_project(
    manager: User, client_of: Any, data_dir: Path
) -> None:
    small = measure("small", SMALL, manager, client_of, data_dir)
    large = measure("large", LARGE, manager, client_of, data_dir)
    failed = {name for name, (status, _queries) in small.items() if status not in {200, 204, 302}}
    # Nothing to list, nothing chosen to erase, for administrators alone, not signed: 404; 409 for
    # the sheet of a file without its evidence, and for the file, which waits for a limit to be
    # lifted; tables that nobody measured; an intruder's pages.
    closed = {"download-bundle", "show-sheet", "show-intruder", "show-try", "download-tables"}
    closed |= {"download-export", "api:take-export"}
    assert failed == {"api:api-root", "erase-dialogues", "list-records"} | closed
    assert {n: (small[n], large[n]) for n in small if small[n] != large[n]} == {}
