"""Passwords that hold a word and no name of the dialogue: "Limonero!88" becomes "Nurapeca!31".

Codes of single letters are drawn by `numbers`, those made of names by `replacement`; a word is
neither a number nor an address, so it becomes another of its shape here, the same all through the
dialogue, and its figures become others.
"""

import re
from collections.abc import Iterable

from surrogates import draw
from surrogates.addresses.invented import of_shape
from surrogates.folding import case_pattern, fold, words
from surrogates.labels import Kind, is_password
from surrogates.languages.letters import WORD, reader, said
from surrogates.languages.numerals import number_keys
from surrogates.rewrite import READ_OUT, Item, outside
from surrogates.scene import Scene

_RUN = re.compile(r"[^\W\d_]+|\d+")
_FIGURE_RUN = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]{4,}")
_VOWELS = re.compile("[aeiouy]")
_FIGURES = "0123456789"
NEAR = 2  # turns in which a letter of a password is spoken of


def is_worded(item: Item) -> bool:
    """Whether a password is drawn here: it has a word that can be said."""
    if not is_password(item.label) or item.kind is not Kind.ID or item.cue == READ_OUT:
        return False
    return any(_VOWELS.search(fold(word)) for word in _WORD.findall(item.text))


def _says_figures(scene: Scene, item: Item) -> bool:
    """Whether a password, or a piece of one, is figures in words: "zero seven"."""
    keys = number_keys(scene.lexicon)
    return all(word in keys for word in words(item.text))


def passwords_of(scene: Scene, items: Iterable[Item]) -> list[Item]:
    """The passwords that are drawn here, and their figures said apart ("Limonero", then "88");
    none where one is read out sign by sign."""
    if any(item.cue == READ_OUT for item in scene.items):
        return []
    items = [item for item in items if is_password(item.label)]
    worded = [item for item in items if is_worded(item) and not _says_figures(scene, item)]
    figures = {run for item in worded for run in _FIGURE_RUN.findall(item.text)}
    return [item for item in items if item in worded or item.text in figures]


def replace_passwords(scene: Scene, items: Iterable[Item]) -> None:
    """Writes the passwords anew: words as words, figures as figures, signs as they were."""
    for item in items:
        new = "".join(_signs(scene, item))
        scene.surrogates[item.index] = new
        scene.add_card(str(item.kind), [item], new)


def _said_of(scene: Scene, item: Item) -> str:
    """The letters of a password whose case is told outside it: "con la ge mayúscula". They stay,
    as they stand in the text."""
    read, cases = reader(scene.lexicon), scene.lexicon.signs("case")
    letters = ""
    for turn, _, text in outside(scene.dialogue, scene.items):
        keys = [said(word) for word in WORD.findall(text)] if 0 <= turn - item.turn <= NEAR else []
        for i, key in enumerate(keys):
            one = read.match(keys, i) if read.begins(key) else None
            if one is None or len(one[1]) != 1:
                continue
            beside = {*keys[i + one[2] : i + one[2] + 1], *keys[max(i - 2, 0) : i]}
            if not beside.isdisjoint(cases):
                letters += fold(one[1])
    return letters


def _signs(scene: Scene, item: Item) -> Iterable[str]:
    told = _said_of(scene, item)
    at = 0
    for match in _RUN.finditer(item.text):
        yield item.text[at : match.start()]
        at = match.end()
        run = match.group()
        if run.isdecimal():
            stream = draw.Stream(scene.seed("password", run), "figures")
            yield "".join(stream.choice(_FIGURES.replace(figure, "")) for figure in run)
        else:
            new = of_shape(scene, scene.seed("password", fold(run)), fold(run))
            kept = (was if fold(was) in told else now for was, now in zip(run, new, strict=False))
            yield _cased("".join(kept), run)
    yield item.text[at:]


def _cased(new: str, old: str) -> str:
    pattern = case_pattern(old)
    if pattern == "upper" and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
