"""The corpora on which people are measured: a large one, and long dialogues with many labels."""

import secrets
import uuid
from collections.abc import Iterable
from itertools import islice
from typing import Any

import numpy as np
from annotating.calls import Session
from annotating.people import Person
from annotating.texts import ASKED, Document, make_document, make_turn, token

DIALOGUE = 60  # turns of an ordinary dialogue
READ = 300  # turns that were read before: what the model learns from
AROUND = 40  # turns before and behind the asked one that are labelled
SECRETS = 40  # of the frequent words this many are of a category: something to learn


def make_project(slug: str) -> Any:
    """A project with ES-Port's labels."""
    from annotation.models import Label, Project
    from annotation.schemes import SCHEMES

    project = Project.objects.create(slug=slug, name=slug)
    labels = [
        Label(project=project, name=each.name, key=each.key, family=each.family, position=n)
        for n, each in enumerate(SCHEMES["es-port"].labels)
    ]
    Label.objects.bulk_create(labels)
    return project


def make_corpus(project: Any, *, turns: int, people: int) -> list[Person]:
    """Fill the project with so many turns; each person has one long turn to label."""
    from annotation.models import Dialogue, Turn

    rng = np.random.default_rng(turns)
    size = min(DIALOGUE, turns)
    dialogues = Dialogue.objects.bulk_create(
        Dialogue(project=project, external_id=f"{n:05}", position=n)
        for n in range(max(people, turns // size))
    )
    rows = (
        Turn(
            dialogue=dialogue,
            position=n,
            speaker=f"spk{n % 2}",
            text=make_turn(rng, ASKED if n == size // 2 and number < people else 12),
        )
        for number, dialogue in enumerate(dialogues)
        for n in range(size)
    )
    while part := list(islice(rows, 5000)):
        Turn.objects.bulk_create(part)
    asked = Turn.objects.filter(dialogue__in=dialogues[:people], position=size // 2)
    return [ask(project, turn) for turn in asked.order_by("dialogue__position")]


def read_some(project: Any) -> None:
    """Turns that somebody read to the end, so that a model can be trained."""
    from annotation.models import Reading, Span, Turn

    reader = join(project, "curator")
    labels = list(project.labels.all())
    turns = Turn.objects.filter(dialogue__project=project, query_item=None).order_by(
        "position", "pk"
    )
    readings = Reading.objects.bulk_create(
        Reading(turn=turn, reader=reader, status="done", is_gold=True) for turn in turns[:READ]
    )
    Span.objects.bulk_create(
        Span(turn=each.turn, reading=each, start=low, end=high, label=labels[rank % len(labels)])
        for each in readings
        for low, high, rank in _secrets(each.turn.text)
    )
    _count_labels(readings)


def _secrets(text: str) -> Iterable[tuple[int, int, int]]:
    for place, word in enumerate(text.split(" ")):
        if int(word[1:]) < SECRETS and int(word[1:]) % 5 == 0:
            yield *token(place), int(word[1:])


def make_long(project: Any, spans: int, *, turns: int = 1000) -> Person:
    """A dialogue where the person has made so many labels, one step each; its middle is asked."""
    from annotation.models import Dialogue, Turn

    middle = turns // 2
    document = make_document(turns, spans, seed=spans, without=middle)
    name = f"long-{spans}-{secrets.token_hex(2)}"
    dialogue = Dialogue.objects.create(project=project, external_id=name, position=99999)
    rng = np.random.default_rng(spans)
    rows = Turn.objects.bulk_create(
        Turn(
            dialogue=dialogue,
            position=n,
            speaker=f"spk{n % 2}",
            text=make_turn(rng, ASKED) if n == middle else text,
        )
        for n, text in enumerate(document.turns)
    )
    person = ask(project, rows[middle])
    _label(person.reader, project, rows, document)
    person.turns = [(row.pk, 0) for row in rows[max(0, middle - AROUND) : middle + AROUND]]
    return person


def _label(reader: int, project: Any, turns: list[Any], document: Document) -> None:
    from annotation.models import Reading, Span, SpanEvent, Step

    labels = list(project.labels.all())  # not those that she will set: `Person.label`
    numbers = sorted({turn for turn, _low, _high in document.spans})
    readings = Reading.objects.bulk_create(
        Reading(turn=turns[n], reader_id=reader, status="done", is_gold=True) for n in numbers
    )
    of_turn = dict(zip(numbers, readings, strict=True))
    Span.objects.bulk_create(
        Span(
            turn=turns[turn], reading=of_turn[turn], start=low, end=high, label=labels[5 + turn % 5]
        )
        for turn, low, high in document.spans
    )
    steps = Step.objects.bulk_create(
        Step(author_id=reader, dialogue=turns[0].dialogue, op_id=uuid.uuid4(), kind="label")
        for _each in document.spans
    )
    SpanEvent.objects.bulk_create(
        SpanEvent(
            step=step,
            reading=of_turn[turn],
            after=[[low, high, labels[5 + turn % 5].pk, "accepted", None]],
            version=0,
        )
        for step, (turn, low, high) in zip(steps, document.spans, strict=True)
    )
    _count_labels(readings)


def _count_labels(readings: list[Any]) -> None:
    """Readings know how many labels they hold."""
    from django.db.models import Count

    from annotation.models import Reading

    counted = Reading.objects.filter(pk__in=[each.pk for each in readings])
    for each in (rows := list(counted.annotate(held=Count("spans")))):
        each.label_count = each.held
    Reading.objects.bulk_update(rows, ["label_count"], batch_size=400)


def ask(project: Any, turn: Any) -> Person:
    """Ask a new annotator about this turn: an item of the project's batch, in her hands."""
    from django.utils import timezone

    from annotation.models import Assignment, Batch, QueryItem

    batch, _new = Batch.objects.get_or_create(project=project, number=1, strategy="random")
    user = join(project, "annotator")
    rank = batch.items.count()
    item = QueryItem.objects.create(batch=batch, turn=turn, rank=rank, reason="random")
    Assignment.objects.create(item=item, reader=user, assigned_at=timezone.now())
    label = project.labels.all()[rank % 5]
    return Person(sign_in(user), project.slug, user.pk, item.pk, label.pk, [(turn.pk, 0)])


def join(project: Any, role: str) -> Any:
    """A new member of the project."""
    from django.utils import timezone

    from annotation.models import Member, User

    name = f"{project.slug}-{secrets.token_hex(4)}"
    user = User.objects.create(username=name, toured_at=timezone.now())
    Member.objects.create(project=project, user=user, role=role)
    return user


def sign_in(user: Any) -> Session:
    """Her session as the browser would hold it; the port is told when the server runs."""
    from django.conf import settings
    from django.middleware.csrf import get_token
    from django.test import Client, RequestFactory

    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    request = RequestFactory().get("/")
    headers = {"X-CSRFToken": get_token(request), "HX-Request": "true"}
    cookies = {
        settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value,
        settings.CSRF_COOKIE_NAME: request.META["CSRF_COOKIE"],
    }
    return Session(0, headers, cookies)


def count_queries(person: Person) -> int:
    """How many queries it takes to open the person's turn the second time."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    cookies = "; ".join(f"{name}={value}" for name, value in person.session.cookies.items())
    client = Client(headers={"Cookie": cookies})
    assert client.get(person.page).status_code == 200
    with CaptureQueriesContext(connection) as seen:
        client.get(person.page)
    return len(seen)
