"""Holes that an attack once found stay closed: each is a test that runs its attack on what the
engine and the commands make today."""

import gzip
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import starmap
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest
from scipy.stats import t

import annotation.demo
from annotation.evidence.attacks.items import items_of
from annotation.evidence.attacks.people.linkage import linkage
from annotation.evidence.attacks.survivors.parrot import (
    MOST_RECALL,
    parrot_marked,
    parrot_unmarked,
)
from annotation.evidence.attacks.survivors.real_or_surrogate import real_or_surrogate
from annotation.evidence.attacks.survivors.two_files import two_files
from annotation.evidence.attacks.types import Target
from annotation.evidence.attacks.values.frequency import membership
from annotation.evidence.attacks.values.guess import guess
from annotation.evidence.attacks.values.pieces import card_pieces, initials
from annotation.evidence.attacks.values.weak_key import weak_key
from annotation.evidence.types import Finding, Pair, Report, quietly
from annotation.formats.types import DialogueValue, SpanValue, TurnValue
from annotation.management.replacing import SEEDED
from annotation.replacement.leaving import count_replaced
from annotation.services.evidence.attacks.targets import target_of_files
from annotation.services.revision.rules import count_words
from surrogates import Knowledge, pseudonymise
from surrogates.codes import IssueCode
from surrogates.languages import load_lexicon
from surrogates.types import Counts, Dialogue, Mention, Turn
from tests.annotation.commands import running
from tests.annotation.evidence.attacks.releases import ODD, RNG
from tests.effort import tries

KEY = bytes(range(7, 39))
DEMO = Path(annotation.demo.__file__).parent
Attack = Callable[[Target, np.random.Generator, Report], Finding]
Line = tuple[str, str, str]  # what is said before it, the item, its label
run = partial(running.run, "pseudonymise")


def released(
    dialogues: Sequence[Sequence[Line]],
    *,
    lang: str = "es",
    strategy: str = "entity",
    key: bytes = KEY,
    counts: Counts | None = None,
) -> Target:
    """One item a turn, replaced by the engine."""
    pairs = []
    for number, lines in enumerate(dialogues):
        turns = tuple(turn_of(str(n), line) for n, line in enumerate(lines))
        said = Dialogue(f"call-{number}", lang, turns)
        made = pseudonymise(said, strategy=strategy, key=key, knowledge=Knowledge(corpus=counts))
        pairs.append(Pair(value(said), value(made.draft)))
    return Target(pairs, {})


def turn_of(key: str, line: Line) -> Turn:
    before, item, label = line
    mention = Mention(len(before), len(before) + len(item), label, key)
    return Turn("a", f"{before}{item}.", (mention,))


def value(dialogue: Dialogue) -> DialogueValue:
    turns = tuple(
        TurnValue(t.speaker, t.text, tuple(SpanValue(m.start, m.end, m.label) for m in t.mentions))
        for t in dialogue.turns
    )
    return DialogueValue(dialogue.id, dialogue.lang, turns)


def drawn(count: int, of: Callable[[Random], Line], each: int = 8) -> list[list[Line]]:
    """So many items, some in a dialogue."""
    chance = Random(5)
    items = [of(chance) for _ in range(count)]
    return [items[first : first + each] for first in range(0, count, each)]


def digits(chance: Random, size: int) -> str:
    return "".join(chance.choice("0123456789") for _ in range(size))


# --- digits, initials, ages -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draws:
    """One attack on the same dialogues, replaced with several keys. `errors`: standard errors of
    all pairs together above chance; `low`, `high`: the 95 % interval of what is above chance, from
    draw to draw."""

    tried: int
    errors: float
    low: float
    high: float


def over_draws(attack: Attack, lines: Sequence[Sequence[Line]], draws: int = 4) -> Draws:
    """Chance of one key is no chance of another: what is given away by all of them is."""
    right = expected = spread = 0.0
    tried, above = 0, []
    for number in range(draws):
        found = attack(released(lines, key=sha256(bytes([number])).digest()), RNG(number), quietly)
        assert found.success is not None and found.chance is not None
        above.append(found.success.value - found.chance)
        tried += found.tried
        right += found.success.value * found.tried
        expected += found.chance * found.tried
        spread += found.chance * (1 - found.chance) * found.tried
    reach = float(t.ppf(0.975, draws - 1)) * stdev(above) / draws**0.5
    return Draws(tried, (right - expected) / spread**0.5, mean(above) - reach, mean(above) + reach)


