"""A release made at once, and what its file says; used by the tests of releasing."""

import io
import zipfile
from pathlib import Path
from typing import Any

from annotation.models import Export
from annotation.services.jobs.lifecycle import run_job
from annotation.services.release import exports


def make(project: Any, format: str = "jsonl", strategy: str = "entity", **more: Any) -> Export:
    export = exports.start_export(project, None, format=format, strategy=strategy, **more)
    assert run_job(Export, export.pk, exports.write_export)
    export.refresh_from_db()
    return export


def everything(path: Path) -> str:
    """All that a file says, unpacked, names of members included."""
    data = path.read_bytes()
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return data.decode()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(n + "\n" + archive.read(n).decode() for n in archive.namelist())


def files(data_dir: Path) -> list[Path]:
    return [path for path in (data_dir / "exports").rglob("*") if path.is_file()]
