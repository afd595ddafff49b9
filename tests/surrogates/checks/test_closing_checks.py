"""Checks on every finished dialogue, and the clear answers to bad input."""

import random
import time

import pytest

from surrogates import engine, pseudonymise
from surrogates.errors import (
    ConstraintInvalid,
    CrossingMentions,
    OffsetInvalid,
    SurrogateRefused,
    UnknownStrategy,
)
from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.schema import SCHEMA
from surrogates.types import Constraint, Dialogue, Mention, Turn
from tests.surrogates.dialogues import KEY, codes, dialogue, issue_of, keys, run, texts

ES = load_lexicon("es")


def settled(made: Dialogue, first: list[Constraint], code: str) -> bool:
    """Whether accepting the fix settles the issue."""
    found = issue_of(run(made, constraints=first), code)
    assert found.fix is not None
    return code not in codes(run(made, constraints=[*first, *found.fix.constraints]))


def test_changed_text_outside_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite = engine._rewrite

    def careless(made, items, surrogates):  # type: ignore[no-untyped-def]
        rewritten, written = rewrite(made, items, surrogates)
        turns = [Turn(t.speaker, t.text.replace("soy", "era"), t.mentions) for t in rewritten.turns]
        return Dialogue(made.id, made.lang, tuple(turns)), written

    made = dialogue("A: soy [Ana:PER], sí", "B: vale")
    assert "OUTSIDE_CHANGED" not in codes(run(made))
    monkeypatch.setattr(engine, "_rewrite", careless)
    assert issue_of(run(made), "OUTSIDE_CHANGED").severity == "block"


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("A: [Ana:PER] y [Eva:PER]", "Brunilda"),
        ("A: [Gil:FAM] y [Soto:FAM]", "Zubizarreta"),
        ("A: [Vigo:LOC] y [Soria:LOC]", "Villaquieta"),
        ("A: [Telco Norte:ORG] y [Redes Sur:ORG]", "Ondas Lila"),
    ],
)
def test_one_surrogate_for_two_entities_blocks(line: str, typed: str) -> None:
    made = dialogue(line)
    chosen = [Constraint("surrogate", (key,), typed) for key in keys(made)]
    found = issue_of(run(made, constraints=chosen), "DUPLICATE_SURROGATE")
    assert found.severity == "block"
    assert settled(made, chosen, "DUPLICATE_SURROGATE")
    assert "DUPLICATE_SURROGATE" not in codes(run(made, constraints=chosen[:1]))


def test_a_public_figure_is_flagged_when_typed_and_avoided_when_drawn() -> None:
    given, surname = sorted(ES.public_figures)[0]
    made = dialogue("A: Soy [Ana:PER] [Gil:FAM].")
    one, two = keys(made)
    chosen = [Constraint("surrogate", (one,), given), Constraint("surrogate", (two,), surname)]
    assert issue_of(run(made, constraints=chosen), "PUBLIC_FIGURE").severity == "warn"
    assert settled(made, chosen, "PUBLIC_FIGURE")
    for number in range(40):
        assert "PUBLIC_FIGURE" not in codes(run(dialogue("A: [Ana:PER] [Gil:FAM]", id=str(number))))


def test_a_surrogate_that_stands_outside_is_told() -> None:
    made = dialogue("A: Soy [Ana:PER].", "B: Ya viene Brunilda.")
    chosen = [Constraint("surrogate", (keys(made)[0],), "Brunilda")]
    assert issue_of(run(made, constraints=chosen), "COLLISION_OUTSIDE").severity == "warn"
    assert settled(made, chosen, "COLLISION_OUTSIDE")
    # Drawn surrogates never do: every name of the lexicon but a few stands outside here.
    names = ES.names("f")
    said = " ".join(n for n in names if n not in names[::10])
    crowded = dialogue("A: Soy [Ana:PER].", f"B: {said.replace('Ana ', '')}")
    for number in range(5):
        assert "COLLISION_OUTSIDE" not in codes(run(crowded, key=bytes([number, 1])))


