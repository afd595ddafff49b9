"""A real worker counts the open issues of a corpus that nobody has opened, in its own process."""

import pytest

from tests.flows.conftest import Installation, wait_until
from tests.flows.jobs.test_worker_killed import PREPARE, rows

pytestmark = [pytest.mark.worker]

FIGURES = "SELECT blocks, warns, notes FROM annotation_dialoguefigures WHERE issues_at IS NOT NULL"
JOBS = "SELECT status, attempts FROM annotation_issuecount"


@pytest.mark.parametrize("installation", ["sqlite"], indirect=True)
def test_a_worker_counts_what_nobody_opened(installation: Installation) -> None:
    installation.env |= {"HEARTBEAT_SECONDS": "0.5", "WORKER_LANES": "files"}
    installation.python(PREPARE)
    dialogues = rows(installation, "SELECT id FROM annotation_dialogue")
    installation.worker()
    wait_until(lambda: rows(installation, JOBS) == [("done", 1)], "the end of the count")
    counted = rows(installation, FIGURES)
    assert len(counted) == len(dialogues)
    assert all(None not in row for row in counted)


SAME = """
from django.utils import timezone
from annotation.models import Project, Reading
Reading.objects.update(done_at=timezone.now())
from annotation.services.glance.following import counted_sums
from annotation.services.glance.sums import Live
from annotation.services.release.now import Now
project = Project.objects.get()
live, counted = Live(project), counted_sums(project)
answer = {what: repr(getattr(live, what)) == repr(getattr(counted, what))
          for what in ("labels", "readings", "settled", "twice", "singles")}
answer["readers"] = sorted(live.readers) == sorted(counted.readers)
answer["stamp"] = Now(project).stamp == Now(project, counted=True).stamp
"""


@pytest.mark.services
@pytest.mark.parametrize("installation", ["postgres"], indirect=True)
def test_sums_that_are_kept_are_those_of_all_turns(installation: Installation) -> None:
    installation.python(PREPARE)
    assert set(installation.python(SAME).values()) == {True}
