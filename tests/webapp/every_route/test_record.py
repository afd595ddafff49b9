"""Who saw what: every route that shows text writes it down, and an unlisted route fails.

Each dialogue of the stage has words that stand nowhere else. A route of `SHOWS` is opened so that
they are in its answer, and must have written one row for each dialogue whose words are; a route of
`SILENT` must answer without any of them and write nothing.
"""

import html
import json
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.db import transaction
from django.utils import timezone

from annotation.models import AccessEvent, Dialogue, Export, Import, Project, QueryItem, Turn, User
from annotation.models.audit import AppendOnly
from annotation.services.access import record
from annotation.services.evidence.bundles import taking
from annotation.services.revision import page as revision
from annotation.services.revision import plans
from annotation.services.revision.entity_changes import card_of
from tests.effort import tries
from tests.webapp.every_route.rules import RULES, routes, survey
from tests.webapp.every_route.test_query_counts import SMALL, grow

ADDRESS = "2001:db8::7:1"
NAMES = ("ΩΨΞ", "ЖѮЏ")  # of both dialogues, where the labels stand
TAILS = ("ɱɲɳ", "ʞʟʠ")  # in words that nobody labels
HTMX = {"HX-Request": "true"}
ALL = ("small-000", "small-001")
WHOLE = (None,)  # what is taken of the project as a whole

