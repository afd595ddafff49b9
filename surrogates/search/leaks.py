"""Searches a replaced dialogue for its originals: as words, as digits, as spelled letters.

A leak tells where and how, never what. Words of closed classes (uno, mayo, uve) are no leaks by
themselves: they stand in any text. The cost is linear in the text: originals are hashed, and each
word, row of digits and row of letters is looked up.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from surrogates.codes import LeakKind
from surrogates.folding import WORD, fold, run_together
from surrogates.labels import CLOSED, NAMES, Kind, kind_of
from surrogates.languages import lexicon_for, load_lexicon
from surrogates.languages.cardinals import says_one_number
from surrogates.languages.common_nouns import items_of
from surrogates.languages.common_parts import tell_things
from surrogates.languages.inflection import stems_of
from surrogates.languages.letters import LETTERS_AND_WORDS
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.numerals import scale_words
from surrogates.languages.told_letters import but_alphabets
from surrogates.rewrite import Item, collect
from surrogates.search.embedded_names import glued
from surrogates.search.projections import Sign, digits_said, letters_said
from surrogates.search.spelled_codes import codes_of, read_out
from surrogates.search.terms import ADDRESS, GRAM, TAILS, Terms, common_words, terms_of
from surrogates.types import Dialogue, Leak, Mention, Turn

# The label inside a placeholder may share a word with an original.
_PLACEHOLDER = re.compile(r"\[[A-Z0-9_]+\]")
_OPENING = re.compile(r"(?:^|[.!?…:]\s*)[¡¿«\"“(—–-]*\s*$")
MIN_LETTERS = 4
SHORT = 3  # letters of a name that a row of single characters may be by chance
# From here on a row of letters or digits is no chance, wherever it stands in a longer one.
SURE_LETTERS = 6
PIECES = 8  # of one number: "mille neuf cent quatre vingt dix neuf"
AROUND = 5  # words before a name in which a cue may stand
BESIDE = 2  # characters between two pieces of one number (", ")
BESIDE_SPANISH = frozenset({"ca", "eu", "gl", "ast"})


def scan(original: Dialogue, replaced: Dialogue) -> list[Leak]:
    """Every place in `replaced` that shows an original of `original`, in order of appearance."""
    lexicon = lexicon_for(original.lang)
    items = tell_things(items_of(original, lexicon)[0], lexicon)
    items = but_alphabets(original, items, lexicon)
    terms = terms_of(original, items, lexicon)
    masked = [_PLACEHOLDER.sub(lambda m: " " * len(m.group()), t.text) for t in replaced.turns]
    leaks: list[Leak] = []
    for number, text in enumerate(masked):
        mentions = replaced.turns[number].mentions
        leaks += _words(text, number, mentions, terms, original.lang, lexicon)
        if terms.addresses:
            leaks += _addresses(text, number, terms)
        if terms.spelled:
            leaks += _glued(text, number, terms, lexicon)
    for row in _by_speaker(replaced.turns, masked):
        for spoken in (lexicon, *_beside(original.lang)):
            if terms.grams or terms.numbers:
                leaks += _digits(row, terms, spoken)
            for signs in letters_said(row, spoken) if terms.spelled else ():
                leaks += _letters(signs, terms, dict(row), spoken.lang)
    outside = ((n, text, replaced.turns[n].mentions) for n, text in enumerate(masked))
    leaks += [
        _leak(signs, LeakKind.LETTERS, mention)
        for signs, mention in read_out(outside, codes_of(items), lexicon)
    ]
    dated = _pieces_of_dates(original, items, lexicon)
    scales = scale_words(original.lang, lexicon)
    leaks += _unchanged(items, collect(replaced)[0], scales, dated)
    return sorted(_once(leaks), key=lambda k: (k.turn, k.start, k.kind))


def _once(leaks: Iterable[Leak]) -> Iterator[Leak]:
    """Each place once per kind; a word that is a name is not a relative, too."""
    places: dict[tuple[int, int, str], Leak] = {}
    for leak in leaks:
        kind = LeakKind.WORD if leak.kind in (LeakKind.RELATED, LeakKind.HOMOGRAPH) else leak.kind
        places.setdefault((leak.turn, leak.start, kind), leak)
    return iter(places.values())


def _beside(lang: str) -> tuple[Lexicon, ...]:
    """Spanish beside the languages whose speakers often switch to it."""
    code = lang.split("-")[0].lower()
    return (load_lexicon("es"),) if code in BESIDE_SPANISH else ()


def _by_speaker(turns: Iterable[Turn], texts: Iterable[str]) -> list[list[tuple[int, str]]]:
    """The turns of each speaker: a number or a name may be said in pieces."""
    rows: dict[str, list[tuple[int, str]]] = {}
    for number, (turn, text) in enumerate(zip(turns, texts, strict=True)):
        rows.setdefault(turn.speaker, []).append((number, text))
    return list(rows.values())


def _words(
    text: str,
    turn: int,
    mentions: Iterable[Mention],
    terms: Terms,
    lang: str,
    lexicon: Lexicon,
) -> Iterator[Leak]:
    said = WORD.findall(text)
    for word in said:
        if word not in terms.telling:
            terms.telling[word] = _may_tell(word, terms, lang)
    if not any(map(terms.telling.__getitem__, said)):
        return
    matches = list(WORD.finditer(text))
    keys = [fold(m.group()) for m in matches]
    for i, (match, key) in enumerate(zip(matches, keys, strict=True)):
        for phrase, kind, mention in terms.phrases.get(key, ()):
            if tuple(keys[i : i + len(phrase)]) == phrase:
                end = matches[i + len(phrase) - 1].end()
                yield Leak(turn, match.start(), end, kind, mention)
        name = key if key in terms.names else _stem_in(match.group(), lang, terms.names)
        if name:
            # German writes every noun with a capital: "Klinik" tells no more there than "clinic".
            common = lexicon.lang == "de" and name in lexicon.sector_of_head
            low = match.group().islower() or _opens(text, match.start(), name, terms, lexicon)
            ordinary = common or (low and name in lexicon.homographs)
            if name in terms.lowered and ordinary:  # capitals say nothing: what is around it does
                ordinary = not _names_somebody(text, match, mentions, lexicon)
            kind = LeakKind.HOMOGRAPH if ordinary else LeakKind.WORD
            yield Leak(turn, match.start(), match.end(), kind, terms.names[name])
        elif key in terms.related and _is_name(text, match, terms, lexicon):
            yield Leak(turn, match.start(), match.end(), LeakKind.RELATED, terms.related[key])
        elif key in terms.inhabitants:
            told, mention = terms.inhabitants[key]
            yield Leak(turn, match.start(), match.end(), told, mention)


def _opens(text: str, start: int, name: str, terms: Terms, lexicon: Lexicon) -> bool:
    """Whether a word has its capital from a sentence that begins there, of a mention without any
    that is nobody's name: "Cap problema" beside "[cap d'estudis]"."""
    named = name in lexicon.name_by_key or name in lexicon.surname_keys
    return name in terms.lowered and not named and bool(_OPENING.search(text[:start]))


