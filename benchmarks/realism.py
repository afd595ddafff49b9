"""Real or surrogate? How well an attacker tells them, by kind: balanced accuracy, chance .50.

Two attackers, the better of whom counts: one has the tool's own word lists and asks how much of a
value is in them, the other learns character n-grams from labelled examples. Real values come from
one half of the dialogues of a corpus, surrogates (`entity`) from the other; both attackers learn on
half of either and are tried on the rest. Corpora: MEDDOCAN (Spanish notes), MultiDoGO (chats).
"""

import gzip
import itertools
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.common import DATA, answer, argument_parser, need_data
from surrogates import pseudonymise
from surrogates.folding import words
from surrogates.languages import load_lexicon
from surrogates.types import Dialogue, Mention, Turn

KEY = bytes(range(32))
BOTH = (True, False)
# Corpus -> kind of the table -> labels of the corpus.
CORPORA = {
    "meddocan.train.jsonl.gz": {
        "notes: patients": ["NOMBRE_SUJETO_ASISTENCIA"],
        "notes: staff": ["NOMBRE_PERSONAL_SANITARIO"],
        "notes: towns": ["TERRITORIO"],
        "notes: countries": ["PAIS"],
        "notes: streets": ["CALLE"],
        "notes: hospitals": ["HOSPITAL"],
        "notes: institutions": ["INSTITUCION", "CENTRO_SALUD"],
        "notes: e-mails": ["CORREO_ELECTRONICO"],
        "notes: ids": ["ID_SUJETO_ASISTENCIA", "ID_ASEGURAMIENTO"],
        "notes: dates": ["FECHAS"],
        "notes: family": ["FAMILIARES_SUJETO_ASISTENCIA"],
    },
    "multidogo.train.jsonl.gz": {
        "chats: names": ["name"],
        "chats: towns": ["current_city", "arrival_city", "departure_city"],
        "chats: companies": ["company_name"],
        "chats: addresses": ["address"],
        "chats: e-mails": ["email_address"],
    },
}  # fmt: skip


@dataclass(frozen=True)
class Value:
    """A value of a dialogue, and whether somebody really said it."""

    text: str
    dialogue: int
    is_real: bool


def main(argv: Sequence[str] | None = None) -> None:
    parser = argument_parser(__doc__.split("\n")[0])
    parser.add_argument("--show", metavar="KIND", help="print surrogates of a kind, and leave")
    args = parser.parse_args(argv)
    need_data(*CORPORA)
    figures: dict[str, float] = {}
    notes: list[str] = []
    for corpus, kinds in CORPORA.items():
        values = values_of(corpus, kinds, limit=300 if args.quick else 1500)
        for kind, found in values.items():
            if args.show:
                if args.show in kind:
                    print(*sorted({v.text for v in found if not v.is_real})[:100], sep="\n")
                continue
            told = told_apart(found, load_lexicon("es" if kind.startswith("notes") else "en").lang)
            if told is not None:
                best = max(("lexicon", "n-grams"), key=told.__getitem__)
                low, high = told["low"], told["high"]
                figures[kind] = round(told[best], 3)
                notes.append(f"{kind}: by {best}, {low:.2f} to {high:.2f}, {len(found)} values")
    if not args.show:
        answer("realism", figures, {"chance": 0.5}, args.json, notes)


def values_of(corpus: str, kinds: dict[str, list[str]], limit: int) -> dict[str, list[Value]]:
    """Distinct values of each dialogue by kind: real ones of even dialogues, surrogates of odd."""
    kind_of = {label: kind for kind, labels in kinds.items() for label in labels}
    found: dict[str, list[Value]] = {kind: [] for kind in kinds}
    seen: set[tuple[int, str]] = set()
    for number, dialogue in enumerate(itertools.islice(_dialogues(corpus), limit)):
        is_real = number % 2 == 0
        for label, text in _real(dialogue) if is_real else _surrogates(dialogue):
            kind = kind_of.get(label)
            plain = not any(c.isdigit() for c in text) or kind not in ("notes: towns",)
            if kind and plain and (number, text) not in seen:
                seen.add((number, text))
                found[kind].append(Value(text, number, is_real))
    return found


def _dialogues(corpus: str) -> Iterator[Dialogue]:
    with gzip.open(DATA / corpus, "rt", encoding="utf-8") as lines:
        for line in lines:
            made = json.loads(line)
            turns = tuple(
                Turn(
                    turn.get("speaker", ""),
                    turn["text"],
                    tuple(Mention(s["start"], s["end"], s["label"]) for s in turn["spans"]),
                )
                for turn in made["turns"]
            )
            yield Dialogue(made["id"], made["lang"], turns)


