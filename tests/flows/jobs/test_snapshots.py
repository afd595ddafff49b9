"""People label and import while a round, an export or a page of figures reads, on a real SQLite
file and on PostgreSQL: what is read is of one moment, and nobody who writes waits for it."""

from typing import Any

import pytest

from tests.flows.conftest import Installation

pytestmark = [pytest.mark.worker]

# `meanwhile` does something on another connection right after the first query that reads a table.
STAGE = """
import io, threading
from contextlib import contextmanager
from django.db import OperationalError, connection, transaction
from annotation.models import *
from annotation.services.corpus import best_spans
from annotation.services.release import outgoing
from annotation.services.training import material, pools
from annotation.services.team.overview import read_overview
from annotation.services.storage.snapshots import one_snapshot

user = User.objects.create_user("reader")
project = Project.objects.create(slug="busy", name="Busy")
label = Label.objects.create(project=project, name="NAME", key="N")

def add(name, *texts):
    dialogue = Dialogue.objects.create(project=project, external_id=name)
    for number, text in enumerate(texts):
        Turn.objects.create(dialogue=dialogue, position=number, text=text)

def settle(turn):
    own = Reading.objects.create(turn=turn, reader=user, status="done", is_gold=True)
    Span.objects.create(turn=turn, reading=own, start=0, end=4, label=label, status="accepted")

add("one", "Iker was here", "Unai was here")
add("two", "Lola was here", "and nobody else")
first, second, third, _fourth = Turn.objects.order_by("pk")
settle(first)

@contextmanager
def meanwhile(table, do):
    left = [do]

    def work():
        try:
            do()
        finally:
            connection.close()

    def run(execute, sql, *rest):
        answer = execute(sql, *rest)
        if left and f'FROM "{table}"' in sql:
            left.pop()
            thread = threading.Thread(target=work)
            thread.start()
            thread.join(15)
            assert not thread.is_alive(), "who writes waits for who reads"
        return answer

    with connection.execute_wrapper(run):
        yield
    assert not left, "the table was not read"
"""

GOLD = """
with meanwhile("annotation_reading", lambda: settle(second)):
    answer = [sorted(best_spans.gold_spans(project)) == [first.pk]]
answer.append(sorted(best_spans.gold_spans(project)) == [first.pk, second.pk])
with meanwhile("annotation_reading", lambda: settle(third)):
    answer.append(third.pk not in best_spans.best_spans(list(project.dialogues.all())))
"""

POOL = """
with meanwhile("annotation_dialogue", lambda: add("three", "Ane came later")):
    answer = [len(pools.pool_of(project).turns) == 4]
answer.append(len(pools.pool_of(project).turns) == 5)
run = TrainingRun.objects.create(project=project, number=1)
def busy():
    settle(second)
    add("four", "Gorka came later")
with meanwhile("annotation_dialogue", busy):
    read = material.gather(run, lambda share, phase: None)
answer += [len(read.rows.turns) == 5, len(read.labelled) == 1]
"""

EXPORT = """
order = outgoing.Order("jsonl", "none", allow_unread=True, marked=True)
def written():
    out = io.BytesIO()
    outgoing.write_release(project, order, out, outgoing.Tally())
    return out.getvalue()
before = written()
with meanwhile("annotation_dialogue", lambda: settle(third)):
    answer = [written() == before]
answer.append(written() != before)
with meanwhile("annotation_dialogue", lambda: settle(second)):
    counts = read_overview(project)
answer.append(counts.counts.labelled == sum(each.count for each in counts.labels) == 2)
"""

RECORD = """
from annotation.services.access.usage import read_usage
def opens(name):
    event = {"user": User.objects.get_or_create(username=name)[0], "project": project}
    AccessEvent.objects.create(**event, dialogue=Dialogue.objects.first(), purpose="label")
opens("ana")
with meanwhile("annotation_accessevent", lambda: opens("bea")):
    answer = [[each.name for each in read_usage(Project.objects.all())[project.pk]] == ["ana"]]
answer.append(len(read_usage(Project.objects.all())[project.pk]) == 2)
"""

READ_ONLY = """
try:
    with one_snapshot():
        project.dialogues.count()
        Project.objects.update(name="Changed")
    answer = [False]
except Exception as error:
    answer = ["read" in str(error).lower()]
Project.objects.update(name="Changed")  # and afterwards everything can be written again
with one_snapshot(), one_snapshot():
    answer.append(Project.objects.get().name == "Changed")
with transaction.atomic(), one_snapshot():
    Project.objects.update(name="Inside")
answer.append(Project.objects.get().name == "Inside")
"""


STORIES = {"gold": GOLD, "round": POOL, "export": EXPORT, "record": RECORD, "read-only": READ_ONLY}
# Each story has the stage to itself: what another left is taken away before.
ONE_AFTER_ANOTHER = f"""
from django.core.management import call_command
told = {{}}
for name, story in {STORIES!r}.items():
    call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=True)
    scene = {{}}
    exec({STAGE!r} + story, scene)
    told[name] = scene["answer"]
answer = told
"""


def test_what_is_read_is_of_one_moment(installation: Installation) -> None:
    told: dict[str, list[Any]] = installation.python(ONE_AFTER_ANOTHER)
    assert told.keys() == STORIES.keys()
    assert all(told.values()), told
    assert all(all(answer) for answer in told.values()), told
