"""What words outside the labels say of a name's letters stays true, or a curator is told."""

import unicodedata

import pytest

from surrogates.folding import fold
from surrogates.languages import load_lexicon
from surrogates.languages.letters import reader
from surrogates.languages.letters import said as said_as
from surrogates.people.letter_needs import Saying
from surrogates.spelling.sayings import read_sayings
from tests.effort import tries
from tests.surrogates.checkers import letters as plain
from tests.surrogates.dialogues import codes, dialogue, run, texts
from tests.surrogates.packs import FIVE_KEYS

KEYS = [bytes([i, 9]) for i in range(tries(3, 10))]


# Language, words after the cue, the original, what they say of it.
def short(value: object) -> str | None:
    """The name of a parameter; of one that is no text, none: the order of a set varies."""
    return value[:40] if isinstance(value, str) else None


READ: list[tuple[str, str, str, str, set[Saying]]] = [
    ("es", "with", "zeta al final", "ibáñez", {Saying("z", "last")}),
    ("es", "with", "hache intercalada", "ochoa", {Saying("h", "inside")}),
    ("es", "with", "te equis", "etxeberria", {Saying("tx")}),
    ("es", "without", "che", "etxeberria", {Saying("ch", true=False)}),
    ("es", "with", "che", "chaves", {Saying("ch", "first")}),
    ("es", "with", "doble ele", "carballo", {Saying("ll")}),
    ("es", "with", "dos eles", "carballo", {Saying("ll")}),
    ("es", "with", "dos aes", "ana", {Saying("a", "twice")}),
    ("es", "with", "sola ene", "mariana", {Saying("n", "single")}),
    ("es", "with", "uve y ele", "vila", {Saying("v", "first"), Saying("l")}),
    ("es", "with", "acento en la a", "ángel", {Saying("a", "marked")}),
    ("es", "end", "ese", "vidales", {Saying("s", "last")}),
    ("es", "start", "a", "ana", {Saying("a", "first")}),
    # a question that was false stays false
    ("es", "with", "be", "vila", {Saying("b", true=False)}),
    ("es", "end", "a", "vidales", {Saying("a", "last", true=False)}),
    ("ca", "with", "dues enes", "anna", {Saying("nn")}),
    ("de", "with", "dt", "schmidt", {Saying("dt")}),
    ("de", "with", "ei", "meier", {Saying("ei")}),
    ("de", "with", "zwei n am ende", "hoffmann", {Saying("nn", "last")}),
    ("de", "with", "umlaut auf dem u", "müller", {Saying("u", "marked")}),
    ("fr", "with", "deux p", "philippe", {Saying("pp")}),
    ("fr", "with", "t à la fin", "dupont", {Saying("t", "last")}),
    ("fr", "with", "cédille", "françois", {Saying("ç")}),
    ("en", "with", "two l s", "phillips", {Saying("ll")}),
    ("en", "with", "y in the middle", "smythe", {Saying("y", "inside")}),
    ("en", "with", "ph", "sophie", {Saying("ph")}),
]


@pytest.mark.parametrize(("lang", "kind", "words", "name", "said"), READ, ids=short)
def test_sayings(lang: str, kind: str, words: str, name: str, said: set[Saying]) -> None:
    keys = [said_as(w) for w in words.split()]
    sayings, taken = read_sayings(reader(load_lexicon(lang)), keys, 0, kind, name, beside=True)[0]
    assert set(sayings) == said
    assert taken == len(keys)


@pytest.mark.parametrize(
    ("lang", "kind", "words", "name"),
    [
        ("es", "with", "ese señor", "julia"),  # no s in it
        ("en", "with", "you", "ben"),
        ("es", "with", "su madre", "ana"),
    ],
)
def test_ordinary_words_say_nothing(lang: str, kind: str, words: str, name: str) -> None:
    assert not read_sayings(reader(load_lexicon(lang)), words.split(), 0, kind, name, beside=True)


@pytest.mark.parametrize(
    ("saying", "yes", "no"),
    [
        (Saying("z", "last"), "Muñoz", "Zafra"),
        (Saying("h", "inside"), "Ochoa", "Hoz"),
        (Saying("n", "single"), "Mariana", "Anna"),
        (Saying("e", "twice"), "Elena", "Ana"),
        (Saying("a", "marked"), "Iván", "Ramón"),
        (Saying("\u0308", "mark"), "Müller", "René"),
        (Saying("ç"), "François", "Francis"),
        (Saying("b", true=False), "Vila", "Bosch"),
    ],
)
def test_a_saying_by_hand(saying: Saying, yes: str, no: str) -> None:
    assert saying.met_by(yes)
    assert not saying.met_by(no)


