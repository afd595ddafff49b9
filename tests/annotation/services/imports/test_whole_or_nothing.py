"""Nothing of an import is seen before all of it is; rows are written in pieces."""

import itertools
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import (
    AccessEvent,
    Decision,
    Dialogue,
    Label,
    Project,
    Reading,
    Span,
    ToolImport,
    TrainingRun,
    Turn,
)
from tests.annotation.services.imports.calls import counts, data, line, read

MODELS = (
    Project, Label, ToolImport, Dialogue, Turn, Reading, Span, Decision, AccessEvent, TrainingRun
)  # fmt: skip


def test_queries_grow_with_chunks_not_with_turns(
    project: Project, manager: Any, django_assert_max_num_queries: Any
) -> None:
    content = data(*(line(f"d{n}", "uno", "dos", "tres") for n in range(200)))
    with django_assert_max_num_queries(60):  # three a piece of 200 rows, here in savepoints
        read(project, manager, content)


def test_nothing_is_seen_before_all_of_it_is(project: Project, manager: Any) -> None:
    """While rows are written no project, no dialogue and no gold turn is to be found."""
    seen: set[tuple[int, int, int]] = set()

    def look(share: float, phase: str) -> None:
        seen.add((*counts(project), Project.objects.count()))

    before = (*counts(project), Project.objects.count())
    content = data(*(line(f"d{n}", "uno", spans=[(0, 3, "place")]) for n in range(450)))
    with patch("annotation.services.imports.dialogues.time.monotonic", itertools.count().__next__):
        read(project, manager, content, report=look)
    assert seen == {before}
    assert counts(project) == (before[0] + 450, before[1] + 450, before[2] + 450)
    assert not Project.everything.exclude(staged_at=None).exists()


class Stop(BaseException):
    """As Ctrl-C is none of the exceptions that code expects."""


@pytest.mark.parametrize("phase", ["reading", "writing"])
@pytest.mark.parametrize("spans", ["gold", "machine", "ignore", "masked"])
def test_an_import_that_is_stopped_leaves_no_row(
    project: Project, manager: Any, phase: str, spans: str
) -> None:
    rows = sorted(model.__name__ for model in MODELS for _row in model._base_manager.all())
    content = data(*(line(f"d{n}", "[NAME] uno", spans=[(7, 10, "place")]) for n in range(450)))

    def stop(share: float, now: str) -> None:
        if now.startswith(phase) and now != "writing:0:450":
            raise Stop

    names = "NAME = surname"
    with (
        patch("annotation.services.imports.dialogues.time.monotonic", itertools.count().__next__),
        pytest.raises(Stop),
    ):
        read(project, manager, content, report=stop, spans=spans, tool="x", label_map=names)
    after = sorted(model.__name__ for model in MODELS for _row in model._base_manager.all())
    assert after == rows


def test_pieces_are_at_most_200_rows(project: Project, manager: Any) -> None:
    turns = [(0, 3, "place"), (4, 7, "place")]
    long = line("long", *["uno dos"] * 900, spans=turns)
    content = data(long, *(line(f"d{n}", "uno dos", spans=turns) for n in range(250)))
    with CaptureQueriesContext(connection) as queries:
        read(project, manager, content)
    inserts = [q["sql"] for q in queries if q["sql"].startswith("INSERT")]
    assert len(inserts) > 10
    assert max(sql.count("), (") for sql in inserts) < 200