# name -> (purpose, the dialogues that are written down)
SHOWS: dict[str, tuple[str, tuple[str | None, ...]]] = {
    "label-item": ("label", ALL[:1]),
    "show-twin": ("label", ALL[:1]),
    "finish-item": ("label", ALL[:1]),
    "skip-item": ("label", ALL[:1]),
    "flag-item": ("label", ALL[:1]),
    "reopen-item": ("label", ALL[:1]),
    "open-turn": ("label", ALL[:1]),
    "show-turns": ("label", ALL[:1]),
    "add-span": ("label", ALL[:1]),
    "move-span": ("label", ALL[:1]),
    "clear-span": ("label", ALL[:1]),
    "accept-proposals": ("label", ALL[:1]),
    "decide-proposal": ("label", ALL[:1]),
    "undo-step": ("label", ALL[:1]),
    "redo-step": ("label", ALL[:1]),
    "plan-propagation": ("propagate", ALL),
    "apply-propagation": ("propagate", ALL),
    "dialogue-history": ("history", ALL[:1]),
    "list-questions": ("question", ALL),
    "show-questions": ("question", ALL[:1]),
    "ask-question": ("question", ALL[:1]),
    "leave-note": ("question", ALL[:1]),
    "change-note": ("question", ALL[:1]),
    "answer-question": ("question", ALL[:1]),
    "list-marked": ("marked", ALL),
    "search-corpus": ("search", ALL),
    "show-team": ("differences", ALL),
    "show-learning": ("learning", ALL),
    "adjudicate-dialogue": ("adjudicate", ALL[:1]),
    "adjudicate-turn": ("adjudicate", ALL[:1]),
    "unfold-turns": ("adjudicate", ALL[:1]),
    "take-all": ("adjudicate", ALL[:1]),
    "take-reading": ("adjudicate", ALL[:1]),
    "label-gold": ("adjudicate", ALL[:1]),
    "clear-gold": ("adjudicate", ALL[:1]),
    "move-gold": ("adjudicate", ALL[:1]),
    "undo-gold": ("adjudicate", ALL[:1]),
    "redo-gold": ("adjudicate", ALL[:1]),
    "revise-dialogue": ("revise", ALL[:1]),
    "show-issue": ("revise", ALL[:1]),
    "show-entity": ("revise", ALL[:1]),
    "decide-issue": ("revise", ALL[:1]),
    "change-entity": ("revise", ALL[:1]),
    "teach-lexicon": ("revise", ALL[:1]),
    "undo-decision": ("revise", ALL[:1]),
    "redo-decision": ("revise", ALL[:1]),
    "approve-dialogue": ("revise", ALL[:1]),
    "score-try": ("score", ALL[:1]),
    "api:show-dialogue": ("api", ALL[:1]),
    "api:show-turn": ("api", ALL[:1]),
    "api:show-differences": ("adjudicate", ALL[:1]),
    "api:decide-difference": ("adjudicate", ALL[:1]),
    # words of files that no dialogue has yet
    "show-import": ("preview", WHOLE),
    "show-import-state": ("preview", WHOLE),
    "change-import": ("preview", WHOLE),
    "confirm-import": ("preview", WHOLE),  # refused, so the preview is shown once more
    # no words of a dialogue in the answer, but of the project in what is taken
    "create-export": ("export", WHOLE),
    "api:create-export": ("export", WHOLE),
    "api:take-export": ("download", WHOLE),
    "api:show-import": ("preview", WHOLE),
    "api:show-surrogates": ("replaced", ALL[:1]),
    "download-export": ("download", WHOLE),
    # who is told of the project
    "switch-hook": ("hook", WHOLE),
    "remove-hook": ("hook", WHOLE),
    "try-hook": ("hook", WHOLE),
    "api:switch-hook": ("hook", WHOLE),
    "api:try-hook": ("hook", WHOLE),
    "api:remove-hook": ("hook", WHOLE),
}
SILENT = {
    "sign-in", "sign-out", "change-password", "set-language", "keep-twin",
    "show-health", "show-llms", "show-account", "list-tokens", "revoke-token",
    "show-story", "move-story",
    "show-own-work", "show-own-line",
    "list-projects", "create-project", "show-overview", "show-work", "show-line", "edit-settings",
    "show-invitation", "accept-invitation", "invite-members", "revoke-invitation",
    "edit-members", "set-shares", "change-role", "disable-member", "enable-member",
    "show-corpus", "assign-dialogues",
    "remove-member", "close-alarm", "clear-flag",
    "list-sources", "map-labels", "show-source-training", "cancel-source-training", "remove-source",
    "add-other-source",
    "edit-labels", "add-label", "edit-label", "move-label", "remove-label", "export-scheme",
    "import-scheme", "show-guidelines", "edit-guidelines", "preview-guidelines", "list-versions",
    "show-version", "import-dialogues", "read-import", "cancel-import",
    "show-erasing", "find-person", "erase-dialogues", "erase-project", "put-off-erasure",
    "label-next", "label-again", "label-more", "restore-dialogue",
    "list-hooks", "show-deliveries",
    "list-records", "show-record", "download-runs", "choose-model",
    "adjudicate-next", "name-readers", "show-status", "start-training", "cancel-training",
    "revise-next", "tag-corpus", "show-decisions", "warm-dialogue",
    "show-lexicon", "download-lexicon", "remove-lexicon-row",
    "show-release", "show-export", "cancel-export", "download-review",
    "download-entry", "api:describe-export",  # counts and terms
    "download-import-faults",  # codes and lines
    "show-evidence", "start-all-measurements", "start-measurement", "cancel-measurement",
    "set-fewest", "list-tries",
    # Open to no manager; its rows: tests/webapp/views/evidence/test_intruder.py
    "show-intruder", "take-try", "show-try", "answer-try",
    "edit-terms", "show-gate", "show-sheet",
    "sign-bundle", "download-bundle",  # their rows: tests/webapp/views/evidence/test_bundles.py
    "download-tables",
    "draw-turns", "ask-readers", "measure-file",
    "sign-export",  # its row: tests/webapp/views/revision/test_signatures.py
    "api:openapi-json", "api:api-root", "api:list-projects", "api:show-project",
    "api:list-dialogues", "api:show-team", "api:list-runs", "api:add-span", "api:clear-span",
    "api:plan-propagation", "api:apply-propagation", "api:accept-proposal", "api:reject-proposal",
    "api:create-project", "api:create-import", "api:confirm-import", "api:cancel-import",
    "api:name-columns",
    "api:list-layers", "api:add-spans", "api:put-proposals", "api:list-proposals",
    "api:transform-text", "api:transform-batch",
    "api:list-hooks", "api:show-deliveries", "api:list-schemes", "api:export-scheme",
    "api:import-scheme", "api:add-label",
    "api:add-hook",  # nothing is allowed here; its row: tests/webapp/api/test_hooks.py
    "api:list-models", "api:list-waiting", "api:show-export", "api:start-training",
}  # fmt: skip


def test_every_route_is_listed() -> None:
    assert set(routes()) == set(SHOWS) | SILENT
    assert not set(SHOWS) & SILENT


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, str]]:
    """A project in which a team has worked, made once: the addresses of its pages by name."""
    with django_db_blocker.unblock(), transaction.atomic():
        manager = User.objects.create(username="manager", is_superuser=True, is_staff=True)
        urls = grow("small", manager, SMALL, sorted(RULES))
        project = Project.objects.get()
        for dialogue, name, tail in zip(project.dialogues.all(), NAMES, TAILS, strict=True):
            dialogue.turns.update(text=f"Soy {name}, de Bilbao, le llamo por el {tail}")
        QueryItem.objects.update(readers=2)  # nobody is still to read what two have read
        turns = list(Turn.objects.values_list("pk", flat=True))
        project.runs.update(details={"hardest": turns})
        AccessEvent.objects.all()._raw_delete("default")
        yield urls
        transaction.set_rollback(True)