# Language, line, and what must be true of the surrogate as it is written.
TRUE = [
    ("es", "A: [Ibáñez:FAM], con zeta al final.", lambda n: n.endswith("z")),
    ("es", "A: [Ángel:PER], con acento en la a.", lambda n: {*"áà"} & {*n.lower()}),
    ("es", "A: [Etxeberria:FAM], con te equis, no con che.", lambda n: "tx" in n and "ch" not in n),
    ("es", "A: [Echevarría:FAM], con che.", lambda n: "ch" in plain(n)),
    ("es", "A: Soy [Ochoa:FAM], con hache intercalada.", lambda n: "h" in n[1:-1]),
    ("es", "A: [Vila:FAM], con uve y ele.", lambda n: n.startswith("V") and "l" in n),
    ("es", "A: [Giner:FAM], empieza por ge.", lambda n: n.startswith("G")),
    ("es", "A: [Ruiz:FAM], acaba en zeta.", lambda n: n.endswith("z")),
    (
        "es",
        "A: [Mariana:PER], con una sola ene.",
        lambda n: "n" in plain(n) and "nn" not in plain(n),
    ),
    ("es", "A: vivo en [Vigo:LOC], con uve.", lambda n: n.startswith("V")),
    ("ca", "A: [Anna:PER], amb dues enes.", lambda n: "nn" in n),
    ("ca", "A: [Vila:FAM], amb ve baixa al principi.", lambda n: n.startswith("V")),
    ("de", "A: [Schmidt:FAM] mit dt", lambda n: "dt" in n),
    ("de", "A: [Meier:FAM] mit ei.", lambda n: "ei" in n.lower()),
    ("de", "A: [Hoffmann:FAM], mit zwei n am Ende", lambda n: n.endswith("nn")),
    ("de", "A: [Müller:FAM] mit Umlaut auf dem u", lambda n: "ü" in n.lower()),
    ("de", "A: [Schmid:FAM], mit weichem d am Ende", lambda n: n.endswith("d")),
    ("fr", "A: [Philippe:PER] avec deux P", lambda n: "pp" in n.lower()),
    ("fr", "A: [Dupont:FAM] avec un T à la fin.", lambda n: n.endswith("t")),
    ("fr", "A: [Aurélie:PER] avec un é", lambda n: "é" in n.lower()),
    ("en", "A: [Phillips:FAM] with two l's", lambda n: "ll" in n.lower()),
    ("en", "A: [Smythe:FAM], with a y in the middle", lambda n: "y" in n[1:-1]),
    ("en", "A: [Catherine:PER] with an e at the end.", lambda n: n.endswith("e")),
]


@pytest.mark.parametrize(("lang", "line", "true"), TRUE, ids=short)
def test_what_is_said_stays_true(lang: str, line: str, true) -> None:  # type: ignore[no-untyped-def]
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        (name,) = texts(result)
        assert true(name), name
        assert "LETTER_FACT" not in codes(result)


@pytest.mark.parametrize(
    ("lang", "line", "at"),
    [
        ("es", "A: [Ruiz:FAM], acaba en [zeta:SPELL].", slice(-1, None)),
        ("es", "A: [Giner:FAM], con [ge:SPELL] al principio.", slice(0, 1)),
        ("es", "A: [Ochoa:FAM], con [hache:SPELL] intercalada.", slice(1, -1)),
        ("es", "A: [Serrall:FAM], con [elle:SPELL] al final.", slice(-2, None)),
        ("fr", "A: [Dupont:FAM] avec un [T:SPELL] à la fin", slice(-1, None)),
        ("de", "A: [Maier:FAM], hinten mit [R:SPELL]", slice(-1, None)),
        ("en", "A: [Smythe:FAM] with a [y:SPELL] in the middle", slice(1, -1)),
    ],
)
def test_a_labelled_letter_stands_where_it_is_said_to(lang: str, line: str, at: slice) -> None:
    spoken = load_lexicon(lang).spoken_letters
    for key in KEYS:
        name, letter = texts(run(dialogue(line, lang=lang), key=key))
        assert spoken.get(fold(letter), fold(letter)) in plain(name)[at], (name, letter)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        # read, but no name of the list has it
        ("es", "A: Soy [Kwame:PER], con ka uve doble."),
        ("es", "A: Vivo en la calle [Wamba:STREET], con uve doble."),
        # named, and no rule reads it
        ("es", "A: [Gómez:FAM], con acento en la última sílaba."),
        ("es", "A: [Vila:FAM], con uve muy clara."),
        ("en", "A: [Bobby:PER], with a b somewhere near it."),
        ("de", "A: [Schmitt:FAM] mit n und tt irgendwo im Wort."),
    ],
)
def test_what_cannot_be_kept_is_told(lang: str, line: str) -> None:
    for key in KEYS:
        result = run(dialogue(line, lang=lang), key=key)
        issue = next((i for i in result.issues if i.code == "LETTER_FACT"), None)
        assert issue is not None, texts(result)
        assert issue.severity == "warn" and issue.message
        assert issue.fix is not None
        mended = run(dialogue(line, lang=lang), key=key, constraints=issue.fix.constraints)
        assert "LETTER_FACT" not in codes(mended)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("es", "A: [Ana:PER], con su madre, viene con la eñe."),
        ("es", "A: [Luis:PER] lleva a su hijo."),
        ("en", "A: [Tom:PER] with his ex wife"),
        ("fr", "A: [Louis:PER], avec elle."),
        ("de", "A: [Paula:PER], mit ihr."),
    ],
)
def test_company_is_no_letter(lang: str, line: str) -> None:
    for key in KEYS[:4]:
        assert "LETTER_FACT" not in codes(run(dialogue(line, lang=lang), key=key))


