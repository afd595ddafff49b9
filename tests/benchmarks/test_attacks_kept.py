"""The red lines of attacks: what was measured last lies below, but for what is written down."""

from pathlib import Path

import pytest

from annotation.evidence.types import Finding, Share
from benchmarks import attacks_drawn, attacks_kept
from benchmarks.attacks_kept import Row, keep, read, red_line, rows_of

# Before anybody has read what the parrot points at, a third of its claims on chats are right; a
# company or street that nobody lists is told; one known date tells others.
KNOWN = {
    *((f"chats {name}", "parrot") for name in ("entity", "word", "dissociation")),
    *((f"chats {name}", "real-or-surrogate") for name in ("entity", "word", "dissociation")),
    ("chats dissociation", "membership"),
    ("notes entity", "date-shift"),
}


def test_what_was_measured_last_lies_below_its_red_line() -> None:
    newest = {(row.release, row.attack): row for row in read()}
    assert {row.release for row in newest.values()} >= {
        "chats entity", "chats entity, 4 rounds read", "notes entity",
    }  # fmt: skip
    assert {place for place, row in newest.items() if row.is_over} <= KNOWN


def test_a_red_line_is_two_standard_errors_above_chance() -> None:
    assert red_line("initials", 0.1, 900) == pytest.approx(0.12)
    assert red_line("parrot", 0.01, 50) == 0.10
    assert red_line("fragment", 0.01, 50) is None


def test_rows_are_kept_by_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks_kept, "KEPT", tmp_path / "attacks.tsv")
    old = Row("00000000", "2026-01-01", "chats", "initials", 0.1, 0.1, 900, 0.12)
    keep([old])
    keep([old._replace(success=0.2)])  # measured anew at the same commit
    share = Share(0.3, 0.2, 0.4, 100)
    found = [
        Finding("initials", "values", "told", "", {}, share, 0.1, 100),
        Finding("fragment", "people", "told", "", {}, share, 0.1, 100),
        Finding("parrot", "survivors", "not run"),
    ]
    monkeypatch.setattr(attacks_kept, "commit_now", lambda: "11111111")
    keep(rows_of("chats", found))
    rows = read()
    assert [(row.commit, row.attack, row.success) for row in rows] == [
        ("00000000", "initials", 0.2), ("11111111", "initials", 0.3),
    ]  # fmt: skip
    assert [row.is_over for row in rows] == [True, True]


def test_every_series_is_drawn_with_its_red_line() -> None:
    """Two commits of one attack: .1 below and .3 above the line of .2. The axis ends at .33, so .3
    lies at 92 - 58 x .3 / .33 = 39.3."""
    old = Row("00000000", "2026-01-01", "chats", "initials", 0.1, 0.05, 900, 0.2)
    new = old._replace(commit="11111111", day="2026-02-01", success=0.3)
    drawn = attacks_drawn.draw([old, new, old._replace(attack="parrot")])
    assert drawn.count('class="red"') == 2 and drawn.count("<circle") == 3
    assert '<circle cx="250.0" cy="39.3" r="3.5" class="over">' in drawn
    series = {(row.release, row.attack) for row in read()}
    assert attacks_drawn.DRAWN.read_text(encoding="utf-8") == attacks_drawn.draw(read())
    assert attacks_drawn.draw(read()).count('class="red"') == len(series)
