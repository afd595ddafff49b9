"""Real or surrogate? How well an attacker tells them, by kind: balanced accuracy, chance .50.

Two attackers, the better of whom counts: one has the tool's own word lists and asks how much of a
value is in them, the other learns character n-grams from labelled examples. Real values come from
one half of the dialogues of a corpus, surrogates (`entity`) from the other; both attackers learn on
half of either and are tried on the rest, as `annotation.evidence.attacks.survivors` has them.
Corpora: MEDDOCAN (Spanish notes), MultiDoGO (chats).
"""

import gzip
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from annotation.evidence.attacks.survivors.real_or_surrogate import Value, told_apart
from benchmarks.common import DATA, answer, argument_parser, need_data
from surrogates import pseudonymise
from surrogates.languages import load_lexicon
from surrogates.types import Dialogue, Mention, Turn

KEY = bytes(range(32))
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
                share = told.share
                figures[kind] = round(share.value, 3)
                notes.append(
                    f"{kind}: by {told.by}, {share.low:.2f} to {share.high:.2f}, "
                    f"{len(found)} values"
                )
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


if __name__ == "__main__":
    main()