def test_a_single_mention_among_repeated_ones_is_told_once() -> None:
    made = dialogue(
        "A: [Ana:PER] y [Luis:PER] y [Eva:PER].", "B: ¿[Ana:PER] y [Luis:PER] y [Olga:PER]?"
    )
    found = [i for i in run(made).issues if i.code == "SINGLETON_STANDS_OUT"]
    assert len(found) == 1
    assert found[0].severity == "info"
    assert len(found[0].mentions) == 2
    assert settled(made, [], "SINGLETON_STANDS_OUT")
    assert "SINGLETON_STANDS_OUT" not in codes(run(dialogue("A: [Ana:PER] y [Eva:PER].")))
    made = dialogue(
        "A: [Ana:PER] y [Luis:PER] y [Eva Zubiri:PER].", "B: [Ana:PER], [Luis:PER] y [Zubiri:FAM]."
    )
    assert "SINGLETON_STANDS_OUT" not in codes(run(made))  # she is named again by her surname


@pytest.mark.parametrize("strategy", ["entity", "typed", "redact", "indexed"])
def test_messages_and_codes_hold_no_text(strategy: str) -> None:
    made = dialogue(
        "A: Soy [Yanirix:PER] [Zubizarreta:FAM], Yanirix, con uve.",
        "B: [xilofono@gmail.com:EMAIL] [Toni:PER] [Antonio:PER] [Antonia:PER]",
        "A: [30 de febrero:DATE] [000000000:PHONE]",
    )
    result = run(made, strategy)
    shown = {w.casefold() for r in result.replacements for w in (r.original, r.surrogate)}
    for found in result.issues:
        assert found.message.endswith(".")
        assert not any(w in found.message.casefold() for w in shown if len(w) > 3)


BAD_SPANS = [(3, 99), (-1, 2), (2, 2), (5, 4), (99, 100)]


@pytest.mark.parametrize(("start", "end"), BAD_SPANS)
def test_offsets_outside_the_text(start: int, end: int) -> None:
    made = Dialogue("x", "es", (Turn("A", "soy Ana", (Mention(start, end, "PER"),)),))
    with pytest.raises(OffsetInvalid, match="turn 0") as error:
        run(made)
    assert error.value.code == "OFFSET_INVALID"
    assert "Ana" not in str(error.value)


def test_crossing_spans_and_unknown_strategies() -> None:
    crossing = (Mention(0, 5, "PER"), Mention(3, 7, "FAM"))
    with pytest.raises(CrossingMentions) as error:
        run(Dialogue("x", "es", (Turn("A", "Ana Gil", crossing),)))
    assert "Gil" not in str(error.value)
    with pytest.raises(UnknownStrategy):
        run(dialogue("A: [Ana:PER]"), {"PER": "entitee"})


@pytest.mark.parametrize("lang", ["es", "en", "de", "fr", "ca", "eu", "gl", "xx", "", "ES-mx"])
def test_any_language_gets_an_answer(lang: str) -> None:
    made = dialogue(
        "A: [Ana:PER] [Gil:FAM] [Vigo:LOC] [tres:NUM] [mayo:DATE] [A N A:SPELL] [x@y.es:EMAIL]",
        lang=lang,
    )
    for strategy in ("entity", "word", "named", "indexed", "typed", "redact"):
        result = run(made, strategy)
        assert len(result.replacements) == 7
        assert not {"Ana", "Gil"} & set(texts(result))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("A: Mi marido [Carmen:PER].", "GENDER_CONFLICT"),
        ("A: El [30 de febrero:DATE].", "DATE_INVALID"),
        ("A: Soy [Yanirix:PER].", "GENDER_UNKNOWN"),
        ("A: Son [treinta y cero:NUM].", ""),
        ("A: Son [tresientos:NUM].", ""),
        ("A: Es [el día de marras:DATE].", ""),
        ("A: [:PER]", ""),
    ],
)
def test_what_cannot_be_read_is_flagged_or_a_placeholder(line: str, code: str) -> None:
    result = run(dialogue(line))
    if code:
        assert code in codes(result)
    else:
        assert all(t.startswith("[") or codes(result) for t in texts(result))


def test_an_exhausted_lexicon_is_flagged() -> None:
    few = [r for r in ES.rows("names") if r["gender"] == "f" and r["kind"] == "full"][:30]
    small = Lexicon("es", {t: ES.rows(t) for t in SCHEMA} | {"names": few})
    made = dialogue(*(f"A: Soy [{r['name']}:female name]." for r in few + ES.rows("names")[-20:]))
    result = run(made, lexicon=small)
    assert any(t.startswith("[") for t in texts(result))
    assert "POOL_SMALL" in codes(result)
    assert not [i for i in result.issues if i.severity == "block"]


