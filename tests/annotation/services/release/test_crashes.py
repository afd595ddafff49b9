"""A release appears whole or not at all: what stops on the way leaves no file."""

import errno
from pathlib import Path
from typing import Any

from annotation.models import Export
from annotation.refusals import JobLost
from annotation.services.jobs.lifecycle import cancel_job, run_job
from annotation.services.release import exports, outgoing
from tests.annotation.services.release.files import files, make


def test_a_crash_leaves_no_file_and_says_no_text(
    labelled: Any, data_dir: Path, monkeypatch: Any, caplog: Any
) -> None:
    real = outgoing.render

    def broken(format: str, value: Any) -> Any:
        if value.id == "d0002":
            raise ValueError("Francisco Olabarri")
        return real(format, value)

    monkeypatch.setattr(outgoing, "render", broken)
    export = make(labelled)
    assert export.status == "queued"  # for another attempt
    assert files(data_dir) == []
    assert "Olabarri" not in export.error + caplog.text


def test_a_full_disk_leaves_no_file_and_is_said(
    labelled: Any, data_dir: Path, monkeypatch: Any
) -> None:
    real = outgoing.render

    def full(format: str, value: Any) -> Any:
        if value.id == "d0002":
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(format, value)

    monkeypatch.setattr(outgoing, "render", full)
    export = make(labelled)
    assert export.status == "failed"
    assert export.error_words.startswith("The disk of the server is full: nothing of this work")
    assert files(data_dir) == []


def test_a_lost_job_leaves_no_file(labelled: Any, data_dir: Path, monkeypatch: Any) -> None:
    """Another worker took it over just before the end."""
    export = exports.start_export(labelled, None, format="jsonl", strategy="entity")
    real = exports.digest_of

    def taken_over(path: Path) -> str:
        Export.objects.filter(pk=export.pk).update(claim="another")
        return real(path)

    monkeypatch.setattr(exports, "digest_of", taken_over)
    run_job(Export, export.pk, exports.write_export)
    export.refresh_from_db()
    assert export.status == "running"
    assert files(data_dir) == []


def test_a_cancelled_job_leaves_no_file(labelled: Any, data_dir: Path, monkeypatch: Any) -> None:
    """When one dialogue was written, and when all were."""
    real = exports.note_found
    for place in ("midway", "at the end"):
        export = exports.start_export(labelled, None, format="jsonl", strategy="entity")

        def cancel(*_args: Any, pk: int = export.pk) -> Any:
            assert cancel_job(Export.objects.get(pk=pk))
            return real(*_args) if len(_args) == 3 else None

        def write(export: Export, report: Any, place: str = place, cancel: Any = cancel) -> None:
            if place == "at the end":
                monkeypatch.setattr(exports, "note_found", cancel)
                return exports.write_export(export, report)
            cancel()
            return exports.write_export(export, _stopped)

        run_job(Export, export.pk, write)
        export.refresh_from_db()
        assert (export.status, export.path) == ("cancelled", "")
        assert files(data_dir) == []


def _stopped(share: float, phase: str) -> None:
    if share > 0:
        raise JobLost
