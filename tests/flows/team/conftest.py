"""Fixtures of the team's pages."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Assignment, Batch, Project, QueryItem, Reading, TrainingRun, Turn
from tests.annotation.services.team.test_agreement import ANA, EVA, adjudicate, asked, say
from tests.annotation.services.team.test_hits import propose
from tests.flows.hands import keyboard, tongue

__all__ = ["keyboard", "tongue"]


@pytest.fixture
def team(
    transactional_db: None, batch: Batch, annotator: Any, second_annotator: Any, curator: Any
) -> Project:
    """Two readers over three days, one turn agreed upon, a model's proposals shown and hidden."""
    project = batch.project
    run = TrainingRun.objects.create(project=project, kind="round", number=1, status="done")
    Batch.objects.filter(pk=batch.pk).update(run=run)
    for turn in Turn.objects.filter(query_item__isnull=False).select_related("dialogue__project"):
        propose(run, turn, 0, 3, "place")
        for user, items in ((annotator, ANA), (second_annotator, EVA)):
            say(turn, user, items if turn.text.startswith("Soy") else [])
            item = QueryItem.objects.get(turn=turn)
            Assignment.objects.create(
                item=item, reader=user, status="done", assigned_at=timezone.now()
            )
    for place, reading in enumerate(Reading.objects.order_by("pk")):
        Reading.objects.filter(pk=reading.pk).update(
            seconds=5 + place, done_at=timezone.now() - timedelta(days=place)
        )
    QueryItem.objects.update(status="done")
    QueryItem.objects.filter(rank=0).update(proposals="hidden")
    adjudicate(asked(project), curator, ANA)
    return project
