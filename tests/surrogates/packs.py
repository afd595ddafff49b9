"""What a replaced dialogue must be in any language: whole, coherent, without its originals."""

from surrogates.folding import fold
from surrogates.languages.lexicon import Lexicon
from surrogates.types import Dialogue, Result
from tests.effort import tries
from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = (b"one", b"two", b"three")
FIVE_KEYS = (*KEYS, b"four", b"five")[: tries(3, 5)]


def replaced(made: Dialogue, key: bytes) -> list[str]:
    """The surrogates of a dialogue, after the checks that hold for every one."""
    result = run(made, key=key)
    out = texts(result)
    assert key != KEYS[0] or out == texts(run(made, key=key))
    assert not any(text.startswith("[") for text in out), out
    assert not [i.code for i in result.issues if i.severity == "block"]
    return out


def results(*lines: str, lang: str) -> list[Result]:
    """One result a key, all without a placeholder or a blocking issue, the first twice the same."""
    found = []
    for key in FIVE_KEYS:
        made = run(dialogue(*lines, lang=lang), key=key)
        assert not [i for i in made.issues if i.severity == "block"], codes(made)
        assert not [t for t in texts(made) if t.startswith("[")]
        assert found or made == run(dialogue(*lines, lang=lang), key=key)
        found.append(made)
    return found


def langs_of(lexicon: Lexicon, one: str, two: str) -> set[tuple[str, str]]:
    """(language of one, language of two) for every concept that has both forms."""
    return {
        (a["lang"], b["lang"])
        for rows in lexicon.concepts.values()
        for a in rows
        for b in rows
        if fold(a["form"]) == fold(one) and fold(b["form"]) == fold(two)
    }


def named(made: Dialogue, key: bytes) -> list[str]:
    """The fixed exemplars that stand for the mentions of a dialogue."""
    out = texts(run(made, strategy="named", key=key))
    assert not any(text.startswith("[") for text in out), out
    return out


def spelled(text: str) -> str:
    """The letters of "S, M, I, T, H", folded."""
    return fold("".join(c for c in text if c.isalpha()))