@pytest.fixture
def urls(stage: dict[str, str], db: None) -> dict[str, str]:
    return stage


@pytest.fixture
def client(urls: dict[str, str], client_of: Any) -> Any:
    client = client_of(User.objects.get(username="manager"))
    client.defaults["REMOTE_ADDR"] = ADDRESS
    return client


def first() -> Dialogue:
    return Dialogue.objects.get(external_id=ALL[0])


def step(**more: Any) -> dict[str, Any]:
    reader = User.objects.get(username="manager").pk
    return {"op_id": str(uuid.uuid4()), "version": 0, "reader": reader} | more


def stretch(**more: Any) -> dict[str, Any]:
    label = Project.objects.get().labels.exclude(key="").first()
    assert label
    alike = {"capitals": "on", "accents": "on", "endings": "on"}
    return {"start": 12, "end": 18, "scope": "project", "label": label.pk} | alike | more


def mention() -> str:
    """One that belongs to an entity."""
    now = plans.plan(first())
    keys = (each.key for each in now.result.replacements)
    return next(key for key in keys if card_of(now, key, ""))


# What is sent where an empty request would not be answered with words.
SENT: dict[str, Callable[[], dict[str, Any]]] = {
    "show-turns": lambda: {"pk": [turn.pk for turn in first().turns.all()]},
    "plan-propagation": stretch,
    "apply-propagation": lambda: step(token="0" * 32, kinds=["new"], **stretch()),
    "unfold-turns": lambda: {"first": 1, "last": 3},
    "search-corpus": lambda: {"words": "Soy"},
    "show-learning": lambda: {"show": "turns"},  # its other parts show figures alone
    "show-issue": lambda: {"issue": revision.issues_of(plans.plan(first()))[0].key},
    "show-entity": lambda: {"mention": mention()},
    "create-export": lambda: {"format": "jsonl", "strategy": "typed"},
    "api:create-export": lambda: {"format": "jsonl", "strategy": "typed"},
    "api:switch-hook": lambda: {"on": False},
    "api:decide-difference": lambda: {
        "op_id": str(uuid.uuid4()), "version": 0, "start": 4, "end": 7, "choice": 1,
    },
}  # fmt: skip


def ask(client: Any, name: str, urls: dict[str, str]) -> str:
    """The whole answer of a route as text, as a person or a program reads it."""
    url, given = urls[name].split("?")[0] if name in SENT else urls[name], SENT.get(name, dict)()
    if RULES[name][1] == "get":
        response = client.get(url, given, headers=HTMX if name in FRAGMENTS else {})
    elif name.startswith("api:"):
        response = client.post(url, json.dumps(given), content_type="application/json")
    else:
        response = client.post(url, given, headers=HTMX)
    assert response.status_code < 500
    parts = response.streaming_content if response.streaming else [response.content]
    body = b"".join(parts).decode(errors="replace")
    if response.headers.get("Content-Type", "").startswith("application/json"):
        body = json.dumps(json.loads(body), ensure_ascii=False)
    return html.unescape(body)


FRAGMENTS = {"show-issue", "show-entity", "show-decisions"}


def said(body: str) -> set[str]:
    """The dialogues whose words stand in an answer."""
    return {
        dialogue
        for dialogue, *words in zip(ALL, NAMES, TAILS, strict=True)
        if any(word in body for word in words)
    }


def written() -> list[tuple[str, str, str, str | None]]:
    rows = AccessEvent.objects.order_by("dialogue_id", "pk")
    return list(rows.values_list("user__username", "address", "purpose", "dialogue__external_id"))


