"""Files say what they are for and stay small enough to be read. `make lint` holds the layers."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_file_says_what_it_is_for_and_is_short() -> None:
    for folder in ("webapp", "annotation", "learning", "surrogates", "benchmarks"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "migrations" in path.parts or not text.strip():
                continue
            assert text.lstrip().startswith(('"""', "#!")), f"{path} has no opening docstring"
            assert text.count("\n") <= 400, f"{path} has more than 400 lines"


def test_commands_are_thin() -> None:
    for path in ROOT.glob("*/management/commands/*.py"):
        assert path.read_text(encoding="utf-8").count("\n") <= 70, f"{path} is not thin"
