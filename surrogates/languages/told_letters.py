"""Mentions that only tell letters, whatever their labels.

"be de [Barcelona]", "[F comme François:PLATE]", "[K], [Kepa] bezala".
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from surrogates.folding import fold, words
from surrogates.labels import ADDRESSES, NAMES, Kind, is_password
from surrogates.languages.letters import (
    LETTERS_AND_WORDS,
    key_word_table,
    letter_before,
    reader,
    said,
    says_letters,
    tokens_of,
)
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item
from surrogates.types import Dialogue

_LETTER_AND_WORD = re.compile(r"[^\W\d_][ ,]+[^\W\d_]+ [^\W\d_]{2}")  # "R wie Richard"
KEY_WORDS = (Kind.PLACE, Kind.COUNTRY, Kind.GIVEN, Kind.PERSON)


def tells_by_key_words(item: Item, lexicon: Lexicon) -> bool:
    """Whether a mention says letters by key words alone: "K de kilo, L de León"."""
    if is_password(item.label) or any(map(str.isdecimal, item.text)):
        return False
    tokens = tokens_of(item, lexicon)
    return says_letters(tokens) and any(token.style == "word" for token in tokens)


def _spells(item: Item, lexicon: Lexicon) -> bool:
    """Whether a name is nothing but letters with the words that they begin: "K wie Karl, U wie
    Ulrich"; one letter alone only where a word for a likeness stands between."""
    tokens = tokens_of(item, lexicon) if _LETTER_AND_WORD.match(item.text) else []
    pairs = list(pairwise(tokens))
    told = [two for one, two in pairs if two.style == "word" and one.style != "word"]
    names = sum(token.style == "word" for token in tokens)
    begun = all(fold(item.text[t.start : t.end]).startswith(fold(t.letters)) for t in told)
    alike = any(cue in words(item.text) for cue in lexicon.cues("like"))
    return begun and len(told) == names and (names > 1 or (names == 1 and alike))


def key_words_as_letters(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; what only tells letters ("be de [Barcelona:place]") as a LETTER."""
    read_items: list[Item] = []
    cues = {*lexicon.signs("with"), *lexicon.signs("start")}
    addressed = {
        word
        for i in items
        if i.kind in ADDRESSES or is_password(i.label)  # "Marion1992!"
        for word in re.findall(r"[a-z]+", fold(i.text))
    }
    row = _in_a_row(dialogue, items)
    for item in items:
        if item.index in row:
            item = replace(item, kind=Kind.LETTER)
        if item.kind in NAMES and _spells(item, lexicon):
            item = replace(item, kind=Kind.LETTER)  # "[R wie Richard, E wie Emil:SURNAME]"
        if item.kind is Kind.ID and tells_by_key_words(item, lexicon):
            item = replace(item, kind=Kind.LETTER)  # "[F comme François, G comme Georges:PLATE]"
        if item.kind in KEY_WORDS and len(words(item.text)) == 1:
            before = dialogue.turns[item.turn].text[: item.start]
            letter, said_words = letter_before(before, lexicon)
            labelled = (
                read_items
                and read_items[-1].kind is Kind.LETTER
                and read_items[-1].turn == item.turn
                and " ".join(words(before[read_items[-1].end :])) in reader(lexicon).joiners
            )
            told_by = _letter_told(dialogue, read_items, item, lexicon)
            letter, labelled = letter or told_by, labelled or bool(told_by)
            # "ese de Sevilla": a letter that is a word too tells one after "con" or a label.
            cued = labelled or any(" ".join(said_words[-2:-1]) == cue for cue in cues)
            plain = said_words and said_words[-1] in LETTERS_AND_WORDS.get(lexicon.lang, ())
            owner = fold(item.text) in addressed  # "F für [Florian]", who is florian.petzold
            if letter and fold(item.text).startswith(letter) and (cued or not plain) and not owner:
                item = replace(item, kind=Kind.LETTER)
        read_items.append(item)
    return read_items


def _in_a_row(dialogue: Dialogue, items: Sequence[Item]) -> set[int]:
    """Names right behind letters that they begin with, two or more of them in a turn: "[K] [Karl],
    [L] [Ludwig]"."""
    told: dict[int, list[int]] = {}
    for letter, name in pairwise(items):
        gap = dialogue.turns[name.turn].text[letter.end : name.start]
        beside = letter.turn == name.turn and not gap.strip(" ,")
        if letter.kind is Kind.LETTER and name.kind in KEY_WORDS and beside:
            begun = fold(name.text)[:1] == fold(letter.text)
            told.setdefault(name.turn, []).extend([name.index] if begun else ())
    return {index for some in told.values() if len(some) > 1 for index in some}


def _letter_told(dialogue: Dialogue, before: Sequence[Item], item: Item, lexicon: Lexicon) -> str:
    """The labelled letter that a word tells in Basque: "[K], [Kepa] bezala"; or ""."""
    text, last = dialogue.turns[item.turn].text, before[-1] if before else None
    beside = lexicon.lang == "eu" and last is not None and last.kind is Kind.LETTER
    if last is None or not beside or last.turn != item.turn:
        return ""
    after = words(text[item.end :])[:1]
    joined = bool(after) and after[0] in reader(lexicon).joiners
    tokens = tokens_of(last, lexicon)
    told = joined and bool(tokens) and not text[last.end : item.start].strip(" ,")
    return fold(tokens[-1].letters)[-1:] if told and tokens[-1].style != "word" else ""


def but_alphabets(dialogue: Dialogue, items: Sequence[Item], lexicon: Lexicon) -> list[Item]:
    """The items; a word of an alphabet that tells a letter ("K comme [Kléber]") as a LETTER, since
    it names nobody, and a name that is spelled with such words."""
    told = key_words_as_letters(dialogue, items, lexicon)
    listed = key_word_table(lexicon)
    return [
        new if new.kind is Kind.LETTER and (said(new.text) in listed or spells) else old
        for old, new in zip(items, told, strict=True)
        for spells in (old.kind in NAMES and _spells(old, lexicon),)
    ]
