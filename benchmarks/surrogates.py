"""Time and memory of `entity` on a synthetic corpus of the size of ES-Port, and of four times it.

1,170 dialogues, 65,000 turns, 535,000 tokens, 5 % of them sensitive; `--quick` is a tenth of it.
Beside it, on the same spans: presidio-anonymizer's `replace`, which writes one fixed string for
each label and knows no entities (installed by `make bench`).
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
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


def corpus(count: int) -> Iterator[Dialogue]:
    """The first `count` dialogues, always the same ones."""
    rng = random.Random(1)
    return (make_dialogue(number, rng) for number in range(count))


def ours(dialogue: Dialogue) -> int:
    """Mentions of a dialogue, replaced."""
    return len(pseudonymise(dialogue, strategy="entity", key=KEY).replacements)


def presidio() -> Callable[[Dialogue], int] | None:
    """The naive baseline, where it is installed."""
    try:
        from presidio_anonymizer import AnonymizerEngine
        from presidio_anonymizer.entities import OperatorConfig, RecognizerResult
    except ImportError:
        return None
    engine = AnonymizerEngine()
    operators = {"DEFAULT": OperatorConfig("replace")}

    def replace(dialogue: Dialogue) -> int:
        done = 0
        for turn in dialogue.turns:
            found = [RecognizerResult(m.label, m.start, m.end, 1.0) for m in turn.mentions]
            done += len(engine.anonymize(turn.text, found, operators).items)
        return done

    return replace


def measure(count: int, work: Callable[[Dialogue], int]) -> tuple[float, float, int]:
    """Wall and processor seconds of `work` on `count` dialogues, and the mentions replaced.

    Dialogues are made one by one, outside the clock, so that memory is the work's own.
    """
    wall = worked = 0.0
    replaced = 0
    for dialogue in corpus(count):
        started, before = time.perf_counter(), time.process_time()
        replaced += work(dialogue)
        wall += time.perf_counter() - started
        worked += time.process_time() - before
    return wall, worked, replaced


def main() -> None:
    options = arguments(__doc__ or "")
    count = DIALOGUES // 10 if options.quick else DIALOGUES
    measure(10, ours)  # lexicons are read and indexed once
    seconds, worked, replaced = measure(count, ours)
    memory = peak_rss_mb()
    seconds_4x, worked_4x, _ = measure(4 * count, ours)
    figures = {
        "seconds": round(seconds, 2),
        "cpu_seconds": round(worked, 2),
        "rss_mb": memory,
        "dialogues": count,
        "mentions": replaced,
        "seconds_4x": round(seconds_4x, 2),
        "cpu_seconds_4x": round(worked_4x, 2),
        "rss_mb_4x": peak_rss_mb(),
        "growth_at_4x": round(worked_4x / worked, 2),
    }
    baselines: dict[str, float] = {}
    notes: list[str] = []
    naive = presidio()
    if naive is None:
        notes.append("presidio-anonymizer is not installed: no baseline")
    else:
        naive_seconds, naive_worked, naive_replaced = measure(count, naive)
        baselines = {
            "presidio_replace_seconds": round(naive_seconds, 2),
            "presidio_replace_cpu_seconds": round(naive_worked, 2),
            "presidio_replace_mentions": naive_replaced,
        }
        figures["times_presidio"] = round(worked / naive_worked, 2)
    answer("surrogates", figures, baselines, options.json, notes)


if __name__ == "__main__":
    main()