def _names_somebody(
    text: str, match: re.Match[str], mentions: Iterable[Mention], lexicon: Lexicon
) -> bool:
    """Whether an ordinary word is a name by what stands around it: "me llamo dolores", "doña paz",
    a name beside it, nothing else in the turn."""
    start, end = match.span()
    for each in mentions:
        between = text[each.end : start] if each.end <= start else text[end : each.start]
        if kind_of(each.label) in NAMES and between.isspace():
            return True
    before, after = ([*map(fold, WORD.findall(part))] for part in (text[:start], text[end:]))
    if all(word in lexicon.fillers for word in (*before, *after)):
        return True
    for word in {*before[-1:], *after[:1]} - lexicon.homographs:
        if word in lexicon.name_by_key or word in lexicon.surname_keys:
            return True
    return f" {' '.join(before[-AROUND:])}".endswith(_naming_cues(lexicon))


@lru_cache(maxsize=32)
def _naming_cues(lexicon: Lexicon) -> tuple[str, ...]:
    """What is said right before a name, each after a blank."""
    kinds = ("name_intro", "presented", "title", "kin")
    return tuple(f" {cue}" for kind in kinds for cue in lexicon.cues(kind))


def _may_tell(word: str, terms: Terms, lang: str) -> bool:
    """Whether a word is, or begins, something that is searched for; most turns hold none."""
    key = fold(word)
    listed = (terms.names, terms.related, terms.phrases, terms.inhabitants)
    return any(key in terms_of_kind for terms_of_kind in listed) or bool(
        _stem_in(word, lang, terms.names)
    )


