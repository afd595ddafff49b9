"""The release pages: who may, what is offered, and that taking a file is logged."""

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from annotation.models import AccessEvent, Export, Reading
from annotation.services.evidence.bundles.terms import save_terms
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import exports, now
from annotation.services.revision.coverage import Coverage
from tests.annotation.services.evidence.bundles import room
from tests.labelled import shown
from tests.webapp.html import squeezed
from tests.webapp.views.revision.test_page import is_one_root

pytestmark = pytest.mark.usefixtures("data_dir")


@pytest.fixture
def export(labelled: Any, manager: Any) -> Export:
    made = exports.start_export(labelled, manager, format="jsonl", strategy="entity")
    run_job(Export, made.pk, exports.write_export)
    made.refresh_from_db()
    return made


def url(name: str, *args: Any) -> str:
    return reverse(name, args=["support", *args])


def test_the_page_says_what_would_leave(labelled: Any, manager: Any, client_of: Any) -> None:
    html = client_of(manager).get(url("show-release")).content.decode()
    assert "Not checked yet" in html
    assert "7 turns read by people" in html
    assert "Still shows that something stood there" in html
    assert 'name="strategy" value="none"' not in html
    assert "Check and write 2 dialogues" in html


def test_an_unread_project_is_told_so(project: Any, manager: Any, client_of: Any) -> None:
    html = client_of(manager).get(url("show-release")).content.decode()
    assert "2 dialogues would be held back" in html


def test_counts_are_grouped_and_dates_written_out(
    export: Export, manager: Any, client_of: Any, monkeypatch: Any
) -> None:
    many = Coverage(0, 0, 3447, 1200, 1100, None, None)
    monkeypatch.setattr(now, "coverage_of", lambda *_given: many)
    Export.objects.update(finished_at=datetime(2026, 3, 9, 14, 5, tzinfo=UTC))
    html = client_of(manager).get(url("show-release")).content.decode()
    assert "Nobody has read 3,447 turns." in html and "3447 turns" not in html
    assert "Check and write 1,200 dialogues" in html
    assert "Texts checked 9 Mar 2026, 14:05" in html
    html = client_of(manager).get(url("show-release"), headers={"accept-language": "es"})
    assert "9 mar 2026, 14:05" in html.content.decode()


def test_only_managers_release(
    export: Export, outsider: Any, curator: Any, annotator: Any, client_of: Any
) -> None:
    pages = [
        ("get", url("show-release")), ("post", url("create-export")),
        ("get", url("show-export", export.pk)), ("get", url("download-export", export.pk)),
    ]  # fmt: skip
    for method, where in pages:
        assert getattr(client_of(outsider), method)(where).status_code == 404
        for person in (curator, annotator):
            assert getattr(client_of(person), method)(where).status_code == 403


def test_making_is_posted(labelled: Any, manager: Any, client_of: Any) -> None:
    assert client_of(manager).get(url("create-export")).status_code == 405


def test_an_export_is_queued_logged_and_shown(
    labelled: Any,
    manager: Any,
    client_of: Any,
    no_broker: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    client = client_of(manager)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(url("create-export"), {"format": "esport", "strategy": "entity"})
    assert answer.status_code == 302
    made = Export.objects.get()
    assert no_broker == [("annotation.run_export", [made.pk])]
    assert AccessEvent.objects.get().detail == {"export": made.pk}
    waiting = client.get(url("show-export", made.pk)).content.decode()
    assert is_one_root(waiting, f"export-{made.pk}")
    assert "every 1s" in waiting


def test_items_are_marked_where_it_is_chosen_and_the_choice_says_what_it_costs(
    labelled: Any, manager: Any, client_of: Any, no_broker: Any
) -> None:
    client = client_of(manager)
    html = squeezed(client.get(url("show-release")).content.decode())
    assert '<input type="radio" name="spans" value="none" checked>' in html
    assert "every name that was missed stands unmarked" in html
    asked = {"format": "jsonl", "strategy": "entity"}
    for said, kept in (({}, "none"), ({"spans": "marked"}, "marked")):
        assert client.post(url("create-export"), asked | said).status_code == 302
        assert Export.objects.first().spans == kept


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"format": "jsonl"},
        {"format": "jsonl", "strategy": "none"},
        {"format": "jsonl", "strategy": "entity", "spans": "some"},
    ],
)
def test_a_bad_form_makes_nothing(
    labelled: Any, manager: Any, client_of: Any, data: dict[str, str]
) -> None:
    answer = client_of(manager).post(url("create-export"), data)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Export.objects.exists()