def test_a_piece_of_a_card_keeps_no_digit_more_often_than_by_chance() -> None:
    lines = drawn(256, lambda c: ("La tarjeta acaba en ", digits(c, 4), "CARD"), each=4)
    found = over_draws(card_pieces, lines)
    assert found.tried >= 1000 and found.errors <= 2 and found.low <= 0, found


def test_initials_of_names_are_at_chance() -> None:
    entries = load_lexicon("es").name_entries
    names = [n.text for n in entries if n.kind == "full" and n.gender != "u"]
    found = over_draws(initials, drawn(256, lambda c: ("Soy ", c.choice(names), "PER"), each=4))
    assert found.tried >= 1000 and abs(found.errors) <= 2, found
    assert found.low <= 0 <= found.high, found


def test_one_name_over_dialogues_is_not_linked() -> None:
    entries = load_lexicon("es").name_entries
    names = [n.text for n in entries if n.kind == "full" and n.gender != "u"][:12]
    found = over_draws(linkage, drawn(560, lambda c: ("Soy ", c.choice(names), "PER"), each=2))
    assert found.tried >= 1000 and found.errors <= 2 and found.low <= 0, found


def test_digits_of_identifiers_say_nothing() -> None:
    made = released(drawn(tries(160, 480), lambda c: ("El pedido es ", digits(c, 8), "order_id")))
    found = guess(made, RNG(0), quietly)
    assert [row["what"] for row in found.rows if row.get("told")] == []


@pytest.mark.parametrize("lang", ["es", "en"])
def test_no_age_stays_and_counts_as_replaced(lang: str) -> None:
    """The age of one and is told as such; every other age is another one."""
    says = {"es": "Tiene {} años", "en": "He is {} years old"}[lang]
    for age in range(1, tries(60, 100)):
        text = says.format(age)
        start = text.index(str(age))
        mention = Mention(start, start + len(str(age)), "EDAD", "0")
        said = Dialogue(f"c{age}", lang, (Turn("a", text, (mention,)),))
        made = pseudonymise(said, strategy="entity", key=KEY)
        (one,) = made.replacements
        stays = one.surrogate == one.original
        assert stays == (age == 1)
        assert count_replaced(made, made) == (not stays)
        assert not stays or IssueCode.SAID_AROUND in {issue.code for issue in made.issues}


# Balanced accuracy of the better attacker on the calls of the demonstration, above which a kind
# says more than it did: companies are invented in the calls as nobody's list has them.
TOLD = {"org": 0.90}
AT_CHANCE = 0.70


def test_real_values_are_not_told_from_surrogates_kind_by_kind() -> None:
    """The calls' own values are drawn from lists, too: figures of corpora that people spoke stand
    in docs/results/attacks.md."""
    pairs = []
    for said in demo_calls():
        made = pseudonymise(said, strategy="entity", key=KEY)
        pairs.append(Pair(value(said), value(made.draft)))
    found = real_or_surrogate(Target(pairs, {}), RNG(0), quietly)
    kinds = {str(row["what"]): float(str(row["value"])) for row in found.rows if "by" in row}
    assert kinds.keys() >= {"given", "surname", "org", "place", "date", "number"}
    assert {kind: v for kind, v in kinds.items() if v > TOLD.get(kind, AT_CHANCE)} == {}


def test_what_was_missed_is_hidden_by_surrogates_only_where_spans_do_not_leave() -> None:
    """One mention in eight is missed in the calls of the demonstration; those in which the search
    sees it do not leave. Marks teach an attacker what a name looks like, and most of what was
    missed is found; without them claims are few."""
    pairs = []
    for said in demo_calls()[: tries(70, 160)]:
        found = pseudonymise(overlooking(said, 8), strategy="entity", key=KEY)
        if not found.held:
            pairs.append(Pair(value(said), value(found.draft)))
    shown = parrot_marked(Target(pairs, {}, spans_marked=True), RNG(0), quietly)
    assert shown.state == "told" and shown.success is not None and shown.success.value > 0.4
    hidden = parrot_unmarked(Target(pairs, {}), RNG(0), quietly)
    assert hidden.state == "held"
    assert float(str(hidden.rows[0]["value"])) <= MOST_RECALL


def demo_calls() -> list[Dialogue]:
    with gzip.open(DEMO / "support-calls.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Dialogue(row["id"], row["lang"], tuple(starmap(turn_said, enumerate(row["turns"]))))
        for row in rows
    ]


def overlooking(said: Dialogue, one_of: int) -> Dialogue:
    """The dialogue without one mention of so many, always the same."""

    def is_seen(mention: Mention) -> bool:
        return bool(sha256(f"{said.id} {mention.key}".encode()).digest()[0] % one_of)

    turns = (replace(turn, mentions=tuple(filter(is_seen, turn.mentions))) for turn in said.turns)
    return replace(said, turns=tuple(turns))