def _is_name(text: str, match: re.Match[str], terms: Terms, lexicon: Lexicon) -> bool:
    """Whether a word that might be a short form stands there as a name."""
    word = match.group()
    # An ordinary word ("Will") is one only where nothing but a name has a capital.
    if fold(word) in lexicon.homographs:
        before = text[: match.start()].rstrip()
        inside = bool(before) and before[-1] not in ".?!:¿¡"
        return inside and not word.islower() and lexicon.lang != "de"
    return terms.all_lower or not word.islower()


def _stem_in(word: str, lang: str, names: dict[str, str]) -> str:
    """The name that an inflected word stands on ("Mikelek"; "O'Dea": Odea), or ""."""
    joined = run_together(fold(word))
    if joined in names:
        return joined
    if word.islower() and word.isascii() and len(word) < MIN_LETTERS:
        return ""
    return next((stem for stem in stems_of(word, lang) if stem in names), "")


def _addresses(text: str, turn: int, terms: Terms) -> Iterator[Leak]:
    """Addresses and hosts that hold an original one."""
    for match in ADDRESS.finditer(text):
        parts = {fold(match.group()), *re.split(r"[@/:]", fold(match.group()))}
        labels = {label for part in parts if "." in part for label in part.split(".")}
        mention = next((terms.addresses[p] for p in (*parts, *labels) if p in terms.addresses), "")
        if mention:
            yield Leak(turn, match.start(), match.end(), LeakKind.ADDRESS, mention)


def _glued(text: str, turn: int, terms: Terms, lexicon: Lexicon) -> Iterator[Leak]:
    """Names of people inside addresses, hashtags, user names."""
    common = common_words(lexicon)
    for start, end, name in glued(text, terms.spelled, lambda word: fold(word) in common):
        yield Leak(turn, start, end, LeakKind.ADDRESS, terms.spelled[name])


def _digits(row: list[tuple[int, str]], terms: Terms, lexicon: Lexicon) -> Iterator[Leak]:
    """Numbers in figures and words, split by fillers and turns or not."""
    signs = [sign for turn, text in row for sign in digits_said(text, turn, lexicon)]
    digits = "".join(sign.char for sign in signs)
    first = -1
    for i in range(len(digits) - GRAM + 2):
        if digits[i : i + GRAM] in terms.grams:
            first = i if first < 0 else first
        elif first >= 0:
            owner = terms.grams[digits[first : first + GRAM]]
            yield _leak(signs[first : i + GRAM - 1], LeakKind.DIGITS, owner)
            first = -1
    for size in terms.number_sizes:
        for i in range(len(digits) - size + 1):
            mention = terms.numbers.get(digits[i : i + size])
            if mention is not None and _apart(signs, i, i + size):
                yield _leak(signs[i : i + size], LeakKind.DIGITS, mention)
    for size in TAILS if terms.tails else ():
        for i in range(len(digits) - size + 1):
            mention = terms.tails.get(digits[i : i + size])
            if mention is not None and _apart(signs, i, i + size, BESIDE):
                yield _leak(signs[i : i + size], LeakKind.DIGITS, mention)