@pytest.mark.parametrize("name", sorted(SHOWS))
def test_what_shows_text_is_written_down_once(
    name: str, urls: dict[str, str], client: Any, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What a file waits for has its tests beside `bundles.taking`.
    monkeypatch.setattr(taking, "why_not_taken", lambda _export: "")
    purpose, dialogues = SHOWS[name]
    _make_file(data_dir)
    body = ask(client, name, urls)
    assert written() == [("manager", ADDRESS, purpose, dialogue) for dialogue in dialogues]
    if dialogues != WHOLE:
        assert said(body) == set(dialogues)


@pytest.mark.parametrize("name", sorted(SILENT))
def test_what_is_said_to_show_none_shows_none(
    name: str, urls: dict[str, str], client: Any, data_dir: Path
) -> None:
    _make_file(data_dir)
    assert said(ask(client, name, urls)) == set()
    assert written() == []


def _make_file(data_dir: Path) -> None:
    (data_dir / "exports").mkdir()
    (data_dir / "exports" / "small.jsonl").write_text("{}\n")
    assert Export.objects.filter(path="exports/small.jsonl").exists()
    path = data_dir / Import.objects.get().survey_path
    path.parent.mkdir()
    path.write_bytes(survey().to_json())


# --- what one view is ---------------------------------------------------------------------------


def test_each_opening_is_a_view_and_its_parts_belong_to_it(
    urls: dict[str, str], client: Any
) -> None:
    for name in ("label-item", "open-turn", "add-span", "show-turns", "show-questions"):
        ask(client, name, urls)
    assert len(written()) == 1
    ask(client, "plan-propagation", urls)  # it shows the other dialogue too
    assert written()[1:] == [("manager", ADDRESS, "propagate", ALL[1])]
    ask(client, "label-item", urls)
    assert [row[2] for row in written()] == ["label", "label", "propagate"]


def test_a_part_is_written_down_from_another_address_for_another_purpose_and_later(
    urls: dict[str, str], client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(client, "open-turn", urls)
    client.defaults["REMOTE_ADDR"] = "10.0.0.9"
    ask(client, "open-turn", urls)
    assert [row[1] for row in written()] == [ADDRESS, "10.0.0.9"]
    ask(client, "adjudicate-turn", urls)
    assert written()[-1][2] == "adjudicate"
    later = timezone.now() + record.VISIT + timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    ask(client, "open-turn", urls)
    assert [row[2] for row in written()] == ["label", "label", "adjudicate", "label"]


def test_a_list_does_not_cover_what_is_opened_from_it(urls: dict[str, str], client: Any) -> None:
    ask(client, "list-marked", urls)
    ask(client, "plan-propagation", urls)
    AccessEvent.objects.all()._raw_delete("default")
    ask(client, "list-marked", urls)
    ask(client, "open-turn", urls)
    assert [row[2] for row in written()] == ["marked", "label", "marked"]


def test_a_hidden_original_is_another_purpose(urls: dict[str, str], client: Any) -> None:
    url = urls["revise-dialogue"]
    body = html.unescape(client.get(url, {"hide": "1"}).content.decode())
    assert NAMES[0] not in body and TAILS[0] in body  # what nobody labelled is in clear
    assert [row[2] for row in written()] == ["replaced"]
    client.get(urls["show-entity"], SENT["show-entity"](), headers=HTMX)
    assert [row[2] for row in written()] == ["replaced", "revise"]


def test_rows_hold_no_text_and_stay_as_they_are(urls: dict[str, str], client: Any) -> None:
    ask(client, "label-item", urls)
    event = AccessEvent.objects.get()
    assert said(json.dumps(event.detail, ensure_ascii=False)) == set()
    everything = AccessEvent.objects.all()
    for change in (
        event.save,
        event.delete,
        everything.delete,
        lambda: everything.update(purpose="api"),
        lambda: AccessEvent.objects.bulk_update([event], ["purpose"]),
    ):
        with pytest.raises(AppendOnly):
            change()
    AccessEvent.objects.create(project=event.project, dialogue_id=10**9, purpose="label")
    erased = AccessEvent.objects.select_related("dialogue").first()
    assert erased and (erased.dialogue_id, erased.dialogue) == (10**9, None)


def test_the_administration_site_shows_no_text(urls: dict[str, str], client: Any) -> None:
    """What is read there is not written down, so there is nothing to read."""
    question = Turn.objects.get(dialogue=first(), position=0).questions.first()
    assert question
    question.text = f"Is {NAMES[0]} a name?"
    question.save()
    for model, admin_of in admin.site._registry.items():
        place = f"/admin/annotation/{model._meta.model_name}/"
        if model._meta.app_label != "annotation":
            continue
        assert said(client.get(place).content.decode()) == set(), place
        for row in admin_of.model._default_manager.all()[: tries(3, 20)]:
            page = client.get(f"{place}{row.pk}/change/")
            assert page.status_code == 200, place
            assert said(html.unescape(page.content.decode())) == set(), place
    assert written() == []
