"""`manage.py access_record`: the access record as scripts read it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError
from django.utils import timezone

from annotation.models import AccessEvent, Project
from tests.annotation.commands.running import run


@pytest.fixture
def seen(project: Project, annotator: Any, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The annotator labelled today; ten days ago a dialogue was read that is gone."""
    now = timezone.now()
    row = {"user": annotator, "project": project, "address": "2001:db8::1"}
    with monkeypatch.context() as past:
        past.setattr(timezone, "now", lambda: now - timedelta(days=10))
        AccessEvent.objects.create(**row, dialogue_id=10**9, purpose="api")
    AccessEvent.objects.create(**row, dialogue=project.dialogues.first(), purpose="label")
    return project


def test_json(seen: Project) -> None:
    status, out, err = run("access_record", "support", "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert (told["project"], len(told["events"])) == ("support", 1)
    event = told["events"][0]
    assert [event[k] for k in ("person", "dialogue", "purpose", "address")] == [
        "annotator", "call-1", "label", "2001:db8::1",
    ]  # fmt: skip
    assert told["people"][0]["opened_today"] == 1
    further = json.loads(run("access_record", "support", "--json", "--days", "20")[1])["events"]
    assert [(e["dialogue"], e["number"]) for e in further][1:] == [(None, 10**9)]


def test_words_and_a_project_that_is_not_there(seen: Project) -> None:
    _status, out, _err = run("access_record", "support")
    assert "annotator  call-1  label  2001:db8::1" in out and out.rstrip().endswith("1 rows")
    status, _out, err = run("access_record", "nothing")
    assert status == 1 and "nothing: no such project" in err


@pytest.mark.parametrize("days", ["0", "1.5", "99999999999", "400000"])
def test_a_day_that_there_never_was(seen: Project, days: str) -> None:
    with pytest.raises(CommandError, match="is no number of days, 1 to 36500"):
        run("access_record", "support", "--days", days)
