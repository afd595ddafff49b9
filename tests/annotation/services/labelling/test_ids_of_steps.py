"""An id belongs to one step, and a step on many turns is one step."""

import uuid
from typing import Any

import pytest

from annotation.models import (
    Span,
    Step,
)
from annotation.refusals import Refused
from annotation.services.labelling import spans, steps
from tests.annotation.services.labelling.test_steps import Stage, cast

__all__ = ["cast"]  # a fixture


def test_an_id_belongs_to_one_step(cast: list[Any]) -> None:
    project, annotator, _second = cast
    stage = Stage(project, [annotator])
    first, second, _third = stage.turns
    op_id, label = uuid.uuid4(), stage.labels[0]
    step = {"op_id": op_id, "version": 0, "start": 0, "end": 3, "label": label}
    spans.add_span(first, annotator, **step)
    with pytest.raises(Refused, match="another step") as refusal:
        spans.add_span(second, annotator, **step)
    assert refusal.value.code == "key_reuse"
    with pytest.raises(Refused):
        steps.undo_step(first, annotator, op_id=op_id, version=1)
    assert Span.objects.count() == 1


def test_a_step_on_many_turns_is_one_step(cast: list[Any]) -> None:
    project, annotator, _second = cast
    stage = Stage(project, [annotator])
    window = stage.windows[0]
    stage.do(window, "label", stage.turns[0], (0, 3), 0)
    stage.do(window, "everywhere", stage.turns[0], (0, 3), 0)  # the first turn has it already
    step = Step.objects.get(kind="everywhere")
    assert [event.reading.turn for event in step.events.all()] == stage.turns[1:]
    stage.do(window, "undo", stage.turns[2], (0, 1), 0)
    assert Span.objects.count() == 1