@pytest.mark.parametrize(
    ("line", "letters"),
    [
        ("A: [Ñíguez:FAM], con eñe.", "ñ"),
        ("A: [Yáñez:FAM], con i griega.", "y"),
        ("A: [Katia:PER], con ka.", "k"),
        ("A: [Elena:PER], con hache.", "h"),  # written without it
        ("A: [Vázquez:FAM], con uve y con zeta. [V, A, Z, Q, U, E, Z:SPELL]", "vz"),
    ],
)
def test_a_letter_may_stand_elsewhere_where_few_names_begin_with_it(
    line: str, letters: str
) -> None:
    drawn = set()
    for key in (*KEYS, *(bytes([n, 3]) for n in range(6))):
        result = run(dialogue(line), key=key)
        name = texts(result)[0].lower()
        assert set(letters) <= set(name if "ñ" in letters else fold(name))
        assert not {"CONSTRAINT_RELAXED", "LETTER_FACT"} & set(codes(result))
        drawn.add(name)
    assert len(drawn) > 1


def test_a_question_that_was_false_stays_false() -> None:
    for key in KEYS:
        name, *_ = texts(run(dialogue("A: ¿[Elena:PER] con hache?", "B: Sin hache."), key=key))
        assert "h" not in fold(name)


@pytest.mark.parametrize(
    ("lang", "line", "said"),
    [
        ("es", "[Carballo:FAM], doble ele.", "ll"),
        ("es", "[Ángel:PER], a con acento.", "á"),
        ("en", "[Phillips:FAM], double L.", "ll"),
        ("fr", "[René:PER], e accent aigu.", "é"),
    ],
)
def test_a_letter_said_without_a_cue(lang: str, line: str, said: str) -> None:
    for key in KEYS:
        result = run(dialogue(f"A: {line}", lang=lang), key=key)
        assert said in texts(result)[0].lower()


def test_letters_that_no_rule_reads_are_told() -> None:
    line = "A: Mon nom est [Perrin:FAM], deux R, I, N."
    assert "LETTER_FACT" in codes(run(dialogue(line, lang="fr")))


@pytest.mark.parametrize("words", ["dos hermanos tengo.", "doble factura."])
def test_ordinary_words_behind_a_name_ask_for_nothing(words: str) -> None:
    result = run(dialogue(f"A: Soy [Carballo:FAM], {words}"))
    assert not {"LETTER_FACT", "CONSTRAINT_RELAXED"} & set(codes(result))


ACCENTS = [
    ("es", "A: ¿[Solís:FAM] va sin tilde?", True), ("es", "A: ¿[Torres:FAM] lleva tilde?", False),
    ("fr", "A: [Bérard:FAM] s'écrit sans accent, dans l'adresse ?", True),
    ("ca", "A: En [Farré:FAM], va sense accent?", True),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "line", "marked"), ACCENTS)
def test_who_is_asked_about_an_accent_has_one(lang: str, line: str, marked: bool) -> None:
    for key in FIVE_KEYS:
        (new,) = texts(run(dialogue(line, lang=lang), key=key))
        accents = {c for c in unicodedata.normalize("NFD", new) if unicodedata.combining(c)}
        assert bool(accents) == marked, new
