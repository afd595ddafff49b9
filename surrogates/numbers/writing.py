"""Writes the drawn digits of a number back in the words or figures that it had."""

from collections.abc import Callable, Iterable, Sequence

from surrogates.folding import cased_like, fold, strip_accents
from surrogates.languages.numerals import Numerals, Style
from surrogates.languages.numerals.roman import say_roman
from surrogates.numbers.alphabets import alphabet_beside, words_of
from surrogates.numbers.slots import Cut, Slot
from surrogates.numbers.tokens import Token
from surrogates.rewrite import Item

Now = Callable[[Iterable[int]], str]


def write_items(items: Sequence[Item], cut: Cut, styles: Sequence[Style], now: Now) -> list[str]:
    """The items' texts with every slot replaced; separators and fillers stay."""
    changes: list[list[tuple[int, int, str]]] = [[] for _ in items]
    for slot, style in zip(cut.slots, styles, strict=True):
        for place, start, end, text in _write(slot, cut, style, now(slot.values)):
            changes[place].append((start, end, text))
    written: list[str] = []
    for item, changes_here in zip(items, changes, strict=True):
        text = item.text
        for start, end, new in sorted(changes_here, reverse=True):
            text = text[: start - item.start] + new + text[end - item.start :]
        written.append(cut.numerals.mend(text))
    return written


def _write(slot: Slot, cut: Cut, style: Style, digits: str) -> Iterable[tuple[int, int, int, str]]:
    """(item, start, end, text) of each stretch of a slot; offsets in the turn."""
    token = slot.tokens[0]
    if slot.style == "word" and slot.reading is not None:
        old, new = slot.reading.value, int(digits[0] if slot.times > 1 else digits)
        yield from _write_words(slot, cut.numerals, style, old, new)
    else:
        yield token.item, token.start, token.end, _single(slot, token, cut, digits)


def _single(slot: Slot, token: Token, cut: Cut, digits: str) -> str:
    """A figure, letter, ordinal or Roman figure."""
    if slot.style == "figure":
        return digits[0]
    if slot.style == "letter":
        return digits.lower() if token.text.islower() else digits
    if slot.style == "roman":
        return say_roman(int(digits))
    if slot.style == "spoken":
        word = cut.lexicon.letters.get(digits.lower(), digits)
    elif slot.style == "alphabet":
        name = alphabet_beside(cut.tokens, token, cut.numerals, cut.lexicon)
        word = next(iter(words_of(cut.lexicon, name).get(digits.lower(), ())), digits)
    elif slot.style == "keyword":
        words = cut.lexicon.alphabet.get("common", {}).get(digits.lower(), ())
        others = [w for w in words if fold(w) != token.key]
        others.sort(key=lambda w: w.islower() != token.text.islower())
        if others and not others[0].islower():
            return others[0]  # a name keeps its capital
        word = others[0] if others else digits
    else:
        word = ordinals_like(cut.numerals, slot)[int(digits)]
    return cased_like(word, token.text)


def ordinals_like(numerals: Numerals, slot: Slot) -> dict[int, str]:
    """Digits of a slot -> the ordinal that may stand there; its tens where a unit follows."""
    if slot.word is None:
        tens = {n: numerals.say(10 * n) for n in range(2, 10)}
        return {n: form for n, form in tens.items() if numerals.say(10 * n + 2).startswith(form)}
    forms = numerals.like_ordinal(slot.word)
    if slot.scale == 1:
        return forms
    return {n // 10: form for n, form in forms.items() if n % 10 == 0 and 20 <= n < 100}


def _write_words(
    slot: Slot, numerals: Numerals, style: Style, old: int, new: int
) -> Iterable[tuple[int, int, int, str]]:
    was, now = numerals.say(old, style), numerals.say(new, style)
    if slot.whole:
        first, last = slot.tokens[0], slot.tokens[-1]
        text = "".join(t.lead * (k > 0) + t.text for k, t in enumerate(slot.tokens))
        yield first.item, first.start, last.end, respell(text, was, now)
        return
    for token, word in zip(slot.tokens, parts(numerals, now), strict=True):
        if token.item >= 0:
            yield token.item, token.start, token.end, cased_like(word, token.text)


def parts(numerals: Numerals, said: str) -> list[str]:
    """The words of a number as it was said, hyphens cut."""
    return said.replace("-", " ").split()


def respell(text: str, was: str, now: str) -> str:
    """`now` spelled as `text` spells `was`: hyphens, accents and capitals as its writer had them.

    respell("vint i un", "vint-i-un", "trenta-dos") is "trenta dos".
    """
    typed, usual = fold(text), fold(was)
    if typed == usual.replace("-", " ") != usual:
        now = now.replace("-", " ")
    elif typed == usual.replace(" ", "-") != usual:
        now = now.replace(" ", "-")
    if text.isascii() and not was.isascii() and typed.replace("-", " ") == usual.replace("-", " "):
        now = strip_accents(now).replace("ß", "ss")
    return cased_like(now, text)
