"""Who may ask for each URL, and the objects that its arguments name."""

import uuid
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from annotation.models import (
    Alarm,
    ApiToken,
    Batch,
    Dialogue,
    Erasure,
    Export,
    Guideline,
    Hook,
    Import,
    IntruderTry,
    Invitation,
    LexiconRow,
    Measurement,
    Member,
    Note,
    Project,
    QueryItem,
    Question,
    SourceTraining,
    Span,
    TrainingRun,
    Turn,
)
from annotation.services.imports.files import keep_file
from annotation.services.imports.reports import Duplicate, FileReport, Named, to_json
from annotation.services.imports.survey import Survey
from annotation.services.imports.uploads import Upload

# name -> (who may, method). "anyone": no sign-in; "member": any signed-in person; else the right.
RULES: dict[str, tuple[str, str]] = {
    "sign-in": ("anyone", "get"),
    "sign-out": ("anyone", "post"),
    "change-password": ("member", "get"),
    "show-account": ("member", "get"),
    "list-tokens": ("member", "get"),
    "revoke-token": ("member", "post"),
    "set-language": ("anyone", "post"),
    "show-invitation": ("anyone", "get"),
    "accept-invitation": ("anyone", "get"),
    "keep-twin": ("member", "post"),
    "show-story": ("overview", "get"),
    "move-story": ("overview", "post"),
    "list-records": ("member", "get"),  # administrators; others get 404
    "show-health": ("anyone", "get"),
    "show-llms": ("anyone", "get"),
    "list-projects": ("member", "get"),
    "show-own-work": ("member", "get"),
    "show-own-line": ("member", "get"),
    "create-project": ("member", "get"),
    "list-sources": ("member", "get"),  # and may make projects
    "map-labels": ("member", "get"),
    "show-source-training": ("member", "get"),
    "cancel-source-training": ("member", "post"),
    "remove-source": ("member", "post"),
    "add-other-source": ("member", "post"),
    "show-overview": ("overview", "get"),
    "show-work": ("overview", "get"),
    "show-line": ("overview", "get"),
    "edit-settings": ("manage", "get"),
    "edit-members": ("manage", "get"),
    "remove-member": ("manage", "post"),
    "invite-members": ("manage", "post"),
    "revoke-invitation": ("manage", "post"),
    "set-shares": ("manage", "post"),
    "change-role": ("manage", "post"),
    "disable-member": ("manage", "post"),
    "enable-member": ("manage", "post"),
    "list-hooks": ("manage", "get"),
    "show-deliveries": ("manage", "get"),
    "switch-hook": ("manage", "post"),
    "remove-hook": ("manage", "post"),
    "try-hook": ("manage", "post"),
    "show-erasing": ("manage", "get"),
    "find-person": ("manage", "post"),
    "erase-dialogues": ("manage", "get"),
    "erase-project": ("manage", "post"),
    "put-off-erasure": ("manage", "post"),
    "edit-labels": ("manage", "get"),
    "add-label": ("manage", "post"),
    "edit-label": ("manage", "get"),
    "move-label": ("manage", "post"),
    "remove-label": ("manage", "post"),
    "export-scheme": ("manage", "get"),
    "import-scheme": ("manage", "post"),
    "show-guidelines": ("label", "get"),
    "edit-guidelines": ("revise", "get"),
    "preview-guidelines": ("revise", "post"),
    "list-versions": ("label", "get"),
    "show-version": ("label", "get"),
    "list-questions": ("label", "get"),
    "show-questions": ("label", "get"),
    "ask-question": ("label", "post"),
    "leave-note": ("label", "post"),
    "change-note": ("label", "post"),
    "answer-question": ("revise", "post"),
    "show-corpus": ("map", "get"),
    "search-corpus": ("originals", "post"),
    "assign-dialogues": ("assign", "post"),
    "import-dialogues": ("import", "get"),
    "show-import": ("import", "get"),
    "show-import-state": ("import", "get"),
    "change-import": ("import", "post"),
    "read-import": ("import", "post"),
    "download-import-faults": ("import", "get"),
    "confirm-import": ("import", "post"),
    "cancel-import": ("import", "post"),
    "label-next": ("label", "get"),
    "label-again": ("label", "get"),
    "label-more": ("label", "post"),
    "label-item": ("label", "get"),
    "show-twin": ("label", "get"),
    "add-span": ("label", "post"),
    "clear-span": ("label", "post"),
    "show-turns": ("label", "get"),
    "open-turn": ("label", "get"),
    "move-span": ("label", "post"),
    "accept-proposals": ("label", "post"),
    "decide-proposal": ("label", "post"),
    "undo-step": ("label", "post"),
    "redo-step": ("label", "post"),
    "plan-propagation": ("label", "get"),
    "apply-propagation": ("label", "post"),
    "finish-item": ("label", "post"),
    "skip-item": ("label", "post"),
    "flag-item": ("label", "post"),
    "reopen-item": ("label", "post"),
    "dialogue-history": ("label", "get"),
    "restore-dialogue": ("label", "post"),
    "close-alarm": ("manage", "post"),
    "show-record": ("record", "get"),  # and administrators
    "show-team": ("overview", "get"),
    "list-marked": ("label", "get"),
    "clear-flag": ("revise", "post"),
    "show-learning": ("overview", "get"),
    "download-runs": ("overview", "get"),
    "choose-model": ("train", "post"),
    "adjudicate-next": ("adjudicate", "get"),
    "adjudicate-dialogue": ("adjudicate", "get"),
    "adjudicate-turn": ("adjudicate", "get"),
    "unfold-turns": ("adjudicate", "get"),
    "name-readers": ("adjudicate", "post"),
    "take-all": ("adjudicate", "post"),
    "take-reading": ("adjudicate", "post"),
    "label-gold": ("adjudicate", "post"),
    "clear-gold": ("adjudicate", "post"),
    "move-gold": ("adjudicate", "post"),
    "undo-gold": ("adjudicate", "post"),
    "redo-gold": ("adjudicate", "post"),
    "show-status": ("overview", "get"),
    "start-training": ("train", "post"),
    "cancel-training": ("train", "post"),
    "revise-next": ("revise", "get"),
    "tag-corpus": ("revise", "post"),
    "revise-dialogue": ("revise", "get"),
    "show-issue": ("revise", "get"),
    "show-entity": ("revise", "get"),
    "show-decisions": ("revise", "get"),
    "warm-dialogue": ("revise", "get"),
    "decide-issue": ("revise", "post"),
    "change-entity": ("revise", "post"),
    "teach-lexicon": ("revise", "post"),
    "undo-decision": ("revise", "post"),
    "redo-decision": ("revise", "post"),
    "approve-dialogue": ("revise", "post"),
    "show-lexicon": ("revise", "get"),
    "download-lexicon": ("revise", "get"),
    "remove-lexicon-row": ("revise", "post"),
    "show-release": ("evidence", "get"),
    "create-export": ("release", "post"),
    "show-export": ("evidence", "get"),
    "sign-export": ("sign", "post"),
    "cancel-export": ("release", "post"),
    "download-export": ("evidence", "get"),
    "download-entry": ("evidence", "get"),
    "download-review": ("evidence", "get"),
    "edit-terms": ("manage", "get"),
    "show-gate": ("evidence", "get"),
    "sign-bundle": ("seal", "post"),
    "show-sheet": ("evidence", "get"),
    "download-bundle": ("evidence", "get"),
    "show-evidence": ("evidence", "get"),
    "download-tables": ("evidence", "get"),
    "start-all-measurements": ("release", "post"),
    "start-measurement": ("release", "post"),
    "cancel-measurement": ("release", "post"),
    "set-fewest": ("manage", "post"),
    "list-tries": ("originals", "get"),
    "score-try": ("originals", "get"),
    "show-intruder": ("intrude", "get"),
    "take-try": ("intrude", "post"),
    "show-try": ("intrude", "get"),
    "answer-try": ("intrude", "post"),
    "draw-turns": ("release", "post"),
    "ask-readers": ("release", "post"),
    "measure-file": ("release", "post"),
    "api:openapi-json": ("member", "get"),
    "api:api-root": ("member", "get"),  # there is nothing: 404
    "api:list-projects": ("member", "get"),
    "api:show-project": ("overview", "get"),
    "api:list-dialogues": ("label", "get"),
    "api:show-team": ("overview", "get"),
    "api:list-runs": ("overview", "get"),
    "api:show-dialogue": ("label", "get"),
    "api:show-turn": ("label", "get"),
    "api:add-span": ("label", "post"),
    "api:clear-span": ("label", "post"),
    "api:plan-propagation": ("label", "get"),
    "api:apply-propagation": ("label", "post"),
    "api:accept-proposal": ("label", "post"),
    "api:reject-proposal": ("label", "post"),
    "api:list-waiting": ("adjudicate", "get"),
    "api:show-differences": ("adjudicate", "get"),
    "api:decide-difference": ("adjudicate", "post"),
    "api:create-export": ("release", "post"),
    "api:show-export": ("evidence", "get"),
    "api:start-training": ("train", "post"),
    "api:describe-export": ("evidence", "get"),
    "api:take-export": ("evidence", "get"),
    "api:list-hooks": ("manage", "get"),
    "api:add-hook": ("manage", "post"),
    "api:switch-hook": ("manage", "post"),
    "api:try-hook": ("manage", "post"),
    "api:remove-hook": ("manage", "post"),
    "api:show-deliveries": ("manage", "get"),
    "api:list-schemes": ("member", "get"),
    "api:export-scheme": ("manage", "get"),
    "api:import-scheme": ("manage", "post"),
    "api:add-label": ("manage", "post"),
    "api:create-project": ("member", "post"),  # and may make projects
    "api:create-import": ("import", "post"),
    "api:show-import": ("import", "get"),
    "api:confirm-import": ("import", "post"),
    "api:name-columns": ("import", "post"),
    "api:cancel-import": ("import", "post"),
    "api:list-layers": ("adjudicate", "get"),
    "api:add-spans": ("label", "post"),
    "api:put-proposals": ("train", "post"),
    "api:list-proposals": ("adjudicate", "get"),
    "api:show-surrogates": ("revise", "get"),
    "api:list-models": ("overview", "get"),
    "api:transform-text": ("member", "post"),
    "api:transform-batch": ("member", "post"),
}
STEP = {"op_id": "0b9a2c1e-7d3f-4a55-9c1b-2f4f6c8e1a70", "version": 0}
# The API reads what was sent before it asks who may: these are whole, so that the right decides.
BODIES: dict[str, dict[str, Any]] = {
    "api:add-span": {**STEP, "start": 0, "end": 1, "label": "surname"},
    "api:clear-span": {**STEP, "start": 0, "end": 1},
    "api:plan-propagation": {"start": 0, "end": 1, "label": "surname"},
    "api:apply-propagation": {
        "op_id": STEP["op_id"],
        "token": "0" * 32,
        "start": 0,
        "end": 1,
        "kinds": ["new"],
    },
    "api:accept-proposal": STEP,
    "api:reject-proposal": STEP,
    "api:decide-difference": {**STEP, "start": 0, "end": 1, "choice": 0},
    "api:create-export": {"format": "jsonl", "strategy": "typed"},
    "api:create-project": {"name": "Another"},
    "api:add-hook": {"address": "https://hooks.example/more"},
    "api:switch-hook": {"on": False},
    "api:add-label": {"name": "another"},
    "api:confirm-import": {},
    "api:name-columns": {"tables": {"0": {"text": "x"}}},
    "api:add-spans": {
        "op_id": STEP["op_id"],
        "turns": [{"turn": 0, "version": 0, "spans": [{"start": 0, "end": 1, "label": "surname"}]}],
    },
    "api:put-proposals": {"program": "x", "turns": [{"turn": 0, "spans": []}]},
}
PROJECT_URLS = sorted(n for n, (who, _) in RULES.items() if who not in {"anyone", "member"})


