"""What Basque says of a name's letters, behind them: "z batekin", "hatxerik gabe", "erre birekin";
and a number asked before its letter: "batekin ala birekin idazten da r hori?".

Called by `facts` for the words behind a name.
"""

from collections.abc import Iterator, Sequence

from surrogates.folding import fold, plain_letters
from surrogates.languages.letters import Reader, said
from surrogates.people.letter_needs import Saying

_REACH = 6  # words between a number and the letter of which there are so many
_NEXT = 2  # words behind a letter among which one tells that a name has it


def said_behind(read: Reader, keys: Sequence[str], name: str) -> Iterator[Saying]:
    """Sayings that the words state of a name in lower case."""
    signs = read.lexicon.signs("behind")
    if not signs:
        return
    numbers = [(at, signs[key]) for at, key in enumerate(keys) if key in signs]
    for at, (letter, cue, size) in enumerate(_letters(read, keys)):
        if not letter:
            continue
        after = [signs[key] for key in keys[at + size : at + size + _NEXT] if key in signs]
        before = [n for place, n in numbers if 0 < at - place <= _REACH and n.isdecimal()]
        told = [cue] if cue else [*after, *before]
        if told:
            yield _saying(letter, told, plain_letters(name))


def _saying(letter: str, told: Sequence[str], name: str) -> Saying:
    held = letter in name
    if "2" in told and 2 * letter in name:
        return Saying(2 * letter)
    if "2" in told and held:
        return Saying(letter, "single")  # "batekin ala birekin?"
    return Saying(letter, true=held)


def _letters(read: Reader, keys: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """The letter at each word, its cue where the word has it as its ending, and its words."""
    endings = read.lexicon.signs("ending")
    for at, key in enumerate(keys):
        named = read.match(list(keys), at)
        if named is not None and named[0] == "char" and fold(key) in "aeiou":
            named = None  # "a", "e": words
        if key in read.lexicon.signs("pair"):
            yield key, endings.get("".join(keys[at + 1 : at + 2]), ""), 1  # "tz-rekin"
            continue
        if named is not None and (len(key) > 1 or key.isalpha()):
            cue = endings.get(keys[at + 1], "") if at + 1 < len(keys) else ""  # "z-rekin"
            yield fold(named[1])[:1], cue, named[2]
            continue
        stems = [
            (key.removesuffix(e), kind)
            for e, kind in endings.items()
            if key.endswith(e) and len(key) > len(e) + 1
        ]
        spoken = next(((read.spoken[s], kind) for s, kind in stems if said(s) in read.spoken), None)
        yield (fold(spoken[0])[:1], spoken[1], 1) if spoken else ("", "", 1)
