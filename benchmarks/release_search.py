"""What it costs to search a whole corpus for every original of every dialogue while it is replaced.

1,170 dialogues, 65,000 turns, 535,000 tokens (`benchmarks/surrogates.py`), strategy `entity`;
`--quick` is a tenth of it. The baseline is the same replacement with the search of each dialogue
for its own originals alone: dialogue by dialogue in the same run, in processor seconds, one first
and then the other, since the second finds what the first has looked up.

`--recall` measures on public corpora instead how much of what another dialogue labels is found:
see `benchmarks/search_parts/recall.py`.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import answer, argument_parser, peak_rss_mb
from benchmarks.search_parts.recall import PARTS, recall
from benchmarks.surrogates import DIALOGUES, KEY, corpus
from surrogates import Knowledge, Originals, pseudonymise
from surrogates.types import Dialogue


def seconds_of(dialogue: Dialogue, known: Originals | None) -> tuple[float, int]:
    """Processor seconds of one dialogue, and the places that other dialogues label."""
    before = time.process_time()
    result = pseudonymise(
        dialogue, strategy="entity", key=KEY, knowledge=Knowledge(originals=known)
    )
    found = sum(issue.code == "KNOWN_ELSEWHERE" for issue in result.issues)
    return time.process_time() - before, found


def main() -> None:
    parser = argument_parser(__doc__ or "")
    parser.add_argument("--recall", choices=PARTS, help="the part of the corpora to measure on")
    parser.add_argument("--show", action="store_true", help="print what was missed, and each hit")
    options = parser.parse_args()
    if options.recall:
        figures = recall(options.recall, quick=options.quick, show=options.show)
        answer("release_search", figures, {}, options.json)
        return
    count = DIALOGUES // 10 if options.quick else DIALOGUES
    for dialogue in corpus(10):  # lexicons are read and indexed once
        seconds_of(dialogue, None)
    known, gathered = Originals(), 0.0
    tokens = 0
    for dialogue in corpus(count):
        tokens += sum(len(turn.text.split()) for turn in dialogue.turns)
        before = time.process_time()
        known.add(dialogue)
        gathered += time.process_time() - before
    own = whole = 0.0
    found = 0
    for number, dialogue in enumerate(corpus(count)):
        for each in (None, known) if number % 2 else (known, None):
            spent, places = seconds_of(dialogue, each)
            if each is None:
                own += spent
            else:
                whole += spent
                found += places
    figures = {
        "dialogues": count,
        "tokens": tokens,
        "originals": len(known.terms),
        "gather_cpu_seconds": round(gathered, 2),
        "cpu_seconds": round(gathered + whole, 2),
        "times_own_search": round((gathered + whole) / own, 3),
        "places": found,
        "rss_mb": peak_rss_mb(),
    }
    answer("release_search", figures, {"own_search_cpu_seconds": round(own, 2)}, options.json)


if __name__ == "__main__":
    main()
