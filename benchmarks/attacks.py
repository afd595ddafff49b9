"""Releases are made as a project makes them, and attacked: success, chance, interval, seconds.

Chats (MultiDoGO, software and finance): the product's CRF learns from 400 and tags 1,500. Notes
(MEDDOCAN): it learns from 150 and tags 350. Personal labels alone count; what is held back is out.
`--keep` writes what they got behind the figures of earlier commits (docs/results/attacks.tsv) and
draws all of them (attacks.svg).
`--keys N` tries N numbers as the key of one short dialogue that a real key replaced. `--read N` has
a person read, in N rounds, the dialogues to which the product's own list of turns to read points.
"""

import gzip
import itertools
import json
import secrets
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from annotation.evidence.attacks.apart import run_apart
from annotation.evidence.attacks.registry import ATTACKS, run_attacks
from annotation.evidence.attacks.survivors.parrot import Marked, suspects
from annotation.evidence.attacks.types import Target
from annotation.evidence.types import Finding, Pair, quietly
from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from benchmarks import attacks_drawn, attacks_kept
from benchmarks.common import (
    DATA,
    answer,
    argument_parser,
    load,
    need_data,
    peak_rss_mb,
    print_table,
)  # fmt: skip
from benchmarks.instances import utterances
from learning.crf.tagger import SENSITIVE, CrfTagger
from learning.types import Span
from surrogates import Knowledge, pseudonymise
from surrogates.draw import key_of_number
from surrogates.errors import SurrogateError
from surrogates.types import Dialogue, Mention, Turn

KEY, OTHER = bytes(range(32, 64)), bytes(range(64, 96))
GOALS = {"parrot_precision": 0.10, "parrot_recall": 0.15, "seconds_chats": 300, "rss_mb": 1024}


@dataclass(frozen=True)
class Corpus:
    file: str
    labels: str  # its name in labelmap.json
    learnt: int
    tried: int
    domains: frozenset[str] = frozenset()
    strategies: tuple[str, ...] = ("entity",)


CORPORA = {
    "chats": Corpus(
        "multidogo.train.jsonl.gz", "multidogo", 400, 1500,
        frozenset({"software", "finance"}), ("entity", "word", "dissociation"),
    ),
    "notes": Corpus("meddocan.train.jsonl.gz", "meddocan", 150, 350),
}  # fmt: skip


def main(argv: Sequence[str] | None = None) -> None:
    parser = argument_parser(__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="attacks, by name, with commas between")
    parser.add_argument("--corpus", choices=CORPORA, help="one corpus instead of both")
    parser.add_argument("--keep", action="store_true", help="write docs/results/attacks.tsv")
    parser.add_argument("--read", type=int, default=0, metavar="N", help="rounds of reading")
    parser.add_argument("--keys", type=int, default=0, metavar="N", help="try N numbers, no more")
    args = parser.parse_args(argv)
    need_data(*(corpus.file for corpus in CORPORA.values()), "labelmap.json")
    if args.keys:
        search_keys(args.keys, args.json)
        return
    figures: dict[str, float] = {}
    notes = [f"load average before: {load()}"]
    names = [name for name in args.only.split(",") if name]
    for called, corpus in CORPORA.items():
        if args.corpus and called != args.corpus:
            continue
        for strategy in corpus.strategies[: 1 if args.quick or args.read else None]:
            measure(f"{called} {strategy}", corpus, strategy, args, names, figures, notes)
    figures["rss_mb"] = peak_rss_mb()
    notes += [
        f"{key} is above {GOALS[goal]}"
        for key, value in figures.items()
        for goal in GOALS
        if key.endswith(goal) and value > GOALS[goal]
    ]
    notes.append(f"load average after: {load()}")
    if args.keep:
        attacks_drawn.write()
    answer("attacks", figures, {}, args.json, notes)


