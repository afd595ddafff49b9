"""The section on methods is LaTeX, whatever people write into it."""

import json
from typing import Any

import pytest

from annotation.evidence.bundle.methods import to_latex
from tests.annotation.evidence.bundle.latex import faults_of
from tests.annotation.evidence.bundle.test_schema import GOOD

HEAD = "\\documentclass{article}\n\\begin{document}\n"
TAIL = "\n\\end{document}\n"


@pytest.mark.parametrize(
    "title",
    [
        "R&D_2026: 100 % of $5 #1 {a} ~ ^ \\input{x}",
        "Llamadas de atención: ¿qué?, «señal», l·l, Łódź, Ærø",
        "電話 κλήσεις ☎ \N{EM SPACE}…“quoted” – and — more",
    ],
)
def test_what_people_write_is_no_markup(title: str) -> None:
    evidence: dict[str, Any] = json.loads(json.dumps(GOOD)) | {"title": title}
    assert faults_of(to_latex(evidence)) == []


@pytest.mark.parametrize(
    "body", ["{", "a & b", "a_b", "100 % of it}", "\\undefined", "$x", "電", "\\begin{x}"]
)
def test_what_does_not_compile_is_seen(body: str) -> None:
    assert faults_of(HEAD + body + TAIL)
