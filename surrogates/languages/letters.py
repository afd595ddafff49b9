"""Reads letters in a text and says letters: single characters, spoken names, key words, marks.

Everything that differs between languages is in `letters.tsv`, `alphabet.tsv` and `signs.tsv`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from surrogates.folding import apply_case, case_pattern, cased_like, fold, lead_of, plain_letter
from surrogates.languages.lexicon import Lexicon
from surrogates.rewrite import Item

WORD = re.compile(r"\b[Xx]-[Rr]ay\b|[^\W\d_]+")
_CLIPPED = re.compile(r"(?<=[^\W\d_])['’](?:m|s|d|t|re|ll|ve)\b", re.IGNORECASE)
_WORD_OR_CLIP = re.compile(rf"'|{WORD.pattern}")
LOOK_BACK = 40  # characters before a key word in which its letter is named
# Names of letters that are words of their own: "with you", "avec elle" speak of no letter.
_WORDS_TEXT = {
    "es": "a e o u y de te ese",
    "ca": "a e i o u de te",
    "fr": "a à y ce ces de des elle est te",
    "en": "a i o you oh are why see tea eye bee ex",
    "de": "er es",
}
LETTERS_AND_WORDS = {lang: frozenset(text.split()) for lang, text in _WORDS_TEXT.items()}
AFTER_AN = frozenset("aefhilmnorsx")  # an F, an M; but a U
SHORT_NAME = 3  # letters of a word that is no plural of a letter's name: "des", "les"
MOST_NAMES = 12  # of which one tells a letter that no key word of the tables is a name for
LONGEST = 4  # words in the name of a letter or in a sign
_LAST = ("common", "nato")  # sets whose words stand in for those of a national alphabet last
COMBINING = {
    "acute": "\u0301", "grave": "\u0300", "diaeresis": "\u0308", "circumflex": "\u0302",
    "tilde": "\u0303", "cedilla": "\u0327",
}  # fmt: skip


@dataclass
class Token:
    """A letter (style char or spoken) or a key word (style word) at [start, end) of its item."""

    item: Item
    start: int
    end: int
    letters: str
    style: str  # "char" | "spoken" | "word"
    mark: str = ""  # the words that name its mark ("con acento"), within [start, end)
    repeat: str = ""  # the word that doubles it ("doble"), within [start, end)
    doubtful: bool = False  # may be an ordinary word ("y")

    @property
    def text(self) -> str:
        return self.item.text[self.start : self.end]


@lru_cache(maxsize=65536)
def said(word: str) -> str:
    """A word as letters are looked up by it: folded, but "eñe" is not "ene" and ß is one letter."""
    if len(word) == 1:
        return word.lower()
    composed = unicodedata.normalize("NFC", word)
    return fold(composed.lower().replace("ñ", "\0")).replace("\0", "ñ")


@lru_cache(maxsize=16)
def spoken_table(lexicon: Lexicon) -> dict[str, str]:
    """Folded words of a letter's name -> the letter or pair ("doble ele" -> "ll")."""
    rows = sorted(lexicon.rows("letters"), key=lambda r: r["variant"] == "main")
    return {" ".join(said(w) for w in WORD.findall(r["spoken"])): r["letter"] for r in rows}


@lru_cache(maxsize=16)
def _names_of_letters(lexicon: Lexicon) -> dict[str, str]:
    """Letter or pair -> how it is said; the main name where there is one."""
    rows = sorted(lexicon.rows("letters"), key=lambda r: r["variant"] == "main")
    return {r["letter"]: r["spoken"] for r in rows}


@lru_cache(maxsize=16)
def key_word_table(lexicon: Lexicon) -> dict[str, tuple[str, str]]:
    """Folded key word -> (set, letter); fixed alphabets before common words."""
    table: dict[str, tuple[str, str]] = {}
    for row in sorted(lexicon.rows("alphabet"), key=lambda r: r["set"] == "common"):
        table.setdefault(said(row["word"]), (row["set"], row["letter"]))
    return table