def _real(dialogue: Dialogue) -> Iterator[tuple[str, str]]:
    for turn in dialogue.turns:
        for mention in turn.mentions:
            yield mention.label, turn.text[mention.start : mention.end]


def _surrogates(dialogue: Dialogue) -> Iterator[tuple[str, str]]:
    labels = [mention.label for turn in dialogue.turns for mention in turn.mentions]
    made = pseudonymise(dialogue, strategy="entity", key=KEY).replacements
    for label, replacement in zip(labels, made, strict=True):
        if not replacement.surrogate.startswith("["):
            yield label, replacement.surrogate


def told_apart(values: list[Value], lang: str) -> dict[str, float] | None:
    """Balanced accuracy of both attackers on dialogues that they did not learn from, and the 95 %
    interval of the better one (dialogues drawn again 500 times); None where there is too little."""
    learnt = [v for v in values if v.dialogue // 2 % 2 == 0]
    tried = [v for v in values if v.dialogue // 2 % 2 == 1]
    sizes = [sum(v.is_real is real for v in part) for part in (learnt, tried) for real in BOTH]
    if min(sizes) < 10:
        return None
    said = {
        "lexicon": _by_lexicon(learnt, tried, lang),
        "n-grams": _by_ngrams(learnt, tried),
    }
    told = {name: _balanced(tried, guesses) for name, guesses in said.items()}
    best = max(told, key=told.__getitem__)
    low, high = _interval(tried, said[best])
    return told | {"low": low, "high": high}


def _by_lexicon(learnt: list[Value], tried: list[Value], lang: str) -> list[bool]:
    """A value is real where more, or less, of it is in the lists than a bound learnt before."""
    known = _words_of_the_tool(lang)

    def share(value: Value) -> float:
        own = [w for w in words(value.text) if not w.isdigit()]
        return sum(w in known for w in own) / len(own) if own else 0.5

    shares = [share(v) for v in learnt]
    options = [(bound, above) for bound in sorted(set(shares)) for above in (True, False)]

    def guesses(of: list[float], bound: float, above: bool) -> list[bool]:
        return [(each >= bound) is above for each in of]

    bound, above = max(options, key=lambda o: _balanced(learnt, guesses(shares, *o)))
    return guesses([share(v) for v in tried], bound, above)


def _words_of_the_tool(lang: str) -> frozenset[str]:
    lexicon = load_lexicon(lang)
    tables = (
        *(name.text for name in lexicon.name_entries), *lexicon.surnames, *lexicon.places,
        *lexicon.organisations, *lexicon.streets("name"), *lexicon.streets("type"),
        *lexicon.countries, *lexicon.products,
    )  # fmt: skip
    return frozenset(word for row in tables for word in words(row))


def _by_ngrams(learnt: list[Value], tried: list[Value]) -> list[bool]:
    vectors = TfidfVectorizer(analyzer="char_wb", ngram_range=(1, 4), min_df=2, lowercase=False)
    model = LogisticRegression(class_weight="balanced", max_iter=2000, C=10)
    model.fit(vectors.fit_transform(v.text for v in learnt), [v.is_real for v in learnt])
    return [bool(x) for x in model.predict(vectors.transform(v.text for v in tried))]


def _balanced(values: list[Value], guesses: list[bool]) -> float:
    right = [
        [guess is real for v, guess in zip(values, guesses, strict=True) if v.is_real is real]
        for real in BOTH
    ]
    return sum(sum(each) / len(each) if each else 0.5 for each in right) / 2


def _interval(values: list[Value], guesses: list[bool]) -> tuple[float, float]:
    by_dialogue: dict[int, list[tuple[Value, bool]]] = {}
    for pair in zip(values, guesses, strict=True):
        by_dialogue.setdefault(pair[0].dialogue, []).append(pair)
    rng, groups = random.Random(0), list(by_dialogue.values())
    figures = []
    for _ in range(500):
        drawn = [pair for group in rng.choices(groups, k=len(groups)) for pair in group]
        figures.append(_balanced([v for v, _ in drawn], [g for _, g in drawn]))
    low, high = np.quantile(figures, [0.025, 0.975])
    return float(low), float(high)


if __name__ == "__main__":
    main()
