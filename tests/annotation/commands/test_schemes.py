"""`export_scheme` and `import_scheme`: labels go to another project; a fault has a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotation.models import Project
from annotation.services.guidance.labels import values_of


def failed(capsys: Any, *args: str) -> str:
    with pytest.raises(SystemExit) as ended:
        call_command(*args)
    assert ended.value.code == 1
    return str(capsys.readouterr().err)


def test_labels_go_to_another_project(project: Project, tmp_path: Path, capsys: Any) -> None:
    other = Project.objects.create(slug="other", name="Other", scheme="")
    path = str(tmp_path / "labels.json")
    call_command("export_scheme", "support", "--out", path, "--json")
    assert json.loads(capsys.readouterr().out) == {"project": "support", "out": path, "labels": 11}
    call_command("import_scheme", "other", path)
    assert capsys.readouterr().out.startswith("other has the 11 labels of")
    assert values_of(other) == values_of(project)
    again = tmp_path / "again.json"
    call_command("export_scheme", "other", "--out", str(again))
    assert json.loads(again.read_text())["labels"] == json.loads(Path(path).read_text())["labels"]


def test_standard_output_holds_the_file_alone(project: Project, capfdbinary: Any) -> None:
    call_command("export_scheme", "support", "--out", "-")
    assert json.loads(capfdbinary.readouterr().out)["name"] == "es-port"


def test_faults_name_file_and_line(project: Project, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "bad.json"
    path.write_text('[{"text": "a"},\n {"text": ""}]')
    assert failed(capsys, "import_scheme", "support", str(path)).startswith(f"{path}:2: ")
    assert "no project" in failed(capsys, "import_scheme", "nowhere", str(path))
    assert "No such file" in failed(capsys, "import_scheme", "support", str(tmp_path / "gone"))
    assert "no project" in failed(capsys, "export_scheme", "nowhere", "--out", "-")
    assert project.labels.count() == 11