def routes(
    patterns: list[URLPattern | URLResolver] | None = None, space: str = ""
) -> dict[str, URLPattern]:
    """Every address of the site by name, those of the API with their namespace; not the admin's."""
    found: dict[str, URLPattern] = {}
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLPattern):
            found[space + (pattern.name or f"(unnamed) {pattern.pattern}")] = pattern
        elif pattern.app_name != "admin":
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            found |= routes(pattern.url_patterns, inner)
    return found


def survey() -> Survey:
    """What a draft shows of a file."""
    found = Survey()
    found.begin(Upload("calls.jsonl", ()))
    turn = TurnValue("agent", "Soy Ane, de Deba", (SpanValue(4, 7, "PER"),))
    list(found.watch([DialogueValue("call-9", "es", (turn, turn))]))
    return found


def arguments(project: Project) -> dict[str, dict[str, Any]]:
    """Of every address: ids of real objects of this project, so that a 404 means 'closed', not
    'absent'."""
    turn = Turn.objects.filter(dialogue__project=project).first()
    batch, _ = Batch.objects.get_or_create(project=project, number=1)
    item, _ = QueryItem.objects.get_or_create(batch=batch, turn=turn, rank=0)
    run, _ = TrainingRun.objects.get_or_create(project=project)
    export, _ = Export.objects.get_or_create(project=project, format="jsonl")
    measured, _ = Measurement.objects.get_or_create(project=project, kind="recall")
    intrusion, _ = IntruderTry.objects.get_or_create(
        project=project,
        dialogue=project.dialogues.first(),
        defaults={"answered_at": timezone.now(), "who": "Ane"},
    )
    erasure, _ = Erasure.objects.get_or_create(project=project, kind="dialogues")
    member = Member.objects.filter(project=project).order_by("pk").last()
    dialogue = Dialogue.objects.filter(project=project).first()
    label = project.labels.first()
    assert dialogue and member and turn and label
    span, _ = Span.objects.get_or_create(turn=turn, reading=None, start=0, end=1, label=label)
    Guideline.objects.get_or_create(project=project, version=1)
    question, _ = Question.objects.get_or_create(
        turn=turn, op_id=STEP["op_id"], text="?", asked_by=member.user
    )
    note, _ = Note.objects.get_or_create(
        dialogue=dialogue,
        turn=turn,
        author=project.memberships.filter(role="manager").earliest("pk").user,
        defaults={"text": "!", "op_id": uuid.uuid4(), "thread": uuid.uuid4()},
    )
    alarm, _ = Alarm.objects.get_or_create(project=project)
    begun, _ = SourceTraining.objects.get_or_create(
        name="Hotels",
        requested_by=project.memberships.filter(role="manager").earliest("pk").user,
        counts={"dialogues": 1, "turns": 2, "labels": {"NAME": 1}},
    )
    invitation, _ = Invitation.objects.get_or_create(
        project=project,
        role="annotator",
        token_hash=project.slug,
        defaults={"created_by": member.user, "expires_at": timezone.now()},
    )
    row, _ = LexiconRow.objects.get_or_create(
        project=project, kind="place", lang="es", form="Zarauz", added_by=member.user
    )
    twin = Duplicate(1, "call-9", "call-1", "test", across=True)
    asks = Named()
    asks.add(twin)
    told = to_json([asks.on(FileReport("calls.jsonl", "jsonl", 1, 4))])
    there = Import.objects.filter(project=project, status=Import.DRAFT).first()
    brought = there or Import.objects.create(
        project=project,
        status=Import.DRAFT,
        report=told,
        files=[
            {"name": "calls.jsonl", "path": keep_file(b"{}"), "replaced": False},
            {"name": "", "path": keep_file(survey().to_json()), "replaced": False},
        ],
    )
    token, _ = ApiToken.objects.get_or_create(
        prefix=project.slug[:16],
        defaults={
            "owner": project.memberships.filter(role="manager").earliest("pk").user,
            "expires_at": timezone.now(),
        },
    )
    hook, _ = Hook.objects.get_or_create(project=project, address="https://hooks.example/told")
    pks = {
        "revoke-token": token.pk,
        "switch-hook": hook.pk,
        "remove-hook": hook.pk,
        "try-hook": hook.pk,
        "edit-label": label.pk,
        "move-label": label.pk,
        "remove-label": label.pk,
        "show-version": 1,
        "show-questions": turn.pk,
        "ask-question": turn.pk,
        "answer-question": question.pk,
        "remove-member": member.pk,
        "revoke-invitation": invitation.pk,
        "change-role": member.pk,
        "disable-member": member.pk,
        "enable-member": member.pk,
        "cancel-training": run.pk,
        "cancel-measurement": measured.pk,
        "score-try": intrusion.pk,
        "show-try": intrusion.pk,
        "answer-try": intrusion.pk,
        "show-import": brought.pk,
        "show-import-state": brought.pk,
        "change-import": brought.pk,
        "read-import": brought.pk,
        "download-import-faults": brought.pk,
        "confirm-import": brought.pk,
        "cancel-import": brought.pk,
        "map-labels": begun.pk,
        "show-source-training": begun.pk,
        "cancel-source-training": begun.pk,
        "dialogue-history": dialogue.pk,
        "restore-dialogue": dialogue.pk,
        "close-alarm": alarm.pk,
        "adjudicate-dialogue": dialogue.pk,
        "unfold-turns": dialogue.pk,
        "name-readers": dialogue.pk,
        "take-all": dialogue.pk,
        "revise-dialogue": dialogue.pk,
        "decide-issue": dialogue.pk,
        "show-issue": dialogue.pk,
        "show-entity": dialogue.pk,
        "show-decisions": dialogue.pk,
        "warm-dialogue": dialogue.pk,
        "change-entity": dialogue.pk,
        "teach-lexicon": dialogue.pk,
        "undo-decision": dialogue.pk,
        "redo-decision": dialogue.pk,
        "remove-lexicon-row": row.pk,
        "approve-dialogue": dialogue.pk,
        "show-export": export.pk,
        "cancel-export": export.pk,
        "put-off-erasure": erasure.pk,
        "sign-export": export.pk,
        "download-export": export.pk,
        "download-entry": export.pk,
        "show-gate": export.pk,
        "sign-bundle": export.pk,
        "show-sheet": export.pk,
        "download-bundle": export.pk,
        "api:switch-hook": hook.pk,
        "api:try-hook": hook.pk,
        "api:remove-hook": hook.pk,
        "api:show-dialogue": dialogue.pk,
        "api:show-differences": dialogue.pk,
        "api:add-span": turn.pk,
        "api:clear-span": turn.pk,
        "api:accept-proposal": turn.pk,
        "api:reject-proposal": turn.pk,
        "api:show-export": export.pk,
        "api:take-export": export.pk,
        "api:describe-export": export.pk,
        "api:show-import": brought.pk,
        "api:confirm-import": brought.pk,
        "api:name-columns": brought.pk,
        "api:cancel-import": brought.pk,
        "api:show-surrogates": dialogue.pk,
    }
    values: dict[str, Any] = {"slug": project.slug, "span": span.pk, "verb": "accept"}
    values["ending"], values["note"], values["kind"] = "md", note.pk, "recall"

    def of(name: str, pattern: URLPattern) -> dict[str, Any]:
        asked = turn if "/turns/" in str(pattern.pattern) else item
        every = values | {"pk": pks.get(name, asked.pk)}
        return {key: every[key] for key in pattern.pattern.converters}

    return {name: of(name, pattern) for name, pattern in routes().items()}