def test_a_finished_export_stops_asking_and_is_taken(
    export: Export, manager: Any, client_of: Any, data_dir: Path
) -> None:
    client = client_of(manager)
    shown = client.get(url("show-export", export.pk)).content.decode()
    assert is_one_root(shown, f"export-{export.pk}")
    assert "hx-trigger" not in shown
    assert export.sha256 in shown
    opened = client.get(url("show-export", export.pk), headers={"sec-fetch-dest": "document"})
    assert opened.headers["Location"] == url("show-release") + f"#export-{export.pk}"
    answer = client.get(url("download-export", export.pk))
    name = f"antifaz-{export.pk}-entity-jsonl.jsonl"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert b"".join(answer.streaming_content) == (data_dir / export.path).read_bytes()
    event = AccessEvent.objects.get(purpose="download")
    assert (event.user, event.detail) == (manager, {"export": export.pk})


def test_a_catalogue_entry_lies_beside_the_file_and_says_nothing_of_the_dialogues(
    export: Export, manager: Any, client_of: Any, data_dir: Path
) -> None:
    client, where = client_of(manager), url("download-entry", export.pk)
    assert f'href="{where}"' in client.get(url("show-release")).content.decode()
    save_terms(export.project, {"licence_name": "Agreement 4", "organisation": "Laguntza"})
    answer = client.get(where, headers={"accept-language": "es"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="croissant.json"'
    entry = answer.json()
    [file] = entry["distribution"]
    data = (data_dir / export.path).read_bytes()
    assert file["contentUrl"] == f"antifaz-{export.pk}-entity-jsonl.jsonl"
    assert file["sha256"] == hashlib.sha256(data).hexdigest()
    assert file["contentSize"] == f"{len(data)} B"
    assert (entry["name"], entry["license"]) == ("Support calls, release 1", "Agreement 4")
    assert entry["description"].startswith("< 10 dialogues. 10 personal items were labelled")
    assert shown(answer.content.decode()) == [] and "call-" not in answer.content.decode()
    assert not AccessEvent.objects.filter(purpose="download").exists()


def test_an_entry_is_refused_whose_words_say_what_is_labelled(
    export: Export, manager: Any, client_of: Any
) -> None:
    save_terms(export.project, {"organisation": "Casa de Olabarri"})
    answer = client_of(manager).get(url("download-entry", export.pk))
    assert answer.status_code == 409
    said = answer.content.decode()
    assert "say what is labelled in a dialogue" in said and shown(said) == []


def test_a_file_that_something_changed_since_is_refused_by_name(
    export: Export, manager: Any, client_of: Any
) -> None:
    client, taken = client_of(manager), url("download-export", export.pk)
    Reading.objects.filter(is_gold=True).update(status="open", is_gold=False)
    answer = client.get(taken)
    assert answer.status_code == 409
    html = squeezed(answer.content.decode())
    assert "Changed since this file was written: labels, readings. Write it again." in html
    assert "Changed since it was written" in html and f'href="{taken}"' not in html
    assert not AccessEvent.objects.filter(purpose="download").exists()


def test_a_file_with_a_broken_limit_leads_to_the_gate(
    export: Export, manager: Any, client_of: Any
) -> None:
    """No steward is in the project: a manager's name and words are asked for all the same."""
    room.measure(export.project, recall=room.BROKEN)
    client, taken = client_of(manager), url("download-export", export.pk)
    answer = client.get(taken)
    assert answer.status_code == 409
    html = squeezed(answer.content.decode())
    assert "The file waits: Dialogues with nothing left" in html
    assert f'href="{url("show-gate", export.pk)}">A limit is to be lifted</a>' in html
    assert f'href="{taken}"' not in html
    room.signed(export, manager)
    assert f'href="{taken}"' in client.get(url("show-export", export.pk)).content.decode()
    assert b"".join(client.get(taken).streaming_content)


@pytest.mark.parametrize("status", ["queued", "running", "failed"])
def test_an_unfinished_export_is_not_there(
    export: Export, manager: Any, client_of: Any, status: str
) -> None:
    Export.objects.update(status=status)
    for name in ("download-export", "download-entry"):
        assert client_of(manager).get(url(name, export.pk)).status_code == 404


def test_a_failed_export_says_why(export: Export, manager: Any, client_of: Any) -> None:
    Export.objects.update(
        status="failed", error="Every dialogue was held back; nothing was written."
    )
    html = client_of(manager).get(url("show-export", export.pk)).content.decode()
    assert "Every dialogue was held back" in html


def test_what_can_be_done_stands_above_the_evidence_and_the_last_file_below(
    export: Export, manager: Any, client_of: Any
) -> None:
    client = client_of(manager)
    html = squeezed(client.get(url("show-release")).content.decode())
    assert "2 dialogues would leave; none was approved by a person" in html
    taken = f'href="{url("download-export", export.pk)}"'
    ways = html.index("Approve the 2 dialogues that people have read")
    assert ways < html.index(">Evidence<") < html.index(taken)
    assert html.count(taken) == 1
    assert 'class="btn main" type="submit" form="make"' in html  # nothing stands in the way
    first = export.project.dialogues.first()
    Export.objects.update(summary=export.summary | {"held_back": {str(first.pk): ["block"]}})
    html = squeezed(client.get(url("show-release")).content.decode())
    assert "1 dialogue is held back" in html and "Revise the 1 dialogue with a block" in html
    assert reverse("revise-dialogue", args=["support", first.pk]) in html
    assert 'class="btn" type="submit" form="make"' in html


def test_the_review_of_another_tool_is_offered_and_taken(
    project: Any, manager: Any, annotator: Any, client_of: Any
) -> None:
    page = url("show-release")
    assert "Review of another tool" not in client_of(manager).get(page).content.decode()
    tool = project.tool_imports.create(name="<Anon>", imported_by=manager)
    project.dialogues.update(tool_import=tool)
    assert "&lt;Anon&gt;" in client_of(manager).get(page).content.decode()
    for ending, kind in (("md", "text/markdown; charset=utf-8"), ("json", "application/json")):
        answer = client_of(manager).get(url("download-review", ending))
        assert answer["Content-Type"] == kind
        assert answer["Content-Disposition"].endswith(f'"antifaz-review.{ending}"')
        assert "Anon" in answer.content.decode()
    assert client_of(manager).get(url("download-review", "html")).status_code == 404
    assert client_of(annotator).get(url("download-review", "md")).status_code == 403


# --- originals that stay on purpose ---------------------------------------------------------------

WARNING = "This project leaves originals in its files (q = 0.9)."


def test_with_q_1_nothing_is_to_be_confirmed(labelled: Any, manager: Any, client_of: Any) -> None:
    html = client_of(manager).get(url("show-release")).content.decode()
    assert "leave_originals" not in html
    assert "leaves originals" not in html


def test_with_q_below_1_the_page_warns_and_asks(
    labelled: Any, manager: Any, client_of: Any, no_broker: Any
) -> None:
    type(labelled).objects.update(replacement_q=0.9)
    client = client_of(manager)
    html = client.get(url("show-release")).content.decode()
    assert WARNING in html
    assert "For research only" in html
    assert "Neither the originals" not in html
    assert '<input type="checkbox" name="leave_originals" required>' in html
    asked = {"format": "jsonl", "strategy": "entity"}
    answer = client.post(url("create-export"), asked)
    assert answer.status_code == 422
    assert "nothing is written until you confirm" in answer.content.decode()
    assert not Export.objects.exists()
    assert client.post(url("create-export"), asked | {"leave_originals": "on"}).status_code == 302
    made = Export.objects.get()
    assert (made.q, made.requested_by) == (0.9, manager)
    assert "Holds originals" in client.get(url("show-export", made.pk)).content.decode()


def test_the_page_names_labels_with_a_strategy_of_their_own(
    labelled: Any, manager: Any, client_of: Any
) -> None:
    labelled.labels.filter(name="place").update(replacement="redact")
    html = client_of(manager).get(url("show-release")).content.decode()
    assert "<bdi>place</bdi> (Blacked out)." in html


def test_every_strategy_of_the_settings_can_be_released() -> None:
    from annotation.services.projects.choices import REPLACEMENT_CHOICES
    from annotation.services.revision.rules import NAMES

    assert sorted(choice.name for choice in REPLACEMENT_CHOICES) == sorted(NAMES)
