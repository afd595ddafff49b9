"""Time and memory of `entity` on a synthetic corpus of the size of ES-Port.

1,170 dialogues, 65,000 turns, 535,000 tokens, 5 % of them sensitive; `--quick` is a tenth of it.
A quarter of the corpus is run too: processor time should grow four times, not more.
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import answer, arguments, peak_rss_mb
from surrogates import pseudonymise
from surrogates.languages import load_lexicon
from surrogates.types import Dialogue, Mention, Turn

DIALOGUES, TURNS, TOKENS = 1170, 56, 8
SENSITIVE = 0.05
KEY = bytes(range(32))
FILLER_TEXT = (
    "sí no vale pues la línea el router está parpadeando la luz roja desde ayer y no tengo conexión"
    " espere un momento por favor le voy a pasar con otro departamento muchas gracias a usted la"
    " factura llega tarde siempre mire es que no funciona bien dígame qué ve en pantalla ahora"
)
WORDS = FILLER_TEXT.split()


def make_dialogue(number: int, rng: random.Random) -> Dialogue:
    """A dialogue of filler words with names, places, numbers, months and letters in it."""
    lexicon = load_lexicon("es")
    cast = [
        ("female name", rng.choice(lexicon.names("f"))),
        ("male name", rng.choice(lexicon.names("m"))),
        *(("surname", rng.choice(lexicon.surnames)) for _ in range(3)),
        *(("place", rng.choice(lexicon.places)) for _ in range(2)),
        ("organisation", rng.choice(lexicon.organisations)),
        ("product/service", rng.choice(lexicon.products)),
        ("month", rng.choice(lexicon.months)),
        ("letter", rng.choice(sorted(lexicon.letters.values()))),
    ]
    units = [w.form for w in lexicon.number_words if w.klass == "I" and not w.gender]
    turns: list[Turn] = []
    for turn in range(TURNS):
        text = ""
        mentions: list[Mention] = []
        for _ in range(TOKENS):
            label, word = "", rng.choice(WORDS)
            if rng.random() < SENSITIVE:
                label, word = rng.choice([*cast, ("number", rng.choice(units))])
            start = len(text) + bool(text)
            text = f"{text} {word}" if text else word
            if label:
                mentions.append(Mention(start, len(text), label, f"{turn}:{start}"))
        turns.append(Turn("AB"[turn % 2], text, tuple(mentions)))
    return Dialogue(f"bench-{number}", "es", tuple(turns))


def measure(count: int) -> tuple[float, float, int]:
    """Wall and processor seconds for `count` dialogues, and the mentions that were replaced."""
    rng = random.Random(1)
    corpus = [make_dialogue(i, rng) for i in range(count)]
    started, worked = time.perf_counter(), time.process_time()
    replaced = sum(len(pseudonymise(d, strategy="entity", key=KEY).replacements) for d in corpus)
    return time.perf_counter() - started, time.process_time() - worked, replaced


def main() -> None:
    options = arguments(__doc__ or "")
    count = DIALOGUES // 10 if options.quick else DIALOGUES
    measure(10)  # lexicons are read and indexed once
    _, quarter, _ = measure(count // 4)
    seconds, worked, replaced = measure(count)
    figures = {
        "seconds": round(seconds, 2),
        "rss_mb": peak_rss_mb(),
        "dialogues": count,
        "mentions": replaced,
        "cpu_seconds": round(worked, 2),
        "quarter_cpu_seconds": round(quarter, 2),
        "growth_at_4x": round(worked / quarter, 2),
    }
    answer("surrogates", figures, {}, options.json)


if __name__ == "__main__":
    main()
