"""A project with a file and the evidence that a signature asks for; used by tests of bundles."""

import io
import zipfile
from pathlib import Path
from typing import Any

from django.utils import timezone

from annotation.models import Bundle, Export, Measurement, Project
from annotation.services.evidence.bundles import signing
from annotation.services.evidence.bundles.gate import gate_of
from annotation.services.evidence.measurements import stamp_of
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import exports

SHARE = {"value": 0.9, "low": 0.85, "high": 0.94, "n": 120}
# As `services.evidence.recall` writes them.
RECALL: dict[str, Any] = {
    "model": {
        "why": "", "items": 120, "missed": 12, "all": SHARE,
        "labels": [
            {"name": "place", "missed": 8, "few": False, **SHARE},
            {"name": "month", "missed": 0, "few": True, "value": 1.0, "low": 0.3, "high": 1.0,
             "n": 3},
        ],
        "people": [{"name": "caller", "missed": 4, "few": False, **SHARE}],
    },
    "readers": {"why": "one_reader"},
    "file": {
        "rows": [
            {"who": "one", "dialogues": 2, "items": 10, "kinds": ["one"], "unknown": [],
             "left": [1.4, 0.0, 12.2], "holding": [0.0, 0.0, 0.0]},
            *({"who": who, "dialogues": 0, "items": 0, "kinds": [], "unknown": [],
               "left": [0.0, 0.0, 0.0], "holding": [0.0, 0.0, 0.0]} for who in ("model", "two")),
        ],
        "all": {"dialogues": 2, "items": 10, "unknown": [], "left": [1.4, 0.0, 12.2],
                "holding": [0.0, 0.0, 0.0]},
        "hundred": {"replaced": 86, "left": 14, "unknown": 0},
        "of": 2,
    },
}  # fmt: skip
_ALL = RECALL["file"]["all"] | {"holding": [1.0, 0.5, 2.0]}  # of two dialogues one holds an item
BROKEN: dict[str, Any] = RECALL | {"file": RECALL["file"] | {"all": _ALL}}
ATTACK: dict[str, Any] = {
    "findings": [
        {"name": "parrot", "group": "survivors", "state": "held", "tried": 206, "chance": 0.015,
         "sentence": "%(right)s of %(claims)s claims are right.",
         "values": {"right": 3, "claims": 206}, "success": SHARE},
        {"name": "real-or-surrogate", "group": "survivors", "state": "told", "tried": 400,
         "sentence": "Towns are told.", "values": {}, "success": SHARE, "chance": 0.5,
         "rows": [{"what": "org", "by": "n-grams", "value": 0.91, "low": 0.87, "high": 0.95,
                   "n": 300}, {"what": "age", "state": "too few to say", "n": 7}]},
        {"name": "gender", "group": "people", "state": "not run", "why": "No class was given.",
         "tried": 0},
    ]
}  # fmt: skip


def measure(project: Project, **figures: Any) -> None:
    """Finished measurements of the project as it is now."""
    for kind, value in ({"recall": RECALL, "attack": ATTACK} | figures).items():
        Measurement.objects.create(
            project=project,
            kind=kind,
            figures=value,
            stamp=stamp_of(project),
            status="done",
            finished_at=timezone.now(),
        )


def write(project: Project, user: Any = None, **more: Any) -> Export:
    """A file, written at once."""
    export = exports.start_export(project, user, **{"format": "jsonl", "strategy": "entity"} | more)
    assert run_job(Export, export.pk, exports.write_export)
    export.refresh_from_db()
    assert export.status == "done", export.error
    return export


def answers(export: Export) -> dict[str, str]:
    """A reason for each line that asks for one."""
    return {line.name: "It goes to two named groups alone." for line in gate_of(export).asking}


def signed(export: Export, user: Any, role: str = "manager", **more: Any) -> Bundle:
    more.setdefault("reasons", answers(export))
    return signing.sign(export, user, role, **more)


def parts(data_dir: Path, bundle: Bundle) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO((data_dir / bundle.path).read_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
