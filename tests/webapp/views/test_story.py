"""The guided story: which step is told, by what was done, for whom; and its strip."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.models import Batch, Decision, Export, Project, User
from annotation.services import story
from annotation.services.labelling import queue
from annotation.services.labelling.spans import add_span, layer_of
from tests.labelled import finish
from webapp.access import RIGHTS


def told(project: Project, user: Any, role: str) -> tuple[str, int, int] | None:
    step = story.tell_story(project, User.objects.get(pk=user.pk), RIGHTS[role])
    return None if step is None else (step.step, step.place, step.total)


def is_one_root(html: str, root: str) -> bool:
    return (
        re.fullmatch(rf'\s*<div class="row"\s+id="{root}".*</div>\s*', html, re.DOTALL) is not None
    )


@pytest.fixture(autouse=True)
def newcomers(manager: Any, curator: Any, annotator: Any) -> None:
    """Nobody has seen the story yet."""
    for user in (manager, curator, annotator):
        user.toured_at = None
        user.save()


@pytest.fixture
def invented(batch: Batch) -> Project:
    Project.objects.filter(pk=batch.project_id).update(is_invented=True)
    return Project.objects.get(pk=batch.project_id)


def labels(batch: Batch, user: Any, *words: tuple[int, int]) -> None:
    turn = batch.items.get(turn__text__startswith="Soy Francisco").turn
    label = batch.project.labels.get(key="M")
    for start, end in words:
        version = layer_of(turn, user).version
        add_span(turn, user, op_id=uuid4(), version=version, start=start, end=end, label=label)


def test_the_manager_walks_all_of_it(invented: Project, batch: Batch, manager: Any) -> None:
    def now() -> Any:
        return told(invented, manager, "manager")

    assert now() == ("label", 1, 7)
    labels(batch, manager, (4, 13))
    assert now() == ("finish", 2, 7)
    item = queue.next_item(invented, manager)
    assert item is not None
    finish(item, manager)
    assert now() == ("again", 3, 7)
    labels(batch, manager, (14, 22))
    assert now() == ("heal", 4, 7)
    dialogue = item.turn.dialogue
    accepted = Decision.objects.create(dialogue=dialogue, user=manager, action="accept")
    assert now() == ("approve", 5, 7)
    accepted.delete()
    assert now() == ("approve", 5, 7)  # what was told once is told
    Decision.objects.create(dialogue=dialogue, user=manager, action="approve")
    assert now() == ("release", 6, 7)
    Export.objects.create(project=invented, requested_by=manager)
    assert now() == ("evidence", 7, 7)
    story.leave_story(User.objects.get(pk=manager.pk))
    assert now() is None


def test_what_was_done_before_it_began_is_no_deed_of_it(
    invented: Project, batch: Batch, manager: Any
) -> None:
    labels(batch, manager, (4, 13), (14, 22))  # as finished calls that she imported
    assert told(invented, manager, "manager") == ("label", 1, 7)


def test_others_deeds_tell_nothing(
    invented: Project, batch: Batch, manager: Any, annotator: Any
) -> None:
    assert told(invented, manager, "manager") == ("label", 1, 7)
    assert told(invented, annotator, "annotator") == ("label", 1, 4)
    labels(batch, annotator, (4, 13), (14, 22))
    assert told(invented, manager, "manager") == ("label", 1, 7)
    assert told(invented, annotator, "annotator") == ("finish", 2, 4)


def test_each_role_is_told_its_part_and_who_goes_on(
    invented: Project, manager: Any, curator: Any, annotator: Any
) -> None:
    assert story.steps_of(invented, RIGHTS["annotator"]) == (
        "label",
        "finish",
        "again",
        "hand-over",
    )
    assert story.steps_of(invented, RIGHTS["curator"])[3:] == ("heal", "approve", "hand-over")
    for role in ("reader", "steward"):
        assert story.steps_of(invented, RIGHTS[role]) == ()
    for _ in range(3):
        last = story.pass_over(invented, annotator, RIGHTS["annotator"])
    assert last is not None
    assert (last.step, last.heir, last.is_last) == ("hand-over", manager.username, True)
    assert story.pass_over(invented, annotator, RIGHTS["annotator"]) is None
    assert annotator.toured_at is not None
    Project.objects.update(is_invented=False)  # texts of people are revised and released in earnest
    own = Project.objects.get(pk=invented.pk)
    assert story.steps_of(own, RIGHTS["manager"]) == ("label", "finish", "again")


def test_it_goes_on_where_it_was_left_and_begins_anew_after_its_end(
    invented: Project, batch: Batch, manager: Any
) -> None:
    rights = RIGHTS["manager"]
    assert told(invented, manager, "manager") == ("label", 1, 7)
    manager.refresh_from_db()
    labels(batch, manager, (4, 13))
    story.pass_over(invented, manager, rights)
    story.leave_story(manager)
    story.resume_story(invented, manager, rights)
    assert told(invented, manager, "manager") == ("again", 3, 7)
    User.objects.update(story_step=6, toured_at=timezone.now())
    manager.refresh_from_db()
    story.resume_story(invented, manager, rights)
    assert told(invented, manager, "manager") == ("label", 1, 7)  # labels of before count no more


def test_the_strip_follows_over_the_pages(invented: Project, manager: Any, client_of: Any) -> None:
    client, project = client_of(manager), invented
    page = client.get(reverse("show-overview", args=[project.slug])).content.decode()
    assert "1 of 7" in page and "Go to Label" in page
    page = client.get(reverse("label-next", args=[project.slug]), follow=True).content.decode()
    assert "1 of 7" in page and "Go to Label" not in page
    where, script = reverse("show-story", args=[project.slug]), {"HX-Request": "true"}
    assert client.get(where, {"step": "label"}, headers=script).status_code == 204
    part = client.get(where, {"step": "again", "at": "label"}, headers=script).content.decode()
    assert is_one_root(part, f"story-{project.pk}")
    overview = reverse("show-overview", args=[project.slug])
    assert client.get(where).headers["Location"] == overview  # a part is no page


def test_it_is_passed_over_left_and_taken_up(
    invented: Project, manager: Any, client_of: Any
) -> None:
    client, move = client_of(manager), reverse("move-story", args=[invented.slug])
    part = {"HX-Request": "true"}
    answer = client.post(move, {"do": "next", "at": "label"}, headers=part).content.decode()
    assert is_one_root(answer, f"story-{invented.pk}") and "2 of 7" in answer
    answer = client.post(move, {"do": "leave"}, headers=part).content.decode()
    assert is_one_root(answer, f"story-{invented.pk}") and "over" in answer
    overview = reverse("show-overview", args=[invented.slug])
    assert 'class="story"' not in client.get(overview).content.decode()
    answer = client.post(move, {"do": "resume"})
    assert answer.headers["Location"] == reverse("label-next", args=[invented.slug])
    assert "2 of 7" in client.get(overview).content.decode()
