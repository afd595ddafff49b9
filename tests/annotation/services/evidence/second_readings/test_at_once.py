"""Two managers who draw at one moment: what the test needs is drawn once."""

import threading
from typing import Any

import pytest
from django.db import connection

from annotation.evidence.audit.sequential import Goal
from annotation.models import AuditTurn, Project
from annotation.refusals import Refused
from annotation.services.evidence.second_readings.drawing import draw_second_readings
from tests.annotation.services.evidence.second_readings.room import read_calls


@pytest.mark.django_db(transaction=True)
def test_one_draws_and_the_other_is_told(labelled: Project, annotator: Any) -> None:
    read_calls(labelled, annotator, 60)
    came: list[object] = []
    start = threading.Barrier(2)

    def draw() -> None:
        start.wait()
        try:
            came.append(draw_second_readings(labelled, None, Goal(0.9, 0.9)).turns)
        except Refused as refusal:
            came.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=draw) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(came) == 2 and "enough" in came
    assert AuditTurn.objects.count() in came