def _apart(signs: list[Sign], start: int, end: int, gap: int = 0) -> bool:
    """Whether digits of one turn are in no longer figure, nor in a row with `gap` signs between."""
    one, two = signs[start], signs[end - 1]
    before = signs[start - 1] if start else None
    after = signs[end] if end < len(signs) else None
    return (
        one.turn == two.turn
        and (before is None or before.turn != one.turn or before.end + gap < one.start)
        and (after is None or after.turn != two.turn or two.end + gap < after.start)
    )


def _letters(
    signs: list[Sign], terms: Terms, texts: Mapping[int, str], lang: str
) -> Iterator[Leak]:
    """Names spelled out: "L, A, U, R, A"."""
    letters = "".join(sign.char for sign in signs)
    for size in terms.spelled_sizes:
        if size < SURE_LETTERS and len(letters) > size + 1:
            continue
        for i in range(len(letters) - size + 1):
            mention = terms.spelled.get(letters[i : i + size])
            if mention is not None and (size > SHORT or _by_name(signs[i : i + size], texts, lang)):
                yield _leak(signs[i : i + size], LeakKind.LETTERS, mention)


def _by_name(signs: list[Sign], texts: Mapping[int, str], lang: str) -> bool:
    """Whether one of the letters is said by a name that is no ordinary word."""
    signs_said = {fold(texts[sign.turn][sign.start : sign.end]) for sign in signs}
    # "a ene a" spells; "a n a" and "a de a" may be anything.
    return any(len(word) > 1 and word not in LETTERS_AND_WORDS.get(lang, ()) for word in signs_said)


def _leak(signs: list[Sign], kind: LeakKind, mention: str) -> Leak:
    """A leak in the turn where it begins."""
    first = signs[0]
    end = max(sign.end for sign in signs if sign.turn == first.turn)
    return Leak(first.turn, first.start, end, kind, mention)


def _pieces_of_dates(
    dialogue: Dialogue, items: list[Item], lexicon: Lexicon
) -> dict[int, tuple[int, int]]:
    """Pieces of one number in words beside a date ("[setenta] y [cinco]"): first and last item."""
    dated = {item.turn for item in items if item.kind is Kind.DATE}
    pieces: dict[int, tuple[int, int]] = {}
    start = 0
    while start < len(items):
        end = start
        for last in range(start + 1, min(start + PIECES, len(items))):
            one, two = items[start], items[last]
            if two.turn != one.turn or two.turn not in dated or two.kind not in CLOSED:
                break
            if says_one_number(lexicon, dialogue.turns[one.turn].text[one.start : two.end]):
                end = last
        for piece in range(start, end + 1) if end > start else ():
            pieces[piece] = (start, end)
        start = end + 1
    return pieces


def _unchanged(
    old: list[Item],
    new: list[Item],
    scales: frozenset[str],
    dated: Mapping[int, tuple[int, int]],
) -> Iterator[Leak]:
    """Closed-class mentions whose text is what it was.

    Left out are "mil" inside a number, and a piece of a year or a day that changed as a whole.
    """
    by_key = {item.key: item for item in old}
    aligned = len(old) == len(new)
    for i, item in enumerate(new):
        before = old[i] if aligned else by_key.get(item.key)
        if before is None or before.kind not in CLOSED or before.kind is Kind.LETTER:
            continue
        first, last = dated.get(i, (i, i))
        if aligned and any(fold(old[j].text) != fold(new[j].text) for j in range(first, last + 1)):
            continue
        if fold(before.text) == fold(item.text) and fold(item.text) not in scales:
            yield Leak(item.turn, item.start, item.end, LeakKind.UNCHANGED, before.key)
