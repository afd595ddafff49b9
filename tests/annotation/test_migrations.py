"""Work saved by an older release survives the migration: every span, event and assignment."""

from tests.flows.conftest import Installation, bare, redis_url

__all__ = ["bare", "redis_url"]  # fixtures

# Each migrates by itself, for one more process would take as long as the rest.
BEFORE = """
import uuid
from datetime import UTC, datetime
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
call_command("migrate", "annotation", "0001", verbosity=0)
apps = MigrationExecutor(connection).loader.project_state([("annotation", "0001_initial")]).apps
M = lambda name: apps.get_model("annotation", name).objects
ana, ben = (M("User").create(username=name) for name in ("ana", "ben"))
project = M("Project").create(slug="p", name="P")
label, other = (M("Label").create(project=project, name=n, key=n[0]) for n in ("name", "place"))
dialogue = M("Dialogue").create(project=project, external_id="d")
turns = [M("Turn").create(dialogue=dialogue, position=n, text="a b c d e") for n in range(4)]
batch = M("Batch").create(project=project, number=1, strategy="random")
at = datetime(2026, 1, 2, tzinfo=UTC)
items = [
    M("QueryItem").create(batch=batch, turn=turns[0], rank=0, reader=ana, assigned_at=at,
                          status="done"),
    M("QueryItem").create(batch=batch, turn=turns[1], rank=1, reader=ben, assigned_at=at),
    M("QueryItem").create(batch=batch, turn=turns[2], rank=2, reader=ana, status="skipped"),
    M("QueryItem").create(batch=batch, turn=turns[3], rank=3),
]
machine = M("Span").create(turn=turns[0], start=2, end=3, label=other, status="proposed",
                           confidence=0.9)
def span(turn, author, start, label=label, **more):
    return M("Span").create(turn=turn, author=author, start=start, end=start + 1, label=label,
                            **({"status": "accepted"} | more))
span(turns[0], ana, 0); span(turns[0], ana, 2, other, origin=machine)
span(turns[0], ana, 4, status="rejected")
span(turns[1], ben, 0); span(turns[3], ben, 6)  # the last without a reading
done = M("Reading").create(turn=turns[0], reader=ana, status="done", is_gold=True, version=5,
                           seconds=7)
begun = M("Reading").create(turn=turns[1], reader=ben, version=1)
same = uuid.uuid4()
def event(reading, kind, before, after, version, op_id=None, **more):
    M("SpanEvent").create(reading=reading, op_id=op_id or uuid.uuid4(), kind=kind, before=before,
                          after=after, version=version, request={"start": 0}, **more)
row = lambda start, label=label, origin=None: [start, start + 1, label.pk, "accepted", origin]
event(done, "label", [], [row(0)], 1, same)
event(done, "label", [], [row(6)], 2, undone=True)
event(done, "undo", [row(6)], [], 3)
event(done, "accept", [], [row(2, other, machine.pk)], 4)
event(done, "reject", [], [[4, 5, label.pk, "rejected", None]], 5)
event(begun, "label", [], [row(0)], 1, same)  # an id was unique in its reading only
answer = None
"""

AFTER = """
import uuid
from django.core.management import call_command
from annotation.models import *
from annotation.services.labelling import queue, spans, steps
call_command("migrate", verbosity=0)
people = {u.username: u for u in User.objects.all()}
ana, ben = people["ana"], people["ben"]
turns = list(Turn.objects.select_related("dialogue__project"))
answer = {
    "spans": [
        [s.turn.position, s.reading.reader.username if s.reading else None, s.start, s.label.name,
         s.status, bool(s.origin_id)]
        for s in Span.objects.order_by("pk")
    ],
    "readings": [
        [r.turn.position, r.reader.username, r.layer, r.status, r.is_gold, r.version, r.seconds,
         r.label_count]
        for r in Reading.objects.order_by("pk")
    ],
    "steps": [
        [s.author.username, s.kind, s.state, s.events.get().version, s.events.get().after != []]
        for s in Step.objects.all()
    ],
    "ids": [len(set(Step.objects.filter(author=who).values_list("op_id", flat=True)))
            for who in (ana, ben)],
    "events": SpanEvent.objects.filter(step=None).count(),
    "assignments": [
        [a.item.rank, a.reader.username, a.status, a.assigned_at.year]
        for a in Assignment.objects.order_by("item__rank")
    ],
    "items": [[i.status, i.readers, i.proposals] for i in QueryItem.objects.order_by("rank")],
    "next": queue.next_item(turns[0].dialogue.project, ana).rank,
}
undone = []
while steps.steps_left(turns[0].dialogue, ana)[0]:
    layer = spans.layer_of(turns[0], ana)
    steps.undo_step(turns[0], ana, op_id=uuid.uuid4(), version=layer.version)
    undone.append([span.start for span in spans.layer_of(turns[0], ana).spans])
answer["undone"] = undone
"""


def test_work_of_the_first_release_is_carried_over(bare: Installation) -> None:
    bare.python(BEFORE)
    found = bare.python(AFTER)
    assert found["spans"] == [
        [0, None, 2, "place", "proposed", False],
        [0, "ana", 0, "name", "accepted", False],
        [0, "ana", 2, "place", "accepted", True],
        [0, "ana", 4, "name", "rejected", False],
        [1, "ben", 0, "name", "accepted", False],
        [3, "ben", 6, "name", "accepted", False],
    ]
    assert found["readings"] == [
        [0, "ana", "reader", "done", True, 5, 7, 2],
        [1, "ben", "reader", "open", False, 1, 0, 1],
        [3, "ben", "reader", "open", False, 0, 0, 1],
    ]
    assert found["steps"] == [
        ["ana", "label", "done", 1, True],
        ["ana", "label", "void", 2, True],  # taken back, and not to be done again
        ["ana", "undo", "void", 3, False],
        ["ana", "accept", "done", 4, True],
        ["ana", "reject", "done", 5, True],
        ["ben", "label", "done", 1, True],
    ]
    assert found["ids"] == [5, 1]
    assert found["events"] == 0
    assert found["assignments"] == [
        [0, "ana", "done", 2026],
        [1, "ben", "open", 2026],
        [2, "ana", "skipped", 2026],
    ]
    assert found["items"] == [
        ["done", 1, "shown"],
        ["open", 1, "shown"],
        ["skipped", 1, "shown"],
        ["open", 1, "shown"],
    ]
    assert found["next"] == 1  # nobody came back to it for long
    assert found["undone"] == [[0, 2], [0], []]
