"""Two requests at one moment, on real databases: nothing twice, nothing lost, one round a batch."""

from tests.flows.conftest import Installation
from tests.flows.races import AT_ONCE

RACES = """
import uuid
from django.db import transaction
from annotation.models import *
from annotation.services.labelling import queue, spans, steps
from annotation.services.projects import members, shares
from annotation.services.runs import batches
from learning.rounds.run import Selection

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
answer = {"repeats": [], "versions": [], "given": [], "finished": [], "rounds": [], "twenty": []}

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

for n in range(3):  # twenty windows that saw the same version
    version = spans.layer_of(turn, ana).version
    came = at_once(*[
        lambda start=start: step(uuid.uuid4(), version, start % 15) for start in range(20)
    ])
    answer["twenty"].append([came.count("saved"), came.count("stale"), Span.objects.count()])
    Span.objects.all().delete()

# the same request to take back a step, sent four times at once, with an older step before it
op_ids = [uuid.uuid4() for _ in range(3)]
for start, op_id in enumerate(op_ids[:2]):
    step(op_id, spans.layer_of(turn, ana).version, start)
version = spans.layer_of(turn, ana).version
def undo():
    steps.undo_step(turn, ana, op_id=op_ids[2], version=version)
    return "saved"
answer["undone"] = at_once(*[undo] * 4)
answer["undone_spans"] = list(Span.objects.values_list("start", flat=True))
Span.objects.all().delete()

# one id on three turns at once, and steps on all turns against steps on one
op_id = uuid.uuid4()
def reused(turn):
    spans.add_span(turn, ben, op_id=op_id, version=0, start=0, end=1, label=label)
    return "saved"
answer["reused"] = sorted(at_once(*[lambda turn=turn: reused(turn) for turn in turns]))
Span.objects.all().delete(); Reading.objects.all().delete()
def everywhere(start):
    change = lambda rows: spans.labelled(rows, start, start + 1, label.pk, [])
    steps.take_step(dialogue, ben, "label", dict.fromkeys(turns, change), op_id=uuid.uuid4(),
                    request={"start": start})
    return "saved"
answer["everywhere"] = at_once(*[lambda start=start: everywhere(start) for start in range(10)])
answer["everywhere_spans"] = Span.objects.count()
answer["counts"] = list(Reading.objects.values_list("version", "label_count"))
Step.objects.all().delete(); Reading.objects.all().delete()

for n in range(8):  # two people ask for work
    Assignment.objects.all().delete(); batch.items.update(status="open")
    came = at_once(*[lambda who=who: queue.next_item(project, who).pk for who in (ana, ben)])
    answer["given"].append(len(set(came)))

for n in range(5):  # two people finish the last turns
    TrainingRun.objects.all().delete(); Reading.objects.all().delete()
    Assignment.objects.all().delete(); batch.items.update(status="open")
    items = list(batch.items.select_related("turn__dialogue", "batch__project"))
    came = at_once(*[
        lambda item=item, who=who: queue.finish_item(item, who, version=0)
        for item, who in zip(items, (ana, ben, ana))
    ])
    answer["finished"] += came
    answer["rounds"].append(TrainingRun.objects.count())

# two managers assign the same dialogues to two readers, by hand and by shares, and one is disabled
many = [Dialogue.objects.create(project=project, external_id=f"m{n}") for n in range(30)]
Turn.objects.bulk_create(Turn(dialogue=each, position=0, text="a") for each in many)
pks = [each.pk for each in many]
readers = [Member.objects.create(project=project, user=who, role="annotator") for who in (ana, ben)]
first, second = readers
answer["assigned"] = []
for n in range(6):
    came = at_once(
        lambda: shares.assign_dialogues(project, pks, first.pk).count,
        lambda: shares.assign_dialogues(project, pks[::-1], second.pk).count,
        lambda: 30 + 0 * shares.share_equally(project),
    )
    whose = Allotment.objects.filter(dialogue__in=pks)
    answer["assigned"].append([came, whose.count()])
answer["released"] = []
for n in range(6):
    members.enable_member(second)
    came = at_once(
        lambda: members.disable_member(project, second) and "gone",
        lambda: shares.assign_dialogues(project, pks, second.pk).name,
    )
    answer["released"].append(Allotment.objects.filter(member=second).count())
    answer["assigned"] += [[each, 30] for each in came if "Error" in str(each)]

# two people go on with turns that are chosen already, while a round has chosen the same ones
pool = list(Turn.objects.filter(dialogue__in=many).values_list("pk", flat=True))
chosen = Selection(tuple(range(10)), (1.0,) * 10, ("target",) * 10, tuple(range(10, 20)))
answer["extended"] = []
for n in range(12):
    Batch.objects.all().delete(); TrainingRun.objects.all().delete()
    Batch.objects.create(project=project, number=1, spare=pool[:10])
    run = TrainingRun.objects.create(project=project, status="done", details={"ahead": True})
    def choose():
        with transaction.atomic():
            batches.save_batch(run, pool, chosen, "random")
        return 0
    came = at_once(*[lambda: batches.extend_batch(project)] * 2, choose)
    answer["extended"].append([sorted(came), QueryItem.objects.count()])
"""


def test_at_one_moment(installation: Installation) -> None:
    came = installation.python(AT_ONCE + RACES)
    assert came["repeats"] == ["saved"] * 32
    assert came["repeated_spans"] == 8
    assert came["versions"] == [1] * 8
    assert came["twenty"] == [[1, 19, 1]] * 3
    assert came["undone"] == ["saved"] * 4
    assert came["undone_spans"] == [0]
    assert came["reused"] == ["key_reuse", "key_reuse", "saved"]
    assert came["everywhere"] == ["saved"] * 10
    assert came["everywhere_spans"] == 30
    assert came["counts"] == [[10, 10]] * 3
    assert came["given"] == [2] * 8
    assert came["finished"] == [None] * 15
    assert came["rounds"] == [1] * 5
    assert came["assigned"] == [[[30, 30, 30], 30]] * 6
    assert came["released"] == [0] * 6  # whoever came first, nothing waits for her
    # Once or, where the next batch was there before, not at all; and no turn is asked twice.
    assert all(each in ([[0, 0, 10], 20], [[0, 0, 0], 10]) for each in came["extended"])
