"""What holds for every dialogue: offsets, secrecy, injectivity, determinism, numbers."""

import math
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surrogates import STRATEGIES
from surrogates.folding import fold, key_words, words
from surrogates.languages import languages, load_lexicon
from surrogates.languages.cardinals import parse, say
from surrogates.search import leaks
from surrogates.types import Constraint, Dialogue, Mention, Turn
from tests.effort import tries
from tests.surrogates.dialogues import KEY, codes, dialogue, outside, run, texts

ES = load_lexicon("es")
LANGUAGES = languages()
NUMBERS = ["600123456", "12345678Z", "48901", "1975"]
OTHER = ["lgarcia75", "ana@correo.es", "Telco Sur", "🙂 algo", "L A U R A", "x"]
FILL = ["", " ", " eh ", " 😀 y ", ", no, soy ", " qué tal ", ". ", " con "]
LABELS = (
    "PER", "FAM", "LOC", "NUM", "PHONE", "ID", "DATE", "EMAIL", "USER", "SPELL", "ORG",
    "never heard of", "female name",
)  # fmt: skip


def words_of(lang: str, label: str) -> list[str]:
    """Texts that a label may have in a language."""
    lexicon = load_lexicon(lang)
    names = [*lexicon.names("f")[:40], *lexicon.names("m")[:40]]
    names += [*lexicon.names("m", "compound")[:10], "Zyx", "Ünal", "Jean-Luc", "Fran-"]
    found = {
        "PER": [*names, *(s.short for s in lexicon.short_forms[:30])],
        "female name": names,
        "FAM": [*lexicon.surnames[:60], "De la Fuente", "X", "O'Hara"],
        "LOC": [*lexicon.places[:40], "Donostia", "Ninguna Parte"],
        "NUM": [*(w.form for w in lexicon.number_words[:40]), *NUMBERS],
        "PHONE": NUMBERS,
        "ID": NUMBERS,
        "DATE": [*lexicon.months, *lexicon.weekdays, "1/2/2016", "10"],
        "SPELL": [*lexicon.letters.values(), "A, N, A", "L A U R A"],
        "ORG": [*lexicon.organisations[:20], "Telco Sur", "ACME"],
    }
    return found.get(label) or OTHER


@st.composite
def dialogues(draw: st.DrawFn, id: str = "d", langs: tuple[str, ...] = LANGUAGES) -> Dialogue:
    """A dialogue of one of the languages with a pack."""
    lang = draw(st.sampled_from(langs))
    turns = []
    for number in range(draw(st.integers(1, 5))):
        text, mentions = "", []
        for _ in range(draw(st.integers(0, 4))):
            text += draw(st.sampled_from(FILL)) + " "
            label = draw(st.sampled_from(LABELS))
            word = draw(st.sampled_from(words_of(lang, label)))
            key = f"{number}:{len(text)}"
            mentions.append(Mention(len(text), len(text) + len(word), label, key))
            text += word
        text += " " + draw(st.sampled_from(FILL))
        turns.append(Turn(draw(st.sampled_from("AB")), text, tuple(mentions)))
    return Dialogue(id, lang, tuple(turns))


TRIES = settings(
    max_examples=tries(10, 200), deadline=None, suppress_health_check=list(HealthCheck)
)


@TRIES
@given(dialogues(), st.sampled_from(sorted(STRATEGIES)))
def test_text_outside_spans_is_unchanged(made: Dialogue, strategy: str) -> None:
    result = run(made, strategy)
    assert outside(made) == outside(result.draft)
    for old, new in zip(made.turns, result.draft.turns, strict=True):
        assert [m.label for m in old.mentions] == [m.label for m in new.mentions]
        assert [m.key for m in old.mentions] == [m.key for m in new.mentions]
    for r in result.replacements:
        text = result.draft.turns[r.turn].text
        assert text[r.new_start : r.new_end] == r.surrogate
    assert "OUTSIDE_CHANGED" not in codes(result)


@TRIES
@given(dialogues())
def test_no_original_in_a_surrogate(made: Dialogue) -> None:
    result = run(made)
    named = ("PER", "FAM", "LOC", "ORG", "female name")
    secret = {w for r in result.replacements if r.label in named for w in key_words(r.original)}
    secret -= load_lexicon(made.lang).cues("title").keys()
    for r in result.replacements:
        if not r.surrogate.startswith("[") and r.label in named:
            assert not secret & set(words(r.surrogate)), r.label
    assert "LEAK_ORIGINAL" not in codes(result)


@TRIES
@given(dialogues())
def test_two_entities_never_share_a_surrogate(made: Dialogue) -> None:
    result = run(made)
    for kind in ("person", "surname", "place", "org"):
        drawn = [fold(c.surrogate) for c in result.entities if c.kind == kind]
        shown = [d for d in drawn if d and not d.startswith("[")]
        assert len(shown) == len(set(shown)), kind
    assert "DUPLICATE_SURROGATE" not in codes(result)


@TRIES
@given(st.lists(dialogues(), min_size=2, max_size=3), st.randoms(use_true_random=False))
def test_order_of_dialogues_does_not_matter(drawn: list[Dialogue], rng: random.Random) -> None:
    many = [replace(d, id=f"d{i}") for i, d in enumerate(drawn)]
    first = {d.id: texts(run(d)) for d in many}
    rng.shuffle(many)
    assert {d.id: texts(run(d)) for d in many} == first


