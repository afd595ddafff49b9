"""A dialogue to erase, with the files that learnt from it."""

import uuid
from pathlib import Path
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from annotation.models import (
    AccessEvent,
    Decision,
    Dialogue,
    Export,
    JobStatus,
    Label,
    LexiconRow,
    Note,
    Project,
    Question,
    SourceModel,
    SourceTraining,
    Span,
    TrainingRun,
    Turn,
)
from annotation.services.labelling import spans
from annotation.services.revision.plans import LATELY
from surrogates.folding import fold
from tests.annotation.services.erasing.canary import CANARY, file_at


@pytest.fixture
def commits(django_capture_on_commit_callbacks: Any) -> Any:
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def scene(project: Project, manager: Any, curator: Any, annotator: Any, data_dir: Path) -> Dialogue:
    """A dialogue whose canary is wherever a person's words can get."""
    Project.objects.filter(pk=project.pk).update(name="Calls")
    project.refresh_from_db()
    dialogue = project.dialogues.create(
        external_id=f"call-{CANARY}", position=9, meta={"who": CANARY}, extra={"k": CANARY}
    )
    text = f"Soy {CANARY}, de Bilbao"
    turn = Turn.objects.create(
        dialogue=dialogue, position=0, speaker=CANARY, text=text, extra={"note": CANARY}
    )
    label = Label.objects.get(project=project, name="male name")
    step = {"op_id": uuid.uuid4(), "version": 0, "label": label}
    spans.add_span(turn, annotator, start=4, end=4 + len(CANARY), **step)
    Span.objects.create(turn=turn, start=0, end=3, label=label, extra={"said": CANARY})
    Question.objects.create(turn=turn, op_id=uuid.uuid4(), text=CANARY, asked_by=annotator)
    where = {"dialogue": dialogue, "author": annotator, "thread": uuid.uuid4(), "text": CANARY}
    Note.objects.create(turn=turn, op_id=uuid.uuid4(), is_current=False, **where)
    Note.objects.create(op_id=uuid.uuid4(), version=2, **where)
    row = LexiconRow.objects.create(
        project=project, kind="name", lang="es", form=CANARY, added_by=curator
    )
    constraints = [
        {"kind": "surrogate", "mentions": [], "value": CANARY, "all": False},
        {"kind": "teach", "mentions": [], "value": str(row.pk), "all": False},
    ]
    Decision.objects.create(
        dialogue=dialogue, user=curator, action="edit", constraints=constraints, reason=CANARY
    )
    AccessEvent.objects.create(user=annotator, project=project, dialogue=dialogue, purpose="label")
    LogEntry.objects.create(
        user=manager,
        content_type=ContentType.objects.get_for_model(Dialogue),
        object_id=str(dialogue.pk),
        object_repr=f"call-{CANARY}",
        action_flag=CHANGE,
    )
    _learnt(project, data_dir, manager)
    LATELY.recall("k", 1, lambda: CANARY)  # type: ignore[arg-type, return-value]
    fold(CANARY)
    return dialogue


def _learnt(project: Project, data: Path, manager: Any) -> None:
    """A model, features, an export, a source model, and another project that has that."""
    now = {"status": JobStatus.DONE, "finished_at": timezone.now()}
    own = f"project-{project.pk}"
    folder = Path(file_at(data, f"models/{own}/round-1-aaaa/model")).parent
    run = TrainingRun.objects.create(project=project, number=1, folder=str(folder), **now)
    Project.objects.filter(pk=project.pk).update(model=run)
    file_at(data, f"models/{own}/large-unfinished/state")
    file_at(data, f"cache/{own}/target-key/attributes.txt")
    path = file_at(data, f"exports/{own}/export-1.jsonl")
    Export.objects.create(
        project=project, format="jsonl", strategy="typed", path=path, sha256="ab", **now
    )
    folder = Path(file_at(data, "models/source-calls-1/model")).parent
    source = SourceModel.objects.create(name="Calls", lang="es", folder=str(folder))
    SourceTraining.objects.create(
        project=project, source=source, name="Calls", lang="es", requested_by=manager,
        labels={"male name": True}, **now,
    )  # fmt: skip
    other = Project.objects.create(slug="other", name="Other", source_model=source)
    folder = Path(file_at(data, f"models/project-{other.pk}/round-1-bbbb/model")).parent
    TrainingRun.objects.create(
        project=other, number=1, folder=str(folder), transfer={"source": source.pk}, **now
    )
