"""The demo: made once, ready to label, with nothing in the pool that gives the answers away."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import Count
from django.test import override_settings

from annotation.demo import support_calls
from annotation.models import Member, Project, QueryItem, Reading, SourceModel, Span, Turn, User
from annotation.refusals import Refused
from annotation.services.labelling.queue import batch_items, current_batch, next_item
from annotation.services.revision.approvals import revisable
from annotation.services.revision.issue_decisions import Answer, approve, decide
from annotation.services.revision.plans import plan


def make(*args: str) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("make_demo", *args, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


# The next two come first: they need the database before the demo is in it.


def test_if_empty_leaves_projects_alone(db: None, data_dir: Path) -> None:
    Project.objects.create(slug="mine", name="Mine")
    assert make("--if-empty") == ("", "")
    assert not User.objects.exists()


def test_production_gets_no_accounts_unasked(db: None, data_dir: Path, settings: Any) -> None:
    settings.PRODUCTION = True
    assert make("--if-empty") == ("", "")
    assert not User.objects.exists()


@pytest.fixture(scope="module")
def made(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The data folder of a demo made once, for it takes long; each test's own changes to the
    database are taken back at its end, inside the transaction that holds the demo."""
    folder = tmp_path_factory.mktemp("demo")
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # as in every test
    with django_db_blocker.unblock(), transaction.atomic():
        with override_settings(ANTIFAZ_DATA=folder, PASSWORD_HASHERS=hashers):
            make()
        yield folder
        transaction.set_rollback(True)


@pytest.fixture
def demo(made: Path, db: None, settings: Any) -> Path:
    settings.ANTIFAZ_DATA = made
    return made


def test_it_is_ready_to_label(demo: Path) -> None:
    project = Project.objects.get(slug="demo")
    assert (project.is_invented, project.batch_size, project.lang) == (True, 10, "es")
    assert project.dialogues.filter(split="pool").count() >= 120
    assert project.dialogues.filter(split="test").count() == 40
    assert QueryItem.objects.filter(batch__project=project, status="open").count() == 10
    assert project.source_model is not None
    roles = Member.objects.filter(project=project).values_list("user__username", "role")
    assert sorted(roles) == [(name, name) for name in ("annotator", "curator", "manager", "reader")]


def test_the_first_batch_has_things_to_label(demo: Path) -> None:
    """Eight of its ten turns hold an item, and the first one that is opened does."""
    project, annotator = Project.objects.get(slug="demo"), User.objects.get(username="annotator")
    gold = {call.id: call.turns for call in support_calls()}
    batch = current_batch(project)
    assert batch is not None
    items = list(batch_items(batch))
    holds = [bool(gold[item.turn.dialogue.external_id][item.turn.position].spans) for item in items]
    assert sum(holds) >= 8
    assert holds[0]
    assert next_item(project, annotator) == items[0]


def test_revision_opens_at_calls_that_need_it(demo: Path) -> None:
    """The first one has three issues, and their fixes leave no more of them; where a draw leaves no
    name for a fix, it is dismissed. No model learns from these calls or is measured by them."""
    project, curator = Project.objects.get(slug="demo"), User.objects.get(username="curator")
    found = []
    for at, dialogue in enumerate(revisable(project)[:3]):
        assert dialogue.split == "aside"
        while grave := [i for i in plan(dialogue).result.issues if i.severity != "info"]:
            first = min(grave, key=lambda issue: (issue.turn, issue.start))
            at_first = (first.code, first.turn, first.start)
            try:
                decide(dialogue, curator, Answer(*at_first, "accept"))
            except Refused:
                decide(dialogue, curator, Answer(*at_first, "dismiss", "Misheard."))
            found.append((at, str(first.code)))
        assert not plan(dialogue).leaks
        approve(dialogue, curator)
    assert [code for at, code in found if at == 0] == ["NEAR_MISS", "EQUIV_LANG", "SHORT_AMBIGUOUS"]
    assert {at for at, _ in found} == {0, 1, 2}


def test_it_says_what_to_label(demo: Path) -> None:
    """The guidelines are written, and name each label that people can give."""
    project = Project.objects.get(slug="demo")
    text = project.guidelines.get().text
    for label in project.labels.exclude(key="").exclude(name="other"):
        assert f"*{label.name}*" in text, label.name


def test_the_pool_keeps_its_secrets(demo: Path) -> None:
    pool = Turn.objects.filter(dialogue__project__slug="demo", dialogue__split="pool")
    assert not Span.objects.filter(turn__in=pool).exists()
    assert not Reading.objects.filter(turn__in=pool).exists()
    assert not any("labels" in turn.extra for turn in pool.only("extra"))
    assert Span.objects.filter(turn__dialogue__split="test").count() > 100


def test_the_second_project_was_read_by_two_people_who_differ(demo: Path) -> None:
    project = Project.objects.get(slug="demo-readers")
    turns = Turn.objects.filter(dialogue__project=project)
    readings = Reading.objects.filter(turn__in=turns, status="done")
    assert readings.count() == 2 * turns.count() > 400
    settled = readings.filter(is_gold=True).count()
    assert 0.85 * turns.count() < settled < turns.count()
    assert project.is_invented
    for reading in readings.annotate(n=Count("spans")):
        assert reading.n == reading.label_count


def test_the_corpora_lie_there_to_be_tried(demo: Path) -> None:
    lines = (demo / "demo" / "support-calls.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == Project.objects.get(slug="demo").dialogues.exclude(split="aside").count()
    assert any(turn["spans"] for turn in json.loads(lines[0])["turns"])
    assert (demo / "demo" / "hotel-bookings.jsonl").stat().st_size > 10_000


def test_the_password_is_this_installations_own(demo: Path) -> None:
    path = demo / "demo_password"
    assert path.stat().st_mode & 0o777 == 0o600
    assert User.objects.get(username="curator").check_password(path.read_text())


def test_making_it_again_changes_nothing(demo: Path) -> None:
    user = User.objects.get(username="reader")
    user.set_password("changed-by-somebody")
    user.save()
    before = [
        model.objects.count() for model in (Project, Turn, Span, SourceModel, QueryItem, User)
    ]
    out, _err = make("--json")
    assert set(json.loads(out)) == {"made", "accounts", "password"}
    after = [model.objects.count() for model in (Project, Turn, Span, SourceModel, QueryItem, User)]
    assert after == before
    user.refresh_from_db()
    assert user.check_password("changed-by-somebody")
