"""Run inside doccano, by its own Python: files on standard input go in by its reader, somebody may
label, and what its export writes comes out. Started by `test_doccano`, in doccano's `backend`."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import django

django.setup()

from data_export.celery_tasks import create_collaborative_dataset  # noqa: E402
from data_export.pipeline.factories import create_formatter, create_writer  # noqa: E402
from data_import.datasets import load_dataset  # noqa: E402
from data_import.pipeline.catalog import create_file_format  # noqa: E402
from data_import.pipeline.readers import FileName  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from examples.models import Example  # noqa: E402
from label_types.models import SpanType  # noqa: E402
from labels.models import Span  # noqa: E402
from projects.models import SequenceLabelingProject  # noqa: E402

told = json.load(sys.stdin)
call_command("migrate", verbosity=0)
call_command("create_roles")
person = User.objects.create_user("ana")
answers: list[dict[str, Any]] = []
for asked in told:
    project = SequenceLabelingProject.objects.create(
        name="calls", description="calls", project_type="SequenceLabeling", created_by=person,
        collaborative_annotation=True, use_relation=asked["relations"],
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "calls.jsonl")
        path.write_text(asked["file"], encoding="utf-8", newline="")
        name = FileName(full_path=str(path), generated_name="calls.jsonl", upload_name=path.name)
        task = "RelationExtraction" if asked["relations"] else "SequenceLabeling"
        dataset = load_dataset(task, create_file_format("JSONL"), [name], project, encoding="utf_8")
        dataset.save(person)
        for start, end, label in asked["labels"]:
            kind, _made = SpanType.objects.get_or_create(project=project, text=label)
            example = Example.objects.filter(project=project).earliest("pk")
            Span.objects.create(
                example=example, user=person, label=kind, start_offset=start, end_offset=end
            )
        formatters, writer = create_formatter(project, "JSONL"), create_writer("JSONL")
        create_collaborative_dataset(project, folder, False, formatters, writer)
        written = Path(folder, "all.jsonl").read_bytes().decode("utf-8")
    spans = Span.objects.filter(example__project=project).order_by("example", "start_offset")
    answers.append(
        {
            "errors": [str(error) for error in dataset.errors],
            "labels": [[s.start_offset, s.end_offset, s.label.text] for s in spans],
            "texts": list(Example.objects.filter(project=project).values_list("text", flat=True)),
            "file": written,
        }
    )
print("\n" + json.dumps(answers))
