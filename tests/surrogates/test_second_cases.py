"""The second table of coherence cases: any right answer passes its rules, whatever the key."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.effort import tries
from tests.surrogates.dialogues import from_case, run, texts

ROOT = Path(__file__).parents[2]
CASES = ROOT.parent / "shared" / "cases"
TABLE = CASES / "coherence2.jsonl"
LINES = TABLE.read_text("utf-8").splitlines() if TABLE.exists() else []
pytestmark = [
    pytest.mark.skipif(not LINES, reason=f"no table of cases at {TABLE}"),
    # The checker beside the table leaves files open.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SEEDS = range(tries(2, 8))


@pytest.fixture(scope="module")
def rules() -> ModuleType:
    """The checker that stands beside the table; it knows our short forms, too."""
    spec = importlib.util.spec_from_file_location("rules_of_cases", CASES / "rules.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.load_short([str(ROOT / "surrogates/languages/*/short_forms.tsv")])
    return module


@pytest.mark.parametrize("case", [json.loads(line) for line in LINES], ids=lambda case: case["id"])
def test_second_case(case: dict[str, Any], rules: ModuleType) -> None:
    for seed in SEEDS:
        out = texts(run(from_case(case), key=bytes([seed]) * 8))
        assert rules.problems(case, out) == [], out