def measure(called, corpus, strategy, args, names, figures, notes) -> None:  # type: ignore[no-untyped-def]
    """Make a release, attack it, and keep its figures; its table goes to standard error."""
    began = time.perf_counter()
    dialogues = list(dialogues_of(corpus))
    if args.quick:
        corpus = replace(corpus, learnt=corpus.learnt // 4, tried=corpus.tried // 10)
    twice = not names or "two-files" in names
    chosen = dialogues[: corpus.learnt + corpus.tried]
    target = release(chosen, corpus.learnt, strategy, twice=twice)
    if args.read:
        read_on(called, target, strategy, args, figures)
        return
    made = time.perf_counter() - began
    began = time.perf_counter()
    found = run_attacks(target, names or ATTACKS, seed=0, runner=run_apart)
    seconds = time.perf_counter() - began
    left = sum(len(turn.spans) for pair in target.pairs for turn in pair.released.turns)
    notes.append(
        f"{called}: {len(target.pairs)} dialogues, {left} items replaced; made in {made:.0f} s, "
        f"attacked in {seconds:.0f} s"
    )
    figures[f"{called} seconds"] = round(seconds, 1)
    print(called, file=sys.stderr)
    for each in found:
        keep(called, each, figures)
    with_table(found)
    if args.keep:
        attacks_kept.keep(attacks_kept.rows_of(called, found))


def read_on(
    called: str, target: Target, strategy: str, args: Namespace, figures: dict[str, float]
) -> None:
    """Both parrots before anybody reads, and after each round: the dialogues in which a tagger of
    the release points at something are read, so all that is in them is replaced."""
    pairs = list(target.pairs)
    read: set[int] = set()
    for number in range(args.read + 1):
        found = run_attacks(replace(target, pairs=pairs), ["parrot-spans", "parrot"], seed=number)
        print(f"{called}, {len(read)} of {len(pairs)} dialogues read", file=sys.stderr)
        with_table(found)
        if args.keep and number == args.read:
            name = f"{called}, {number} rounds read"
            attacks_kept.keep(attacks_kept.rows_of(name, found))
        figures[f"{called} read after {number}"] = len(read)
        for each in found:
            keep(f"{called} after {number}", each, figures)
        if number == args.read:
            return
        turns = [
            Marked(
                at, pair.original.lang, turn.text, turn.speaker,
                [Span(s.start, s.end, SENSITIVE) for s in turn.spans],
            )
            for at, pair in enumerate(pairs)
            for turn in pair.released.turns
        ]  # fmt: skip
        pointed = {turn.dialogue for turn, _words in suspects(turns, rng(number), quietly)}
        for at in pointed - read:
            own = pairs[at].original
            whole = engine_dialogue(own, [turn.spans for turn in utterances([own])])
            released = replaced(whole, KEY, strategy, None)
            pairs[at] = Pair(own, released or pairs[at].released)
        read |= pointed


def rng(number: int) -> np.random.Generator:
    return np.random.default_rng([number, 1])


def with_table(found: Sequence[Finding]) -> None:
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        print_table([("attack", "state", "success", "95 %", "chance", "tried"), *map(line, found)])
        for each in found:
            for row in each.rows:
                said = {k: round(v, 3) if isinstance(v, float) else v for k, v in row.items()}
                print("  ", each.name, json.dumps(said))
    finally:
        sys.stdout = out


def line(each: Finding) -> tuple[str, ...]:
    if each.success is None:
        return (each.name, each.state, each.why or "-", "", "", str(each.tried))
    share = each.success
    return (
        each.name, each.state, f"{share.value:.3f}", f"{share.low:.3f}-{share.high:.3f}",
        f"{each.chance or 0:.4f}", str(each.tried),
    )  # fmt: skip


def keep(called: str, each: Finding, figures: dict[str, float]) -> None:
    if each.success is not None:
        figures[f"{called} {each.name}"] = round(each.success.value, 4)
        figures[f"{called} {each.name} chance"] = round(each.chance or 0.0, 4)
    if each.name == "parrot" and each.success is not None:
        figures[f"{called} parrot_precision"] = round(each.success.value, 4)
        figures[f"{called} parrot_recall"] = round(float(str(each.rows[0]["value"])), 4)


# --- a release ------------------------------------------------------------------------------------


def dialogues_of(corpus: Corpus) -> Iterator[DialogueValue]:
    """The dialogues of a corpus with their personal items."""
    personal = json.loads((DATA / "labelmap.json").read_text())[corpus.labels]
    with gzip.open(DATA / corpus.file, "rt", encoding="utf-8") as lines:
        for text in lines:
            made = json.loads(text)
            if corpus.domains and made.get("domain") not in corpus.domains:
                continue
            turns = tuple(
                TurnValue(
                    turn.get("speaker", ""),
                    turn["text"],
                    tuple(
                        SpanValue(s["start"], s["end"], s["label"])
                        for s in turn["spans"]
                        if s["label"] in personal
                    ),
                )
                for turn in made["turns"]
            )
            yield DialogueValue(made["id"], made["lang"], turns)


def release(
    dialogues: Sequence[DialogueValue], learnt: int, strategy: str, *, twice: bool
) -> Target:
    """The dialogues that no tagger learnt from, replaced by what it finds in them; with other draws
    once more. Spans count as marked, so that both parrots have their figure."""
    tagger = CrfTagger().fit(utterances(dialogues[:learnt]))
    rest = dialogues[learnt:]
    found = iter(tagger.predict(utterances(rest)))
    read = [engine_dialogue(d, list(itertools.islice(found, len(d.turns)))) for d in rest]
    counts = said_in(read) if strategy == "dissociation" else None
    pairs, other = [], []
    for own, seen in zip(rest, read, strict=True):
        one = replaced(seen, KEY, strategy, counts)
        two = replaced(seen, OTHER, strategy, counts) if twice else one
        if one is not None and two is not None:
            pairs.append(Pair(own, one))
            other.append(Pair(own, two))
    labels = {s.label for d in dialogues for t in d.turns for s in t.spans}
    return Target(pairs, dict.fromkeys(labels, strategy), True, other if twice else ())


def engine_dialogue(dialogue: DialogueValue, spans: Sequence[Sequence[Span]]) -> Dialogue:
    turns = tuple(
        Turn(
            turn.speaker,
            turn.text,
            tuple(Mention(s.start, s.end, s.label, f"{number}:{s.start}") for s in own),
        )
        for number, (turn, own) in enumerate(zip(dialogue.turns, spans, strict=True))
    )
    return Dialogue(dialogue.id, dialogue.lang, turns)


def said_in(dialogues: Sequence[Dialogue]) -> dict[str, dict[str, int]]:
    """Words of each label, as the product counts them for dissociation."""
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    import django

    django.setup()
    from annotation.services.revision.rules import count_words

    rows = (
        (m.label, number, turn.text[m.start : m.end])
        for number, dialogue in enumerate(dialogues)
        for turn in dialogue.turns
        for m in turn.mentions
    )
    return {label: dict(words) for label, words in count_words(rows).counts.items()}


def replaced(
    dialogue: Dialogue,
    key: bytes,
    strategy: str,
    counts: dict[str, dict[str, int]] | None,
) -> DialogueValue | None:
    """As it leaves; None where it is held back."""
    chosen = "word" if strategy == "dissociation" else strategy
    try:
        made = pseudonymise(dialogue, strategy=chosen, key=key, knowledge=Knowledge(corpus=counts))
    except (SurrogateError, ValueError):
        return None
    if made.held:
        return None
    turns = tuple(
        TurnValue(t.speaker, t.text, tuple(SpanValue(m.start, m.end, m.label) for m in t.mentions))
        for t in made.draft.turns
    )
    return DialogueValue(dialogue.id, dialogue.lang, turns)


# --- a key ----------------------------------------------------------------------------------------


def search_keys(tries: int, as_json: bool) -> None:
    """Two identifiers of one turn under `word`, the quickest strategy to redo: 17 digits, so that
    none is met by chance. The key is drawn from the system; a number is planted beside it."""
    text = "600123456 y 48213390"
    mentions = (Mention(0, 9, "ID", "0:0"), Mention(12, 20, "ID", "0:12"))
    dialogue = Dialogue("call-1", "es", (Turn("caller", text, mentions),))

    def left(key: bytes) -> str:
        return pseudonymise(dialogue, strategy="word", key=key).draft.turns[0].text

    wanted, planted = left(secrets.token_bytes(32)), left(key_of_number(tries - 1))
    began, found, fell = time.perf_counter(), 0, 0
    for number in range(tries):
        said = left(key_of_number(number))
        found += said == wanted
        fell = fell or (number + 1 if said == planted else 0)
    seconds = time.perf_counter() - began
    figures = {
        "tried": tries, "found": found, "planted_fell_after": fell,
        "seconds": round(seconds, 1), "tries_a_second": round(tries / seconds, 1),
    }  # fmt: skip
    answer("attacks", figures, {}, as_json, [f"load average: {load()}"])


if __name__ == "__main__":
    main()
