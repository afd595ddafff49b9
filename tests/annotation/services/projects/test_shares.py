"""Dialogues assigned to readers: by hand and by shares, and what becomes of them."""

from typing import Any

import pytest

from annotation.models import Allotment, Batch, Dialogue, Member, Project, Reading, Turn
from annotation.refusals import Refused
from annotation.services.labelling.queue import next_item, skip_item
from annotation.services.projects import members, shares
from tests.labelled import add_calls, finish, read


def member(project: Project, user: Any) -> Member:
    return Member.everything.get(project=project, user=user)


def whose(project: Project) -> dict[str, str]:
    rows = Allotment.objects.filter(dialogue__project=project).order_by("dialogue__position")
    return dict(rows.values_list("dialogue__external_id", "member__user__username"))


def ids(project: Project, *names: str) -> list[int]:
    return [project.dialogues.get(external_id=name).pk for name in names]


@pytest.fixture
def calls(project: Project, annotator: Any) -> Project:
    """Twelve dialogues that nobody has read."""
    add_calls(project, 10, annotator, read=0)
    return project


def test_the_last_word_holds(project: Project, annotator: Any, second_annotator: Any) -> None:
    ana, ben = member(project, annotator), member(project, second_annotator)
    both = ids(project, "call-1", "call-2")
    assert shares.assign_dialogues(project, both, ana.pk) == shares.Assigned(2, name="annotator")
    shares.assign_dialogues(project, both[:1], ben.pk)
    assert whose(project) == {"call-1": "second", "call-2": "annotator"}
    assert shares.assign_dialogues(project, both, None) == shares.Assigned(2)
    assert whose(project) == {}


def test_only_what_can_be_asked_is_assigned(project: Project, annotator: Any) -> None:
    """Not of another project, not erased, not kept to measure the model; and what was left is
    told."""
    other = Project.objects.create(slug="other", name="Other")
    foreign = Dialogue.objects.create(project=other, external_id="x")
    project.dialogues.filter(external_id="call-2").update(split="test")
    ana = member(project, annotator).pk
    one, two = ids(project, "call-1", "call-2")
    done = shares.assign_dialogues(project, [one, two, foreign.pk, 999_999], ana)
    assert done == shares.Assigned(1, unasked=1, missing=2, name="annotator")
    assert whose(project) == {"call-1": "annotator"} and whose(other) == {}
    for none in ([foreign.pk], [two], []):
        with pytest.raises(Refused):
            shares.assign_dialogues(project, none, ana)


def test_only_who_labels_here_gets_dialogues(
    project: Project, reader: Any, outsider: Any, annotator: Any
) -> None:
    other = Project.objects.create(slug="other", name="Other")
    stranger = Member.objects.create(project=other, user=outsider, role="annotator")
    gone = member(project, annotator)
    members.disable_member(project, gone)
    call = ids(project, "call-1")
    for wrong in (member(project, reader).pk, stranger.pk, gone.pk, 999_999):
        with pytest.raises(Refused):
            shares.assign_dialogues(project, call, wrong)
        with pytest.raises(Refused):
            shares.set_shares(project, {wrong: 50})
    assert whose(project) == {} and not Member.everything.filter(share__gt=0).exists()


def test_shares_deal_what_is_to_be_read(
    calls: Project, annotator: Any, second_annotator: Any, curator: Any
) -> None:
    """Not what was read already, nor what was assigned by hand."""
    for turn in Turn.objects.filter(dialogue__external_id="call-1"):
        read(turn, annotator)
    shares.assign_dialogues(calls, ids(calls, "call-2"), member(calls, curator).pk)
    ana, ben = member(calls, annotator).pk, member(calls, second_annotator).pk
    assert shares.set_shares(calls, {ana: 40, ben: 50}) == 9
    names = list(whose(calls).values())
    assert [names.count(each) for each in ("annotator", "second", "curator")] == [4, 5, 1]
    before = whose(calls)
    shares.set_shares(calls, {ana: 40, ben: 50})
    assert whose(calls) == before  # nothing moves without need
    assert shares.set_shares(calls, {}) == 0
    assert whose(calls) == {"call-2": "curator"}


