"""Two requests at one moment, on real databases: nothing twice, nothing lost, one round a batch."""

from tests.flows.conftest import Installation

RACES = """
import threading, uuid
from django.db import connection
from annotation.errors import Refused
from annotation.models import *
from annotation.services import queue, spans

def at_once(*calls):
    came = []
    def run(call):
        try:
            came.append(call())
        except Refused as refusal:
            came.append(refusal.code)
        except Exception as error:
            came.append(repr(error))
        finally:
            connection.close()
    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return came

ana, ben = (User.objects.create_user(name) for name in ("ana", "ben"))
project = Project.objects.create(slug="p", name="P")
label = Label.objects.create(project=project, name="name", key="M")
dialogue = Dialogue.objects.create(project=project, external_id="d")
text = "a b c d e f g h"
turns = [Turn.objects.create(dialogue=dialogue, position=n, text=text) for n in range(3)]
batch = Batch.objects.create(project=project, number=1, strategy="random")
for rank, turn in enumerate(turns):
    QueryItem.objects.create(batch=batch, turn=turn, rank=rank)
turn = turns[0]
answer = {"repeats": [], "versions": [], "given": [], "finished": [], "rounds": []}

def step(op_id, version, start):
    spans.add_span(turn, ana, op_id=op_id, version=version, start=start, end=start + 1, label=label)
    return "saved"

for n in range(8):  # one request sent four times at once
    op_id, version = uuid.uuid4(), spans.layer_of(turn, ana).version
    answer["repeats"] += at_once(*[lambda: step(op_id, version, n)] * 4)
answer["repeated_spans"] = Span.objects.count()
Span.objects.all().delete()

for n in range(8):  # four windows that saw the same version
    version = spans.layer_of(turn, ana).version
    came = at_once(*[lambda start=start: step(uuid.uuid4(), version, start) for start in range(4)])
    answer["versions"].append(came.count("saved"))
    answer["repeats"] += [each for each in came if each not in ("saved", "stale", "nothing_to_do")]
    Span.objects.all().delete()

for n in range(8):  # two people ask for work
    batch.items.update(reader=None, assigned_at=None, status="open")
    came = at_once(*[lambda who=who: queue.next_item(project, who).pk for who in (ana, ben)])
    answer["given"].append(len(set(came)))

for n in range(5):  # two people finish the last turns
    TrainingRun.objects.all().delete(); Reading.objects.all().delete()
    batch.items.update(reader=None, assigned_at=None, status="open")
    items = list(batch.items.select_related("turn__dialogue", "batch__project"))
    came = at_once(*[
        lambda item=item, who=who: queue.finish_item(item, who, version=0)
        for item, who in zip(items, (ana, ben, ana))
    ])
    answer["finished"] += came
    answer["rounds"].append(TrainingRun.objects.count())
"""


def test_at_one_moment(installation: Installation) -> None:
    installation.manage("migrate", "-v0")
    came = installation.python(RACES)
    assert came["repeats"] == ["saved"] * 32
    assert came["repeated_spans"] == 8
    assert came["versions"] == [1] * 8
    assert came["given"] == [2] * 8
    assert came["finished"] == [None] * 15
    assert came["rounds"] == [1] * 5
