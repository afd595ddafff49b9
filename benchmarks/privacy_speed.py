"""How long `manage.py privacy` takes over a long list: 100,000 probabilities, read from a file.

The goal is 200 ms for all figures of one list. Run: `python benchmarks/privacy_speed.py [--quick]`.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotation.evidence.bounds.pi import parse_pi
from benchmarks.common import answer, arguments, peak_rss_mb
from surrogates import privacy

ENTRIES, GOAL_MS, TIMES = 100_000, 200.0, 9


def main() -> None:
    given = arguments(__doc__ or "")
    rng = random.Random(0)
    weights = [rng.paretovariate(1.0) for _ in range(ENTRIES)]
    total = sum(weights)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pi.txt"
        path.write_text("\n".join(repr(weight / total) for weight in weights))
        taken = sorted(_once(path) for _ in range(3 if given.quick else TIMES))
    figures = {
        "entries": ENTRIES,
        "median_ms": round(taken[len(taken) // 2], 1),
        "worst_ms": round(taken[-1], 1),
        "rss_mb": peak_rss_mb(),
    }
    answer("privacy_speed", figures, {"goal_ms": GOAL_MS}, given.json)


def _once(path: Path) -> float:
    began = time.process_time()  # of the processor: the machine may be busy
    pi = parse_pi(path.read_text(), path.name)
    privacy.epsilon(pi, 0.9)
    privacy.epsilon_never_itself(pi, 0.9)
    privacy.delta(pi, 0.9, 0.0)
    privacy.delta(pi, 0.9, 1.0)
    return 1000 * (time.process_time() - began)


if __name__ == "__main__":
    main()
