"""Templates stay readable: short lines, and no line break where white space shows."""

import re
from pathlib import Path

from django.template.loader import get_template

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LINES = [line for path in TEMPLATES for line in path.read_text(encoding="utf-8").splitlines()]
MOST, LONG, AVERAGE = 120, 100, 60  # characters
DRAWN = re.compile(r"{% draw(?:_groups|_chosen|_side)? [^%]*%}")


def test_every_template_compiles() -> None:
    for path in TEMPLATES:
        get_template(str(path.relative_to(ROOT / "templates")))


def test_lines_are_short() -> None:
    lengths = [len(line) for line in LINES]
    assert max(lengths) <= MOST, [line for line in LINES if len(line) > MOST]
    assert sum(length >= LONG for length in lengths) <= 0.05 * len(lengths)
    assert sum(lengths) <= AVERAGE * len(lengths)


def test_nothing_stands_between_a_text_and_its_element() -> None:
    """Offsets count from the element's first character, and turns are drawn with their spaces."""
    drawn = [line for line in LINES if DRAWN.search(line)]
    assert len(drawn) >= 6
    loose = [line for line in drawn if not re.search(rf">{DRAWN.pattern}</", line)]
    beginnings = ("row.stretches", "turn.stretches")  # nobody labels there
    assert [line for line in loose if not any(each in line for each in beginnings)] == []


def test_dates_are_written_in_the_formats_of_the_language() -> None:
    """`webapp/date_formats` says how; a template names which, or writes hours alone."""
    written = {
        form for line in LINES for form in re.findall(r"""\|(?:date|time):["']([^"']+)""", line)
    }
    written |= {form for line in LINES for form in re.findall(r'{% moment \S+ "([^"]+)"', line)}
    named = {form for form in written if re.fullmatch(r"(?:SHORT_)?[A-Z]+(?:_DAY)?_FORMAT", form)}
    assert len(named) >= 3
    assert written - named <= {"c", "H:i", "H:i:s"}
