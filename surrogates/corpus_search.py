"""Where a dialogue says, outside its labels, what another dialogue of the corpus labels.

Called by `gate` and by whoever lists such places. The cost is linear in the text: each word is
looked up, whatever the number of originals. What stands between the labels is published as it was
said, so it is searched as it is; a surrogate that by chance is somebody's name elsewhere is no hit.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from surrogates.folding import WORD, fold, words
from surrogates.inflection import stems_of
from surrogates.languages import lexicon_for
from surrogates.originals import MIN_LETTERS, NAMING, Originals, Phrase, outside, own_terms
from surrogates.projections import Sign, digits_said, letters_said
from surrogates.rewrite import collect
from surrogates.search_terms import ADDRESS, GRAM, numbers_of
from surrogates.types import Dialogue

# Of the dialogues that write a common word with a capital, labels hold it in so many: then it is a
# name wherever it has one; and in so few: then nobody needs to look. Without capitals a word is
# common that OFTEN dialogues say, and labels hold RARELY.
MOSTLY, RARELY, HARDLY = 0.2, 0.1, 0.02
OFTEN = 10
ACRONYM = 5  # letters: "ANA" in capitals is no Ana
LONG = 7  # letters of a name whose inflection is found in lower case
SURE_DIGITS = 9  # of a longer number
_GAP = re.compile(
    r"[ .\-\u00ad\u200b-\u200d\u2060\u202f\u00a0]?|,? (?:y )?"
)  # between the digits of one number
_FIVE = re.compile(r"\d(?:[ .-]?\d){4}")
_ENDS = ".?!:¿¡\n"
_MASK = "\x00"


@dataclass(frozen=True, slots=True)
class Hit:
    """[start, end) of a turn says what is labelled `label` in another dialogue.

    `sure`: to be decided before the dialogue leaves; else a common word, to be looked at. Places
    with one `term` say the same.
    """

    turn: int
    start: int
    end: int
    label: str
    sure: bool
    term: Phrase


class _Search:
    """One dialogue under search."""

    def __init__(self, known: Originals, dialogue: Dialogue) -> None:
        self.known = known
        self.dialogue = dialogue
        self.items, _nested = collect(dialogue)
        self.lang = dialogue.lang
        self.lexicon = lexicon_for(self.lang)
        self.own = own_terms(self.items, self.lexicon).keys()
        self.own_words = {word for item in self.items for word in words(item.text)}
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
            found = list(WORD.finditer(text))
            keys = [head_of(known, m.group(), self.lang) or fold(m.group()) for m in found]
            at = 0
            while at < len(keys):
                phrase = self._longest(keys, at)
                if phrase is None:
                    at += 1
                    continue
                first, last = found[at], found[at + len(phrase) - 1]
                sure = self._weigh(phrase, text, first.start(), last.end())
                if sure is not None:
                    label = known.terms[phrase].label
                    start, end = first.start() + offset, last.end() + offset
                    yield Hit(turn, start, end, label, sure, phrase)
                at += len(phrase)

    def _longest(self, keys: Sequence[str], at: int) -> Phrase | None:
        for phrase in self.known.heads.get(keys[at], ()):
            if tuple(keys[at : at + len(phrase)]) == phrase and not self._is_own(phrase):
                return phrase
        return None

    def _is_own(self, phrase: Phrase) -> bool:
        """What the dialogue labels itself, the search for its own originals has found."""
        return phrase in self.own or self.own_words.issuperset(phrase) or phrase in self.known.fine

    def _weigh(self, phrase: Phrase, text: str, start: int, end: int) -> bool | None:
        """True: a hit to decide; False: a common word to look at; None: nobody's."""
        known, term, said = self.known, self.known.terms[phrase], text[start:end]
        short = len(phrase) == 1 and len(phrase[0]) <= MIN_LETTERS
        ordinary = all(known.is_ordinary(word, self.lexicon) for word in phrase)
        if phrase in known.exact:
            return not ordinary or not "".join(phrase).isalpha()
        if term.kind not in NAMING:  # its words are anybody's but with a capital
            return True if not (ordinary or said.islower()) else None
        if self.cased and said.islower():
            return None if ordinary or short else True
        share = known.share(phrase)
        if not self.cased:
            rare = share < RARELY and known.plain[phrase[0]] >= OFTEN
            common = ordinary or short or (rare and phrase[0] not in self.lexicon.name_by_key)
            return not common or (False if share >= HARDLY else None)
        if said.isupper() and len(said) <= ACRONYM and not term.shouted:
            return False if share >= HARDLY else None
        if not ordinary:
            return True
        before = text[:start].rstrip()
        begins = not before or before[-1] in _ENDS
        return (not begins and share >= MOSTLY) if share >= HARDLY else None

    def addresses(self) -> Iterator[Hit]:
        """Addresses, hosts and parts of them."""
        own = numbers_of(self.items, self.lexicon).addresses
        for turn, offset, text in self.stretches:
            if "@" not in text and "." not in text:
                continue
            for match in ADDRESS.finditer(text):
                part = address_in(self.known, match.group())
                if part and part not in own:
                    start, end = match.start() + offset, match.end() + offset
                    yield Hit(turn, start, end, self.known.addresses[part], True, (part,))

    def rows(self) -> list[list[tuple[int, str]]]:
        """The turns of each speaker, labels masked: a number or a name may be said in pieces."""
        texts = [list(turn.text) for turn in self.dialogue.turns]
        for item in self.items:
            texts[item.turn][item.start : item.end] = _MASK * (item.end - item.start)
        rows: dict[str, list[tuple[int, str]]] = {}
        for number, turn in enumerate(self.dialogue.turns):
            rows.setdefault(turn.speaker, []).append((number, "".join(texts[number])))
        return list(rows.values())

    def digits(self, rows: list[list[tuple[int, str]]]) -> Iterator[Hit]:
        """Numbers in figures and words, each said in one turn."""
        own, counts = numbers_of(self.items, self.lexicon), self.lexicon.number_keys
        for turn, text in (each for row in rows for each in row):
            if not _FIVE.search(text) and sum(fold(w) in counts for w in WORD.findall(text)) < 3:
                continue
            for signs in _numbers(text, digits_said(text, turn, self.lexicon)):
                said = "".join(sign.char for sign in signs)
                label = self.known.numbers.get(said)
                figures = text[signs[0].start : signs[-1].end]
                if label is not None and (figures == said or not any(map(str.isdecimal, figures))):
                    if said in own.numbers:
                        continue
                    # Said by many, and labelled by few: a price, a year.
                    bare, labelled = self.known.high[said], self.known.labelled[said]
                    yield _hit(signs, label, sure=bare < OFTEN or labelled >= bare * MOSTLY)
                    continue
                shown = [gram for gram in _grams(said) if gram in self.known.grams]
                if not shown or not own.grams.keys().isdisjoint(shown):
                    continue
                if len(shown) + GRAM - 1 >= min(SURE_DIGITS, len(said)):
                    yield _hit(signs, self.known.grams[shown[0]], sure=True)

    def letters(self, rows: list[list[tuple[int, str]]]) -> Iterator[Hit]:
        """Names spelled out."""
        for row in rows:
            for signs in letters_said(row, self.lexicon):
                name = "".join(sign.char for sign in signs)
                label = self.known.spelled.get(name)
                if label is not None and name not in self.own_words:
                    here = [sign for sign in signs if sign.turn == signs[0].turn]
                    yield _hit(here, label, sure=True)