def turn_said(number: int, turn: dict[str, Any]) -> Turn:
    mentions = tuple(
        Mention(s["start"], s["end"], s["label"], f"{number}:{s['start']}") for s in turn["spans"]
    )
    return Turn(turn["speaker"], turn["text"], mentions)


# --- dissociation ---------------------------------------------------------------------------------


def said_in(rows: Sequence[tuple[str, int, str]]) -> Counts:
    return count_words(rows).counts


@pytest.mark.parametrize(
    "label", ["password", "contraseña", "account_number", "card_number", "DNI"]
)
def test_passwords_and_identifiers_are_never_drawn(label: str) -> None:
    """Whatever it looks like, and however many dialogues say it."""
    rows = [(label, number, "tulipan") for number in range(10)]
    assert label not in said_in(rows)


def test_a_word_of_few_dialogues_is_not_drawn_and_so_says_nothing() -> None:
    rows = [("surname", number % 40, ODD[number % 40]) for number in range(200)]
    assert said_in(rows) == {}


def test_the_attack_on_dissociation_still_bites_where_words_are_shared() -> None:
    """What the strategy says of itself: words of others are shown, and were said."""
    rows = [("surname", number, ODD[number % 6]) for number in range(60)]
    lines = [[("Soy ", ODD[number % 6], "surname")] for number in range(60)]
    made = released(lines, strategy="word", counts=said_in(rows))
    found = membership(made, RNG(0), quietly)
    assert found.success is not None and found.success.value == 1.0


# --- two files, ids, spans, keys ------------------------------------------------------------------


def test_one_key_draws_one_file_and_a_diff_says_nothing() -> None:
    lines = drawn(40, lambda c: ("Soy ", c.choice(("Ana", "Luis", "Eva", "Raúl")), "PER"), each=1)
    once, again = released(lines), released(lines)
    found = two_files(Target(once.pairs, {}, False, again.pairs), RNG(0), quietly)
    assert (found.state, found.tried) == ("held", 0)
    other = released(lines, key=KEY[::-1])
    assert two_files(Target(once.pairs, {}, False, other.pairs), RNG(0), quietly).state == "told"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    spans = [
        {"start": 4, "end": 16, "label": "PER"},
        {"start": 21, "end": 26, "label": "LOC"},
        {"start": 39, "end": 48, "label": "phone"},
    ]
    text = "Soy Ana Olabarri, de Gijón, y llamo al 600123456."
    turns = [{"speaker": "a", "text": text, "spans": spans}]
    lines = [{"id": f"case-{n}-of-Ana", "lang": "es", "turns": turns} for n in range(6)]
    path.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in lines))
    return path


def test_ids_order_and_spans_do_not_leave_unless_asked_for(source: Path, tmp_path: Path) -> None:
    out, key = tmp_path / "out.jsonl", tmp_path / "key"
    status, _out, _err = run("--strategy", "entity", "--new-key", str(key), str(source), str(out))
    assert status == 0
    lines = [json.loads(text) for text in out.read_text().splitlines()]
    assert "case-" not in out.read_text()
    assert not any(turn["spans"] for each in lines for turn in each["turns"])


def test_a_seed_is_found_and_says_so_everywhere(source: Path, tmp_path: Path) -> None:
    """For tests and research on invented texts: the command and its report say what it is."""
    out, report = tmp_path / "out.jsonl", tmp_path / "report.json"
    chosen = ("--strategy", "entity", "--seed", "5", "--keep-ids", "--report", str(report))
    status, _out, err = run(*chosen, str(source), str(out))
    assert status == 0
    assert SEEDED in err
    assert json.loads(report.read_text())["warning"] == SEEDED
    assert weak_key(target_of_files(str(source), str(out)), RNG(0), quietly).state == "told"


def test_a_new_key_is_not_found(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.evidence.attacks.values.weak_key.TRIES", 30)
    out, key = tmp_path / "out.jsonl", tmp_path / "key"
    chosen = ("--strategy", "entity", "--new-key", str(key), "--keep-ids")
    assert run(*chosen, str(source), str(out))[0] == 0
    assert weak_key(target_of_files(str(source), str(out)), RNG(0), quietly).state == "held"


def test_items_that_stayed_are_told_from_those_that_were_replaced(source: Path) -> None:
    target: Any = target_of_files(str(source), str(source))
    assert all(item.is_same for item in items_of(target.pairs))