@pytest.mark.parametrize("typed", ["Ana", "ANA", "Anita", "ana ", "Gil", "Ana María"])
def test_a_typed_original_is_refused_without_saying_it(typed: str) -> None:
    made = dialogue("A: Soy [Ana:PER] [Gil:FAM].")
    with pytest.raises(SurrogateRefused) as error:
        run(made, constraints=[Constraint("surrogate", (keys(made)[0],), typed)])
    assert typed.strip() not in str(error.value)


def test_a_senseless_constraint_is_refused() -> None:
    with pytest.raises(ConstraintInvalid):
        run(dialogue("A: [Ana:PER]"), constraints=[Constraint("nonsense", ("0:0",))])


def test_nothing_is_half_written() -> None:
    made = dialogue("A: Soy [Ana:PER].")
    before = made.turns
    with pytest.raises(UnknownStrategy):
        pseudonymise(made, strategy="nothing", key=KEY)
    assert made.turns is before


def crowd(size: int) -> Dialogue:
    """A dialogue of `size` mentions of thirty people, their spellings, addresses and places."""
    rng = random.Random(size)
    women, families, places = ES.names("f")[:30], ES.surnames[:30], ES.places[:20]
    turns = []
    for number in range(size // 5):
        given, family = rng.choice(women), rng.choice(families)
        text, mentions = "soy", []
        for label, word in (
            ("PER", given),
            ("FAM", family),
            ("EMAIL", f"{fold(given)}.{fold(family)}@gmail.com".replace(" ", "")),
            ("SPELL", " ".join(c for c in family.upper() if c.isalpha())),
            ("LOC", rng.choice(places)),
        ):
            text += " "
            mentions.append(
                Mention(len(text), len(text) + len(word), label, f"{number}:{len(text)}")
            )
            text += f"{word} y"
        turns.append(Turn("AB"[number % 2], text, tuple(mentions)))
    return Dialogue("crowd", "es", tuple(turns))


def test_the_cost_grows_with_the_text() -> None:
    def seconds(size: int) -> float:
        made = crowd(size)
        started = time.process_time()
        run(made)
        return time.process_time() - started

    seconds(50)
    assert seconds(800) < 10 * max(seconds(200), 0.1)


# --- one word under two labels, written after the rule -------------------------------------------


def test_a_thing_under_two_labels_gets_one_surrogate() -> None:
    made = dialogue(
        "A: Llamo de [Brunaria:ORG].", "B: ¿[Brunaria:LOC]?", "A: Sí, de [Brunaria:ORG]."
    )
    for key in (b"one", b"two", b"three"):
        result = run(made, key=key)
        assert len({r.surrogate for r in result.replacements}) == 1
        assert "SAME_WORD" not in codes(result)


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        ("A: [Brunaria:PER], de [Brunaria:LOC]", "warn"),
        ("A: [Valencia:FAM], de [Valencia:LOC]", "info"),  # both are what the lists say
        ("A: [Brunaria:PER], de la [Brunaria:PER]", None),
    ],
)
def test_a_word_under_two_labels_is_told_of(line: str, severity: str | None) -> None:
    found = [i for i in run(dialogue(line)).issues if i.code == "SAME_WORD"]
    assert [issue.severity for issue in found] == ([severity] if severity else [])


def test_a_placeholder_that_nobody_would_say_is_told_once_for_mentions_alike() -> None:
    made = dialogue("A: es el [caso Lirio:OTHER]", "B: el [caso Lirio:OTHER], sí; soy [Ana:PER]")
    result = run(made)
    assert texts(result)[:2] == ["[OTHER]", "[OTHER]"]
    found = issue_of(result, "PLACEHOLDER_SHOWN")
    first, second, _person = keys(made)
    assert (found.severity, found.mentions) == ("info", (first, second))
    assert found.fix is not None and [each.kind for each in found.fix.constraints] == ["dismiss"]
    for kind, value in (
        ("surrogate", "asunto Mirto"),
        ("placeholder", ""),
        ("dismiss", "PLACEHOLDER_SHOWN"),
    ):
        decided = [Constraint(kind, (first, second), value)]
        assert "PLACEHOLDER_SHOWN" not in codes(run(made, constraints=decided))
    typed = run(made, strategy="typed")  # there it was asked for
    assert "PLACEHOLDER_SHOWN" not in codes(typed)


def test_a_placeholder_with_a_reason_of_its_own_is_told_by_that_alone() -> None:
    result = run(dialogue("A: por [Semana Santa:DATE]"))
    assert texts(result) == ["[DATE]"]
    assert codes(result) == ["DATE_ANCHOR"]