def find_known(known: Originals, dialogue: Dialogue) -> list[Hit]:
    """Every place outside the labels that says an original of another dialogue, in order.

    What the dialogue labels itself is left to `leaks`. Names side by side under one label are one
    place; a common word is told once.
    """
    search = _Search(known, dialogue)
    found = [*search.words(), *(search.addresses() if known.addresses else ())]
    rows = search.rows() if known.numbers or known.grams or known.spelled else []
    if known.numbers or known.grams:
        found += search.digits(rows)
    if known.spelled:
        found += search.letters(rows)
    found.sort(key=lambda hit: (hit.turn, hit.start, -hit.end))
    return list(_once(_joined(_apart(found), dialogue)))


def shows_known(known: Originals, texts: Iterable[str], lang: str) -> bool:
    """Whether texts beside the turns (ids, speakers, keys, file names) say an original."""
    lexicon = lexicon_for(lang)
    for text in texts:
        keys = words(text.replace("_", " "))
        for at, key in enumerate(keys):
            for phrase in known.heads.get(key, ()):
                said = keys[at : at + len(phrase)] == phrase and phrase not in known.fine
                if said and not all(known.is_ordinary(word, lexicon) for word in phrase):
                    return True
        if address_in(known, text):
            return True
        digits = re.findall(r"\d+", re.sub(r"(?<=\d)[ .-](?=\d)", "", text))
        if any(n in known.numbers or any(g in known.grams for g in _grams(n)) for n in digits):
            return True
    return False


def head_of(known: Originals, word: str, lang: str) -> str:
    """The first word of something that is searched for, if a word is it ("Mikelek": Mikel).

    Else "", as for most words; known for each as it is written.
    """
    seen = known.telling.get((lang, word))
    if seen is None:
        key = fold(word)
        forms = [key] if key in known.heads else [*_stems(word, lang)] if len(key) > 3 else []
        seen = next((form for form in forms if form in known.heads), "")
        known.telling[lang, word] = seen
    return seen


def _stems(word: str, lang: str) -> Iterable[str]:
    """In lower case of long names alone: "mendian" is a hill, and no Mendi."""
    stems = stems_of(word, lang)
    return [stem for stem in stems if len(stem) >= LONG] if word.islower() else stems


def address_in(known: Originals, text: str) -> str:
    """The known address that a text is or holds, or ""."""
    parts = {fold(text), *re.split(r"[@/:]", fold(text))}
    labels = {label for part in parts if "." in part for label in part.split(".")}
    return next((part for part in (*parts, *labels) if part in known.addresses), "")


def _grams(number: str) -> Iterator[str]:
    return (number[i : i + GRAM] for i in range(len(number) - GRAM + 1))


def _numbers(text: str, signs: list[Sign]) -> Iterator[list[Sign]]:
    """Digits of one turn that nothing but a separator stands between."""
    row: list[Sign] = []
    for sign in signs:
        if row and sign.start > row[-1].end and not _GAP.fullmatch(text, row[-1].end, sign.start):
            yield row
            row = []
        row.append(sign)
    if row:
        yield row


def _hit(signs: Sequence[Sign], label: str, *, sure: bool) -> Hit:
    said = "".join(sign.char for sign in signs)
    return Hit(signs[0].turn, signs[0].start, max(s.end for s in signs), label, sure, (said,))


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
    return Hit(first.turn, first.start, last.end, first.label, sure, term)


def _once(hits: Iterable[Hit]) -> Iterator[Hit]:
    told: set[Phrase] = set()
    for hit in hits:
        if not hit.sure:
            if hit.term in told:
                continue
            told.add(hit.term)
        yield hit
