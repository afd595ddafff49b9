"""A release appears whole or not at all: what stops on the way leaves no file."""

import errno
from pathlib import Path
from typing import Any

from annotation.models import Export
from annotation.services.jobs.lifecycle import run_job
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