@TRIES
@given(dialogues(), st.randoms(use_true_random=False))
def test_order_of_independent_decisions_does_not_matter(made: Dialogue, rng: random.Random) -> None:
    mentions = [m for t in made.turns for m in t.mentions]
    kinds = ("redraw", "placeholder", "gender", "split", "dismiss")
    values = {"redraw": "1", "gender": "f", "dismiss": "POOL_SMALL"}
    decisions = [
        Constraint(kinds[i % len(kinds)], (m.key,), values.get(kinds[i % len(kinds)], ""))
        for i, m in enumerate(mentions)
    ]
    first = texts(run(made, constraints=decisions))
    rng.shuffle(decisions)
    assert texts(run(made, constraints=decisions)) == first


@TRIES
@given(dialogues(), st.data())
def test_a_mention_labelled_later_changes_nothing_else(made: Dialogue, data: st.DataObject) -> None:
    known = [
        (turn.text[m.start : m.end], m.label)
        for turn in made.turns
        for m in turn.mentions
        if m.label in ("PER", "FAM", "LOC", "ORG") and turn.text[m.start : m.end][-1] != "-"
    ]
    if not known:
        return
    word, label = data.draw(st.sampled_from(known))
    plain = Turn("B", f"otra: {word}; bien")
    later = replace(plain, mentions=(Mention(6, 6 + len(word), label, "later"),))
    before = texts(run(replace(made, turns=(*made.turns, plain))))
    after = run(replace(made, turns=(*made.turns, later)))
    assert texts(after)[:-1] == before


def test_another_process_writes_the_same_bytes() -> None:
    lines_ = ("A: Soy [Ana:PER] [Gil:FAM] de [Vigo:LOC].", "B: [seis uno dos tres:PHONE]")
    code = f"from tests.surrogates.dialogues import *\nprint(texts(run(dialogue(*{lines_!r}))))"
    for seed in ("0", "7"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ".", "PYTHONIOENCODING": "utf-8"},
        )
        assert done.stdout.strip() == str(texts(run(dialogue(*lines_))))


def test_another_key_or_dialogue_draws_anew() -> None:
    line = "A: Soy [Ana:PER] [Gil:FAM]."
    drawn = {tuple(texts(run(dialogue(line, id=f"d{i}")))) for i in range(20)}
    keyed = {tuple(texts(run(dialogue(line), key=bytes([i, 1])))) for i in range(20)}
    assert len(drawn) > 15
    assert len(keyed) > 15


UNLINKED = [("es", "PER", "Ana"), ("de", "FAM", "Huber")]


@pytest.mark.parametrize(("lang", "label", "word"), UNLINKED)
def test_two_dialogues_are_no_more_alike_than_chance(lang: str, label: str, word: str) -> None:
    pairs = tries(200, 1000)
    line = f"A: [{word}:{label}]"
    one, two = (
        [texts(run(dialogue(line, id=f"{side}{i}", lang=lang)))[0] for i in range(pairs)]
        for side in "ab"
    )
    same = sum(a == b for a, b in zip(one, two, strict=True))
    # What pairs of other dialogues agree by chance: the sum of pi squared, from the draws.
    counts = Counter(one + two)
    chance = sum((n / (2 * pairs)) ** 2 for n in counts.values())
    assert same <= pairs * chance + 4 * math.sqrt(pairs * chance) + 1
    assert chance < 0.05


def test_a_label_added_later_leaves_the_others_alone() -> None:
    before = dialogue(
        "A: Soy Ana. Sí, [Ana:PER] [Gil:FAM].", "B: ¿De [Vigo:LOC]?", "A: [Luis:PER]."
    )
    turn = before.turns[0]
    early = Mention(4, 7, "PER", "0:4")
    after = replace(
        before, turns=(replace(turn, mentions=(early, *turn.mentions)), *before.turns[1:])
    )
    old, new = texts(run(before)), texts(run(after))
    assert new[1:] == old
    assert new[0] == old[0]


def test_forty_people_share_no_name() -> None:
    names = [*ES.names("f")[100:130], *ES.names("f")[200:220]]
    made = dialogue(*(f"A: Soy [{name}:female name]." for name in names))
    out = texts(run(made))
    assert len({fold(t) for t in out}) == len(names)


def test_numbers_are_read_as_they_are_said() -> None:
    for number in [*range(2200), *range(2200, 1_000_000, 997), 999_999]:
        for gender in ("m", "f"):
            for before_noun in (False, True):
                said = say(ES, number, gender=gender, before_noun=before_noun)
                assert parse(ES, said) == number, said


@settings(max_examples=tries(75, 1500), deadline=None)
@given(st.integers(0, 999_999), st.sampled_from(["es", "en"]))
def test_any_number_comes_back(number: int, lang: str) -> None:
    lexicon = load_lexicon(lang)
    assert parse(lexicon, say(lexicon, number)) == number


def test_strict_parser_refuses_what_nobody_says() -> None:
    for text in ("treinta y cero", "cien dos", "uno dos", "doscientos cero", "y", "veinte y uno"):
        assert parse(ES, text) is None, text


def test_a_leak_tells_where_but_not_what() -> None:
    made = dialogue(
        "A: Soy [Ana:PER] y Ana.", "B: L, U, I, S. [Luis:PER]", "A: 600 123 456 [600123456:PHONE]"
    )
    found = leaks.scan(made, run(made).draft)
    assert {leak.kind for leak in found} >= {"word", "letters", "digits"}
    assert all(
        isinstance(v, int | str) and v not in ("Ana", "Luis")
        for k in found
        for v in (k.turn, k.start, k.end, k.kind)
    )
    assert KEY