def test_who_began_a_dialogue_keeps_it(calls: Project, annotator: Any) -> None:
    ana = member(calls, annotator).pk
    shares.set_shares(calls, {ana: 100})
    last = calls.dialogues.order_by("position").last()
    assert last
    Reading.objects.create(turn=last.turns.all()[0], reader=annotator)
    shares.set_shares(calls, {ana: 25})
    assert list(whose(calls)) == ["call-1", "call-2", last.external_id]


def test_shares_over_a_hundred_are_refused(
    calls: Project, annotator: Any, second_annotator: Any
) -> None:
    ana, ben = member(calls, annotator).pk, member(calls, second_annotator).pk
    for wrong in ({ana: 60, ben: 41}, {ana: -1}):
        with pytest.raises(Refused):
            shares.set_shares(calls, wrong)
    assert whose(calls) == {}


def test_equal_shares_are_the_annotators(calls: Project, curator: Any) -> None:
    assert shares.share_equally(calls) == 12
    assert sorted(whose(calls).values()) == ["annotator"] * 6 + ["second"] * 6
    Member.objects.filter(project=calls, role="annotator").update(role="reader")
    shares.share_equally(calls)
    assert sorted(set(whose(calls).values())) == ["curator", "manager"]


def test_new_dialogues_follow_the_shares(
    project: Project, annotator: Any, second_annotator: Any
) -> None:
    shares.deal_new(project, 0)
    assert whose(project) == {}  # no shares, nothing is dealt
    shares.share_equally(project)
    before = whose(project)
    add_calls(project, 4, annotator, read=0)
    project.dialogues.filter(external_id="c3").update(split="test")
    shares.deal_new(project, 10)
    assert before.items() <= whose(project).items()
    assert sorted(whose(project).values()) == ["annotator"] * 3 + ["second"] * 2


@pytest.mark.parametrize("leaves", ["disable", "remove", "role"])
def test_who_leaves_releases_what_waits_for_her(
    leaves: str, calls: Project, annotator: Any, second_annotator: Any
) -> None:
    """What she read stays hers, and her share is nobody's."""
    shares.share_equally(calls)
    read(Turn.objects.filter(dialogue__external_id="call-1")[0], annotator)
    ana = member(calls, annotator)
    if leaves == "disable":
        assert members.disable_member(calls, ana) == 6
    elif leaves == "remove":
        assert members.remove_member(calls, ana) == 6
    else:
        assert members.change_role(calls, ana, "reader") == 6
    assert set(whose(calls).values()) == {"second"}
    assert not Member.everything.filter(user=annotator, share__gt=0).exists()
    assert Reading.objects.filter(reader=annotator, is_gold=True).count() == 1


def test_shares_are_told(
    batch: Batch, annotator: Any, second_annotator: Any, django_assert_num_queries: Any
) -> None:
    """Of call-1 three of four turns are asked; one is read, one is skipped."""
    project = batch.project
    ana = member(project, annotator)
    with django_assert_num_queries(1):
        assert shares.read_shares(project) == {}
    shares.assign_dialogues(project, ids(project, "call-1", "call-2"), ana.pk)
    for step in (finish, skip_item):
        item = next_item(project, annotator)
        assert item
        step(item, annotator)
    with django_assert_num_queries(3):
        told = shares.read_shares(project)
    assert told == {ana.pk: shares.Share(dialogues=2, turns=7, read=2, asked=1)}
    assert told[ana.pk].left == 5
    with django_assert_num_queries(3):
        assert shares.share_of(project, annotator) == shares.Share(dialogues=2, turns=7, read=2)
    with django_assert_num_queries(1):
        assert shares.share_of(project, second_annotator) is None
