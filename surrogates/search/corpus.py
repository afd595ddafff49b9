"""Where a dialogue says, outside its labels, what another dialogue of the corpus labels.

Called by `gate` and by whoever lists such places. The cost is linear in the text: each word is
looked up, whatever the number of originals. What stands between the labels is published as it was
said, so it is searched as it is; a surrogate that by chance is somebody's name elsewhere is no hit.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from surrogates.folding import WORD, fold, letters_only, run_together, words
from surrogates.labels import ADDRESSES, CLOSED, TRAITS, Kind
from surrogates.languages import lexicon_for
from surrogates.languages.common_nouns import items_of
from surrogates.languages.inflection import stems_of
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item, outside
from surrogates.search.certainty import weigh
from surrogates.search.embedded_names import glued
from surrogates.search.originals import MANY, MIN_LETTERS, Originals, Phrase, own_terms
from surrogates.search.spoken import grams_of, number_hits, rows_of, spelled_hits
from surrogates.search.terms import ADDRESS, numbers_of
from surrogates.types import Dialogue, Hit

LONG = 7  # letters of a name whose inflection is found in lower case
LONG_GIVEN = 4  # of a given name of the lexicon


def _word_by_word(item: Item) -> bool:
    """Whether `leaks` searches for each word of a mention; of the others for the whole alone."""
    if item.kind is Kind.OTHER:
        return len(words(item.text)) == 1
    return item.kind not in ADDRESSES | CLOSED | TRAITS


class _Search:
    """One dialogue under search."""

    def __init__(self, known: Originals, dialogue: Dialogue) -> None:
        self.known = known
        self.dialogue = dialogue
        self.lang = dialogue.lang
        self.lexicon = lexicon_for(self.lang)
        self.items, _nested = items_of(dialogue, self.lexicon)
        self.own = own_terms(self.items, self.lexicon).keys()
        searched = filter(_word_by_word, self.items)
        self.own_words = {word for item in searched for word in words(item.text)}
        self.stretches = list(outside(dialogue, self.items))
        # Of letters all small or all large a capital tells nothing.
        letters = "".join(text for _turn, _start, text in self.stretches)
        self.cased = not (letters == letters.lower() or letters == letters.upper())

    def words(self) -> Iterator[Hit]:
        """Names, and rows of words."""
        known = self.known
        for turn, offset, text in self.stretches:
            if not any(head_of(known, word, self.lang) for word in WORD.findall(text)):
                continue
            matches = list(WORD.finditer(text))
            keys = [head_of(known, m.group(), self.lang) or fold(m.group()) for m in matches]
            whole, at = self.dialogue.turns[turn].text, 0
            while at < len(keys):
                size = 1
                for phrase in self._at(keys, at):
                    last = matches[at + len(phrase) - 1]
                    start, end = matches[at].start() + offset, last.end() + offset
                    sure = weigh(known, self.lexicon, phrase, whole, start, end, self.cased)
                    if sure is not None:
                        term = known.terms[phrase]
                        yield Hit(turn, start, end, term.label, sure, phrase, term.said)
                        size = len(phrase)
                        break
                at += size

    def _at(self, keys: Sequence[str], at: int) -> Iterator[Phrase]:
        """What is said from a word on, the longest first."""
        for phrase in self.known.heads.get(keys[at], ()):
            if tuple(keys[at : at + len(phrase)]) == phrase and not self._is_own(phrase):
                yield phrase

    def _is_own(self, phrase: Phrase) -> bool:
        """What the dialogue labels itself, the search for its own originals has found."""
        return phrase in self.own or self.own_words.issuperset(phrase) or phrase in self.known.fine

    def glued(self) -> Iterator[Hit]:
        """Names inside addresses, hashtags and the like."""
        known = self.known
        own_letters = {letters_only("".join(phrase)) for phrase in self.own}
        for turn, offset, text in self.stretches:
            for start, end, name in glued(text, known.spelled, self._is_plain):
                if name not in own_letters:
                    label = known.spelled[name]
                    yield Hit(turn, start + offset, end + offset, label, True, (name,))

    def _is_plain(self, word: str) -> bool:
        return is_plain(self.known, word, self.lexicon)

    def addresses(self) -> Iterator[Hit]:
        """Addresses, hosts and parts of them."""
        own_addresses = numbers_of(self.items, self.lexicon).addresses
        for turn, offset, text in self.stretches:
            if "@" not in text and "." not in text:
                continue
            for match in ADDRESS.finditer(text):
                part = address_in(self.known, match.group())
                if part and part not in own_addresses:
                    start, end = match.start() + offset, match.end() + offset
                    yield Hit(turn, start, end, self.known.addresses[part], True, (part,))


def find_known(known: Originals, dialogue: Dialogue) -> list[Hit]:
    """Every place outside the labels that says an original of another dialogue, in order."""
    search = _Search(known, dialogue)
    hits = [*search.words(), *(search.addresses() if known.addresses else ())]
    hits += search.glued() if known.spelled else ()
    if known.numbers or known.grams or known.spelled:
        rows = rows_of(dialogue, search.items)
        hits += number_hits(known, rows, search.items, search.lexicon)
        hits += spelled_hits(known, rows, search.own_words, search.lexicon)
    hits.sort(key=lambda hit: (hit.turn, hit.start, -hit.end))
    # Names side by side under one label are one place; a common word is told once.
    return list(_once(_joined(_apart(hits), dialogue)))


def shows_known(known: Originals, texts: Iterable[str], lang: str) -> bool:
    """Whether texts beside the turns (ids, speakers, keys, file names) say an original."""
    lexicon = lexicon_for(lang)
    for text in texts:
        keys = words(text.replace("_", " "))
        for at, key in enumerate(keys):
            for phrase in known.heads.get(key, ()):
                said = keys[at : at + len(phrase)] == phrase and phrase not in known.fine
                said = said and not known.terms[phrase].needs_type
                if said and not all(known.is_ordinary(word, lexicon) for word in phrase):
                    return True
        if address_in(known, text):
            return True
        if any(glued(text, known.spelled, lambda word: is_plain(known, word, lexicon))):
            return True
        digits = re.findall(r"\d+", re.sub(r"(?<=\d)[ .-](?=\d)", "", text))
        if any(n in known.numbers or any(g in known.grams for g in grams_of(n)) for n in digits):
            return True
    return False


def is_plain(known: Originals, word: str, lexicon: Lexicon) -> bool:
    """Whether a word is a common one, or said not to name anybody."""
    key = fold(word)
    return known.is_ordinary(key, lexicon) or known.plain[key] >= MANY or (key,) in known.fine


def head_of(known: Originals, word: str, lang: str) -> str:
    """The first word of what is searched for that a word is ("Mikelek": Mikel), or ""."""
    seen = known.telling.get((lang, word))
    if seen is None:
        key = fold(word)
        forms = [key] if key in known.heads else [run_together(key), *_stems(word, lang)]
        seen = next((form for form in forms if form in known.heads), "")
        known.telling[lang, word] = seen
    return seen


def _stems(word: str, lang: str) -> Iterable[str]:
    """In lower case of long and of given names alone: "mendian" is a hill, and no Mendi."""
    stems = stems_of(word, lang) if len(word) > MIN_LETTERS else ()
    if not word.islower():
        return stems
    return [stem for stem in stems if len(stem) >= LONG or _is_given(stem, lexicon_for(lang))]


def _is_given(key: str, lexicon: Lexicon) -> bool:
    listed = key in lexicon.name_by_key and key not in lexicon.homographs
    return listed and len(key) >= LONG_GIVEN


def address_in(known: Originals, text: str) -> str:
    """The known address that a text is or holds, or ""."""
    parts = {fold(text), *re.split(r"[@/:]", fold(text))}
    labels = {label for part in parts if "." in part for label in part.split(".")}
    return next((part for part in (*parts, *labels) if part in known.addresses), "")


def _apart(hits: Iterable[Hit]) -> Iterator[Hit]:
    """The longest of hits that begin together, none inside another."""
    turn, end = -1, 0
    for hit in hits:
        if hit.turn != turn or hit.start >= end:
            turn, end = hit.turn, hit.end
            yield hit


def _joined(hits: Iterable[Hit], dialogue: Dialogue) -> Iterator[Hit]:
    """Names side by side under one label as one place: "Laura García"."""
    row: list[Hit] = []
    for hit in hits:
        if row:
            last = row[-1]
            between = dialogue.turns[hit.turn].text[last.end : hit.start]
            if (last.turn, last.label) != (hit.turn, hit.label) or between != " ":
                yield _whole(row)
                row = []
        row.append(hit)
    if row:
        yield _whole(row)


def _whole(row: Sequence[Hit]) -> Hit:
    first, last = row[0], row[-1]
    term = tuple(word for hit in row for word in hit.term)
    sure = any(hit.sure for hit in row)
    said = any(hit.said for hit in row)
    return Hit(first.turn, first.start, last.end, first.label, sure, term, said)


def _once(hits: Iterable[Hit]) -> Iterator[Hit]:
    seen: set[Phrase] = set()
    for hit in hits:
        if not hit.sure:
            if hit.term in seen:
                continue
            seen.add(hit.term)
        yield hit
