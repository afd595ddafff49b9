"""Attack figures of every commit that was measured, drawn with their red lines: a small panel for
each attack on each release, into docs/results/attacks.svg.

`python benchmarks/attacks.py --keep` appends figures and draws; `benchmarks/attacks_drawn.py`
draws those that there are.
"""

import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.attacks_kept import KEPT, Row, read

DRAWN = KEPT.with_suffix(".svg")
ACROSS, WIDE, HIGH = 3, 300, 110  # panels in a row, and the size of one
LEFT, RIGHT, TOP, FOOT = 14, 250, 34, 92  # of a panel's plot
STYLE = (
    "text{font:12px sans-serif;fill:#222}.soft{fill:#555;font-size:11px}.red{stroke:#b3261e;"
    "stroke-dasharray:4 3}.chance{stroke:#888;stroke-dasharray:1 3}.line{fill:none;stroke:#1d4e89;"
    "stroke-width:1.5}circle{fill:#1d4e89}.over{fill:#b3261e}"
)


def draw(rows: Sequence[Row]) -> str:
    """The panels as SVG: success over commits, the oldest at the left; red line and chance are
    those of the newest commit, and a point above its own red line is red."""
    commits = list(dict.fromkeys(row.commit for row in sorted(rows, key=lambda row: row.day)))
    series: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        series.setdefault((row.release, row.attack), []).append(row)
    high = HIGH * -(-len(series) // ACROSS)
    panels = [
        f'<g transform="translate({WIDE * (n % ACROSS)} {HIGH * (n // ACROSS)})">'
        f"{''.join(_panel(name, series[name], commits))}</g>"
        for n, name in enumerate(sorted(series))
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE * ACROSS} {high}" role="img">'
        f"<title>Attacks by commit</title><style>{STYLE}</style>\n" + "\n".join(panels) + "</svg>\n"
    )


def _panel(name: tuple[str, str], rows: Sequence[Row], commits: Sequence[str]) -> Iterator[str]:
    newest = rows[-1]
    top = max(0.01, *(max(row.success, row.red) for row in rows)) * 1.1
    step = (RIGHT - LEFT) / max(1, len(commits) - 1)

    def y(share: float) -> str:
        return f"{FOOT - (FOOT - TOP) * share / top:.1f}"

    points = [
        (f"{LEFT + step * commits.index(row.commit):.1f}", y(row.success), row) for row in rows
    ]
    yield f'<text x="{LEFT}" y="14">{escape(name[0])}: {escape(name[1])}</text>'
    yield f'<text class="soft" x="{LEFT}" y="28">{newest.success:.3f} at {newest.commit}</text>'
    yield f'<path class="chance" d="M{LEFT} {y(newest.chance)}H{RIGHT}"/>'
    yield f'<path class="red" d="M{LEFT} {y(newest.red)}H{RIGHT}"/>'
    yield f'<text class="soft" x="{RIGHT + 4}" y="{y(newest.red)}">{newest.red:.3f}</text>'
    yield f'<path class="line" d="M{" L".join(f"{x} {at}" for x, at, _row in points)}"/>'
    for x, at, row in points:
        over = ' class="over"' if row.is_over else ""
        yield f'<circle cx="{x}" cy="{at}" r="3.5"{over}><title>{row.commit}</title></circle>'


def write() -> None:
    DRAWN.write_text(draw(read()), encoding="utf-8")


if __name__ == "__main__":
    write()
    print(DRAWN)