class Reader:
    """Reads letters at a place in a list of words; one for each language."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.spoken = spoken_table(lexicon)
        self.key_words = key_word_table(lexicon)
        self.joiners = frozenset(lexicon.signs("joiner")) | {"de", "for", "as", "wie"}
        self.skipped = frozenset().union(
            lexicon.fillers,
            *(lexicon.signs(k) for k in ("with", "without", "case", "mark", "plain", "start")),
        )
        self.join_heads = frozenset(j.split()[0] for j in self.joiners)
        # Words of two letters or more with which a letter may begin: its name, "doble", "Sierra".
        names = (spoken.split()[0] for spoken in self.spoken)
        self.heads = frozenset(names) | lexicon.signs("repeat").keys()
        self.fixed = frozenset(w for w, (name, _) in self.key_words.items() if name != "common")
        self.first_words = self.heads | self.fixed
        self.corrections = frozenset(lexicon.cues("correction"))
        self.vague = frozenset(w for w in lexicon.fillers if len(w) == 1)
        self.marks = lexicon.signs("mark")
        self.with_cues = lexicon.signs("with").keys()
        self.repeats, self.ones = lexicon.signs("repeat"), lexicon.signs("one")
        self.count_heads = {lead_of(form) for form in (*self.repeats, *self.ones)}
        self.upon_heads = {lead_of(form) for form in lexicon.signs("upon")}
        self.mark_heads = {lead_of(form) for form in (*self.marks, *self.with_cues)}

    def begins(self, key: str) -> bool:
        """Whether a letter may begin with this word; few words do."""
        return len(key) == 1 or key in self.first_words

    def match(self, keys: list[str], i: int) -> tuple[str, str, int, str] | None:
        """(style, letters, words taken, doubling word) of a letter at word i, or None."""
        for size in range(min(LONGEST, len(keys) - i), 0, -1):
            key = " ".join(keys[i : i + size])
            if len(key) > 1 and key in self.spoken:
                return "spoken", self.spoken[key], size, ""
        if keys[i] in self.lexicon.signs("repeat") and i + 1 < len(keys):
            times = int(self.lexicon.signs("repeat")[keys[i]])
            one = self.match([keys[i + 1]], 0) or self.match([keys[i + 1].removesuffix("s")], 0)
            if one is not None and len(one[1]) == 1:
                return one[0], one[1] * times, 2, keys[i]
        if len(keys[i]) == 1:
            return "char", keys[i], 1, ""
        return None

    def mark(self, keys: list[str], i: int) -> tuple[str, int]:
        """(kind of mark, words taken) of a mark that is named at word i: "con acento"."""
        if i >= len(keys) or keys[i] not in self.mark_heads:
            return "", 0
        for size in range(min(LONGEST + 1, len(keys) - i), 0, -1):
            for lead in range(size):
                head, tail = " ".join(keys[i : i + lead]), " ".join(keys[i + lead : i + size])
                if tail in self.marks and (not lead or head in self.with_cues):
                    return self.marks[tail], size
        return "", 0

    def corrects(self, keys: list[str], i: int) -> int:
        """How many words at i take back what was spelled ("no", "i mean"), 0 for none."""
        sizes = range(min(LONGEST + 1, len(keys) - i), 0, -1)
        phrases = ((size, fold(" ".join(keys[i : i + size]))) for size in sizes)
        return next((size for size, phrase in phrases if phrase in self.corrections), 0)

    def tells(self, word: str, letter: str) -> bool:
        """Whether a word tells a folded letter: "Roma", "K de quilo"."""
        last, named, sounds = letter[-1:], self.key_words.get(word), self.lexicon.signs("alike")
        if word.startswith(last) or (named is not None and fold(named[1])[:1] == last):
            return True
        return len(word) > 2 and sounds.get(word[:1], "-") == sounds.get(last)

    def joins(self, keys: list[str], i: int) -> int:
        """How many words at i join a letter with its key word ("as in"), 0 for none."""
        for size in (3, 2, 1):
            if " ".join(keys[i : i + size]) in self.joiners and i + size < len(keys):
                return size
        return 0


@lru_cache(maxsize=16)
def reader(lexicon: Lexicon) -> Reader:
    return Reader(lexicon)


def tokens_of(item: Item, lexicon: Lexicon) -> list[Token]:
    """Letters and key words of an item, in order; fillers and joiners are none of them."""
    read = reader(lexicon)
    places = [(m.start(), m.end()) for m in WORD.finditer(item.text)]
    keys = [said(item.text[s:e]) for s, e in places]
    tokens: list[Token] = []
    i = 0
    while i < len(keys):
        taken = _key_word_after(read, keys, i, tokens)
        if taken:
            start, end = places[i + taken - 1]
            told = fold(tokens[-1].letters)[-1:]
            tokens.append(Token(item, start, end, told, "word"))
            i += taken
            continue
        if taken_back := read.corrects(keys, i):
            i += taken_back
            continue
        named_letter = read.match(keys, i)
        plural = named_letter is None and read.spoken.get(keys[i].removesuffix("s"), "")
        if plural and len(keys[i]) > SHORT_NAME:  # "dos [erres]": its ending stays
            tokens.append(Token(item, places[i][0], places[i][1] - 1, plural, "spoken"))
            i += 1
            continue
        if named_letter is None:
            if keys[i] not in read.joiners and keys[i] not in read.skipped:
                start, end = places[i]
                letter = read.key_words.get(keys[i], ("", keys[i][0]))[1]
                tokens.append(Token(item, start, end, letter, "word"))
            i += 1
            continue
        style, letters, size, repeat = named_letter
        start, end = places[i][0], places[i + size - 1][1]
        if style == "char" and not repeat:
            letters = unicodedata.normalize("NFC", item.text[start:end]).lower()
        if style == "spoken" and size > 1 and keys[i] == plain_letter(letters) != letters:
            style = "char"  # "E amb accent obert" is typed, not said
            tokens.append(Token(item, start, end, letters, style, item.text[places[i][1] : end]))
            i += size
            continue
        kind, more = read.mark(keys, i + size)
        mark = ""
        if more:
            mark = item.text[end : places[i + size + more - 1][1]]
            end = places[i + size + more - 1][1]
            letters = unicodedata.normalize("NFC", letters + COMBINING[kind])
        doubtful = keys[i] in read.vague and size == 1 and item.text[start:end].islower()
        tokens.append(Token(item, start, end, letters, style, mark, repeat, doubtful))
        i += size + more
    return tokens


def says_letters(tokens: Sequence[Token]) -> bool:
    """Whether tokens are letters, each with a key word at most."""
    last: Token | None = None
    for token in tokens:
        if token.mark or (
            token.style == "word"
            and (last is None or last.style == "word" or fold(last.letters) != token.letters[:1])
        ):
            return False
        last = token
    return last is not None


def _key_word_after(read: Reader, keys: list[str], i: int, tokens: list[Token]) -> int:
    """Words taken by "de Roma" after an R: here "de" is no letter; 0 where none stands here."""
    if not tokens or tokens[-1].style in ("word", "name"):
        return 0
    size = read.joins(keys, i)
    if not size:
        return 0
    word = keys[i + size]
    starts = read.tells(word, fold(tokens[-1].letters))
    # "Y wie Ypsilon" is no second letter; "de" may be one itself.
    letter = word in read.spoken and (size > 1 or keys[i] in read.spoken)
    return size + 1 if len(word) > 1 and not letter and starts else 0


def key_word_at(read: Reader, keys: Sequence[str], reach: int) -> int:
    """Which of the words after a letter tells it: behind "for", or in Basque before "bezala"; -1:
    none."""
    size = read.joins(list(keys), 0) if keys else 0
    if size:
        return size
    if read.lexicon.lang == "eu":
        for at in range(1, min(len(keys), reach + 1)):
            if keys[at] in read.joiners and all(key in read.skipped for key in keys[: at - 1]):
                return at - 1
    return -1


def bare_key_word(read: Reader, text: str) -> bool:
    """Whether a word of an alphabet begins what stands behind a letter: "[V] Victor"."""
    word = WORD.search(text)
    plain = word is not None and word[0][0].isupper() and said(word[0]) in read.key_words
    return plain and word is not None and text[: word.start()].isspace()


def letter_before(text: str, lexicon: Lexicon) -> tuple[str, list[str]]:
    """The letter before a joiner that ends `text` ("be de"), and the words up to it; or "", []."""
    # "I'm in", "it's for": what follows an apostrophe is no letter.
    text = _CLIPPED.sub("'", text[-LOOK_BACK:])
    parts = [fold(word) if word != "'" else word for word in _WORD_OR_CLIP.findall(text)]
    read = reader(lexicon)
    for joint in (2, 1):
        if " ".join(parts[-joint:]) not in read.joiners:
            continue
        left = parts[:-joint]
        for size in (3, 2, 1):
            letter = read.match(left[-size:], 0) if len(left) >= size else None
            if letter is not None and letter[2] == size:
                return fold(letter[1])[:1], left
    return "", []


def say_letters(
    lexicon: Lexicon, token: Token, letters: str, separator: str, *, aloud: bool = False
) -> str:
    """Letters in the way in which a token says its own: case, spoken names, doubling, marks."""
    doubled = len(letters) == 2 and letters[0] == letters[1]
    names = _names_of_letters(lexicon)
    # Among spoken letters "a" and "ö" are the names of letters too.
    own_name = names.get(token.letters) == token.text or not token.text.isascii()
    if letters and not letters.isascii() and not token.text.isascii():
        own_name = False  # "mit ü": written, as any umlaut is
    if aloud and token.style == "char" and own_name:
        token = replace(token, style="spoken")
    if doubled and token.repeat:
        last = WORD.findall(token.text)[-1]
        return token.text[: token.text.rfind(last)] + _one(lexicon, token, letters[0])
    if doubled and token.style == "spoken" and len(token.letters) == 2:
        pair = names.get(letters)
        if pair:
            return apply_case(pair, case_pattern(token.text))
    return separator.join(_one(lexicon, token, c) for c in letters)


def _one(lexicon: Lexicon, token: Token, letter: str) -> str:
    plain = plain_letter(letter)
    mark = _mark_words(lexicon, token, letter) if token.mark and letter != plain else ""
    letter_said = plain if mark or token.mark else letter
    if token.style == "char":
        core = token.text[: len(token.text) - len(token.mark)]
        upper = core[-1:].isupper() or (core == "ß" and any(map(str.isupper, token.item.text)))
        upper = upper and letter_said != "ß"
        return (letter_said.upper() if upper else letter_said) + mark
    names = _names_of_letters(lexicon)
    name = names.get(letter_said) or names.get(plain) or plain
    if lexicon.lang == "ca" and token.item.text[token.end :][:1] == "s" and name[-1] == "a":
        name = f"{name[:-1]}e"  # "dues emes"
    return cased_like(name, token.text) + mark


def _mark_words(lexicon: Lexicon, token: Token, letter: str) -> str:
    """How the mark of a letter is named, in the words of the token where it is the same one."""
    marks = unicodedata.normalize("NFD", letter)[1:2]
    kinds = [k for k, sign in COMBINING.items() if sign == marks]
    mark = unicodedata.normalize("NFD", token.letters)[-1:]
    if mark == marks:
        return token.mark
    for row in lexicon.rows("signs"):
        if row["kind"] == "mark" and row["value"] in kinds:
            return f" {row['form']}"
    return ""


def set_of_words(lexicon: Lexicon, words: Sequence[str]) -> str:
    """The set that more than half of some key words are of, or ""."""
    table = key_word_table(lexicon)
    sets = Counter(table.get(said(word), ("", ""))[0] for word in words)
    return next((name for name in sets if 2 * sets[name] > len(words)), "")


def key_words(lexicon: Lexicon, token: Token, letter: str, used: str = "") -> list[str]:
    """Words that may stand for a letter where `token` stood: its own set first, then the rest.

    `used`: the set that the words beside it are of, if one of those with one word a letter.
    """
    sets = lexicon.alphabet
    table = key_word_table(lexicon)
    if used in ("", "common"):
        # A word of no table is of the set that those beside it are of.
        beside = map(said, [token.text, *WORD.findall(token.item.text)])
        used = next((table[word][0] for word in beside if word in table), "common")
    sets_words = list(sets.get(used, {}).get(letter, ()))
    if used == "common":
        # Common nouns for common nouns, names of towns for names of towns.
        sets_words.sort(key=lambda w: w.islower() != token.text.islower())
    # An alphabet without a word for a letter has that of another one: "Emil, Ypsilon".
    rest = sorted(sets, key=lambda name: (used != "common" and name in _LAST, name))
    others = [w for name in rest for w in sets[name].get(letter, ())]
    found = list(dict.fromkeys([*sets_words, *others]))
    if (
        used == "common" and said(token.text) in lexicon.name_by_key
    ):  # "Y comme Yannick": a name stays one
        names = [word for word in found if said(word) in lexicon.name_by_key]
        return [*(names or _names_with(lexicon, letter)), *found]
    return found


def _names_with(lexicon: Lexicon, letter: str) -> list[str]:
    """The most usual given names that begin with a letter."""
    entries = (n for n in lexicon.name_entries if n.kind == "full" and fold(n.text)[0] == letter)
    ranked = sorted(entries, key=lambda n: (-n.weight, n.text))
    return [n.text for n in ranked[:MOST_NAMES]]


@lru_cache(maxsize=16)
def negative_words(lexicon: Lexicon) -> frozenset[str]:
    """Words such as "not", "without"."""
    first = {cue.split()[0] for cue in lexicon.signs("without")}
    return frozenset(first - {cue.split()[0] for cue in lexicon.signs("with")})
