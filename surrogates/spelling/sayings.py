"""Reads what words say of a name's letters: "te equis", "dt", "deux P", "con zeta al final".

`facts` finds where such words begin and whose name they are about.
"""

import re
import unicodedata
from dataclasses import replace
from itertools import pairwise

from surrogates.folding import AND, OWN_LETTERS, fold, plain_letter, words
from surrogates.languages.letters import COMBINING, LETTERS_AND_WORDS, WORD, Reader, Token, said
from surrogates.people.letter_needs import Saying
from surrogates.scene import Scene

# Words that may follow a saying: "con be de Burgos", "con uve y no con be".
_NEXT_TEXT = {
    "es": "de como y e o no u por verdad vale",
    "ca": "de com i o no si us oi",
    "eu": "bezala eta ez edo bai ala",
    "en": "as for in like and or not please right yes yeah",
    "de": "wie und oder nicht von bitte ja schreiben geschrieben",
    "fr": "comme de pour et ou pas oui non",
}
NEXT = {lang: frozenset(text.split()) for lang, text in _NEXT_TEXT.items()}
_OR = frozenset({"o", "u", "edo", "ala", "or", "oder", "ou"})
_TITLES = frozenset({"dr", "mr", "mrs", "ms", "sr", "sra", "hr", "fr", "st", "mlle", "mme"})
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{2,3}")
_VOWELS = "aeiou"
APOSTROPHES = "'’"
LONGEST_PLACE = 4
LONGEST_AGAIN = 2  # words before a second place ("et une autre à la fin")
Found = tuple[list[Saying], int]  # sayings, and how many words they take


def read_sayings(
    read: Reader, keys: list[str], i: int, kind: str, name: str, *, beside: bool
) -> list[Found]:
    """Ways to read the words from i on, the longest first; none where nothing is understood.

    `kind` is that of the cue before them ("with", "without", "start", "end"). `name` is the
    original in lower case. `beside`: the cue follows the name at once, so that "te" is rather a
    letter.
    """
    ways: list[Found] = []
    for placed in (True, False):
        sayings: list[Saying] = []
        at = i
        while True:
            one, taken = _one(read, keys, at, kind, name, beside=beside, placed=placed)
            if not taken:
                break
            sayings += one
            at += taken
            more = at < len(keys) and keys[at] in AND
            if (
                more
                and _counts_one(read, keys, at + 1)
                and _one(read, keys, at + 2, kind, name, beside=beside, placed=placed)[1]
            ):
                at += 2  # "deux n et un t"
                continue
            # "con a y ese al final" says two letters, "una essa al mig i una al final" one.
            two = more and _one(read, keys, at + 1, kind, name, beside=True, placed=placed)[1]
            place, further = _again(read, keys, at + 1) if more and placed and not two else ("", 0)
            if place and len(one) == 1 and one[0].place in ("", "first", "last", "inside"):
                sayings.append(_as_true(Saying(one[0].part, place), kind, name))
                at += 1 + further
                break
            if (
                not more
                or not _one(read, keys, at + 1, kind, name, beside=beside, placed=placed)[1]
            ):
                break
            at += 1
        sayings = _at_one_end(sayings, kind, name)
        if sayings and (sayings, at - i) not in ways:
            ways.append((sayings, at - i))
    return ways


def _at_one_end(sayings: list[Saying], kind: str, name: str) -> list[Saying]:
    """ "con a y ese al final", of a name that ends in both, is said of the two together."""
    if len(sayings) != 2 or (sayings[0].place, sayings[1].place) != ("", "last"):
        return sayings
    both = Saying(sayings[0].part + sayings[1].part, "last")
    return [_as_true(both, kind, name)] if kind == "with" and both.holds(name) else sayings


def one_or_two(read: Reader, keys: list[str], i: int) -> int:
    """How many words ask whether a letter stands once or twice: "or two", "o con dos"; or 0."""
    if keys[i : i + 1] == [] or keys[i] not in _OR:
        return 0
    lexicon, at = read.lexicon, i + 1
    counts = (*lexicon.signs("repeat"), *lexicon.signs("one"))
    cues = (*lexicon.signs("with"), "")
    for size in (2, 1, 0):
        if " ".join(keys[at : at + size]) not in cues:
            continue
        for more in (2, 1):
            said_count = keys[at + size : at + size + more]
            after = at + size + more
            counts_it = len(said_count) == more and " ".join(map(fold, said_count)) in counts
            letter = after < len(keys) and read.match(keys, after)  # "avec un c ou un k ?"
            if counts_it and not letter:
                return 1 + size + more
    return 0


def counted(saying: Saying, name: str) -> Saying:
    """What "one T or two?" asks of a name: as many as it has, where it has any."""
    letter, plain = saying.part[:1], _plain(name)
    if 2 * letter in plain:
        return Saying(2 * letter)
    return Saying(letter, "single") if letter in plain else saying


def bare_sayings(read: Reader, keys: list[str], i: int, name: str) -> Found:
    """What "two l's and a t", "deux n", "one l or two?" say at word i with no cue before them; none
    where a number counts anything else than letters, or what is said is not true of the name."""
    if keys[i] not in read.count_heads:
        return [], 0
    if keys[i] in read.repeats:
        for sayings, taken in read_sayings(read, keys, i, "with", name, beside=True):
            return (sayings, taken) if _is_sure(read, keys, i + 1, sayings, name) else ([], 0)
    at = next((i + n for n in (2, 1) if " ".join(keys[i : i + n]) in read.ones), i)
    if i < at < len(keys):  # "un seul n"
        sayings, taken = _one(read, keys, at, "with", name, beside=False, placed=False)
        if len(sayings) != 1 or not _is_sure(read, keys, at, sayings, name):
            return [], 0
        sayings, after = [counted(sayings[0], name)], at + taken
        if count := one_or_two(read, keys, after):
            return sayings, after + count - i
        if keys[after : after + 1] and keys[after] in AND:  # "One d and an s at the end"
            start = after + 1 + _counts_one(read, keys, after + 1)
            for more, size in read_sayings(read, keys, start, "with", name, beside=True):
                if all(saying.holds(name) for saying in more):
                    return [*sayings, *more], start + size - i
        return sayings, after - i
    return [], 0


def _counts_one(read: Reader, keys: list[str], i: int) -> bool:
    """Whether the word at i says that a letter stands once, or is an article: "a t", "einem t"."""
    articles = read.lexicon.cues("indefinite").keys() | read.lexicon.signs("one").keys()
    return i + 1 < len(keys) and keys[i] in articles and not _single_consonant(keys[i])


def _is_sure(read: Reader, keys: list[str], i: int, sayings: list[Saying], name: str) -> bool:
    """Whether the word at i is a letter and nothing else, and what is said is true of a name."""
    key = keys[i] if i < len(keys) else ""
    word = key in LETTERS_AND_WORDS.get(read.lexicon.lang, ()) or key in _next(read)
    letter = _single_consonant(key) or (len(key) > 1 and bool(_letters(read, keys, i)[1]))
    return letter and not word and all(saying.holds(name) for saying in sayings)


def _again(read: Reader, keys: list[str], i: int) -> tuple[str, int]:
    """A second place of a letter, and how many words tell it: "una essa al mig i una al final"."""
    for skipped in range(1, LONGEST_AGAIN + 1):
        place, taken = place_said(read, keys, i + skipped)
        if place:
            return place, skipped + taken
    return "", 0


def unheard(read: Reader, sayings: list[Saying], name: str) -> list[Saying]:
    """What "¿Con hache o sin hache?" asks: a letter that no ear tells is asked of a vowel."""
    key = _plain(name)
    if key[:1] not in _VOWELS:
        return sayings
    asked: list[Saying] = []
    for saying in sayings:
        letter, place = saying.part, saying.place
        inside = any(before in _VOWELS and after == letter for before, after in pairwise(key))
        if place or letter not in read.lexicon.signs("silent") or inside:
            asked.append(saying)
            continue
        asked += [Saying(_VOWELS, "among"), Saying(letter, "first", true=False)]
        if letter not in key:
            asked.append(replace(saying, true=False))
    return asked


def sounds_like_letters(read: Reader, keys: list[str]) -> bool:
    """Whether words, which no rule reads, name a letter or a mark beyond doubt."""
    words = LETTERS_AND_WORDS.get(read.lexicon.lang, frozenset()) | read.skipped | _next(read)
    marks = read.lexicon.signs("mark")
    return any(
        key in marks
        or (key not in words and key in read.spoken and (len(key) > 2 or not at))
        or (_single_consonant(key) and key not in words)
        for at, key in enumerate(keys)
    )


def place_said(read: Reader, keys: list[str], i: int) -> tuple[str, int]:
    """("first" | "last" | "inside", words taken) of a place that is named at word i, or ("", 0)."""
    places = read.lexicon.signs("position")
    for size in range(min(LONGEST_PLACE, len(keys) - i), 0, -1):
        key = " ".join(map(fold, keys[i : i + size]))
        if key in places:
            return places[key], size
    return "", 0


def place_of(read: Reader, after: str, cue: str) -> str:
    """Where in its name a letter is said to stand, by the text after it and the cue before it."""
    place, _ = place_said(read, [said(word) for word in WORD.findall(after)], 0)
    return place or {"start": "first", "end": "last"}.get(cue, "")


def places_of(read: Reader, after: str) -> list[str]:
    """The one or two places that the text behind a letter names: "au début et à la fin"."""
    keys = [said(word) for word in WORD.findall(after)]
    place, taken = place_said(read, keys, 0)
    if not place:
        return []
    joint = keys[taken : taken + 1]
    again = place_said(read, keys, taken + 1)[0] if joint and joint[0] in AND else ""
    return [place, again] if again else [place]


def _next(read: Reader) -> frozenset[str]:
    return NEXT.get(read.lexicon.lang, frozenset())


def _single_consonant(key: str) -> bool:
    return len(key) == 1 and fold(key) not in "aeiouy" and key.isalpha()


def _one(
    read: Reader, keys: list[str], i: int, kind: str, name: str, *, beside: bool, placed: bool
) -> Found:
    """The sayings of one stretch of letters or one mark at word i."""
    mark, taken = read.mark(keys, i)
    if mark:
        return _marked(read, keys, i + taken, taken, mark, kind, name)
    single = i < len(keys) and keys[i] in read.lexicon.signs("single")
    at = i + single
    parts, taken, sure = _letters(read, keys, at)
    if not taken:
        return [], 0
    mark, more = read.mark(keys, at + taken) if len(parts) == 1 else ("", 0)
    if mark and len(parts[0]) == 1:
        parts, taken = [unicodedata.normalize("NFC", parts[0] + COMBINING[mark])], taken + more
    place, more = place_said(read, keys, at + taken) if placed else ("", 0)
    place = place or {"start": "first", "end": "last"}.get(kind, "")
    whole = "".join(parts)
    if not (sure or place or (beside and whole in name)):
        return [], 0
    if len(parts) > 1 and whole in _plain(name):
        parts = [whole]
    if single:
        place = place or "single"
    doubled = len(parts) == 1 and len(whole) == 2 and whole[0] == whole[1]
    if doubled and not place and whole not in _plain(name) and _plain(name).count(whole[0]) > 1:
        parts, place = [whole[0]], "twice"
    if len(parts) == 1 and len(whole) > 2 and len(set(whole)) == 1:
        parts, place = [whole[0]], f"times {len(whole)}"  # "Pfeiffer mit drei f"
    sayings = [_as_true(Saying(part, place), kind, name) for part in parts]
    return sayings, single + taken + more


def _plain(name: str) -> str:
    return "".join(plain_letter(c) for c in name if c.isalpha())


def _as_true(saying: Saying, kind: str, name: str) -> Saying:
    """The saying with what it was of the original: a question that was false stays false."""
    true = saying.holds(name)
    if kind == "with" and true and not saying.place:
        first = replace(saying, place="first", loose=True)
        return first if first.holds(name) else saying
    # A transcription may have left the sign out.
    signed = any(c in OWN_LETTERS or c != plain_letter(c) for c in saying.part)
    return replace(saying, true=true or (signed and kind != "without"))


def _marked(
    read: Reader, keys: list[str], i: int, taken: int, mark: str, kind: str, name: str
) -> Found:
    """ "con acento", "mit Umlaut auf dem o": a mark, and the letter that carries it if said."""
    true = kind != "without"
    if mark == "apostrophe":
        # "O'Rourke without the apostrophe?" of a name that has one.
        said_sign = Saying(APOSTROPHES, "sign")
        return [replace(said_sign, true=said_sign.holds(name))], taken
    if mark == "cedilla":
        # "Herr Çelik, Yunus, mit Häkchen?" is said of the other name.
        return ([Saying("ç", true=true)], taken) if "ç" in name else ([], 0)
    if mark == "tilde" and "ñ" in name:
        return [Saying("ñ", true=true)], taken
    for size in range(LONGEST_PLACE, 0, -1):
        if " ".join(map(fold, keys[i : i + size])) in read.lexicon.signs("upon"):
            letters, more, _ = _letters(read, keys, i + size)
            if len(letters) != 1 or len(letters[0]) != 1:
                return [], 0
            which = read.lexicon.signs("upon")[" ".join(map(fold, keys[i : i + size]))]
            place = f"marked {which}".strip()
            return [Saying(fold(letters[0]), place, true)], taken + size + more
    wanted = marks_meant(frozenset({COMBINING[mark]}), name)
    # A name with such an accent that is written without it stays one: "Núria sense accent".
    meant = wanted if true or not wanted.isdisjoint(_marks_in(name)) else COMBINING.values()
    return [Saying("".join(sorted(meant)), "mark", true)], taken


def marks_meant(marks: frozenset[str], name: str) -> frozenset[str]:
    """What marks that are named mean: "accent" is any of them, the one that the name has."""
    accents = frozenset(COMBINING[k] for k in ("acute", "grave", "circumflex"))
    return marks | (_marks_in(name) & accents) if marks & accents else marks


def _marks_in(name: str) -> frozenset[str]:
    return frozenset(unicodedata.normalize("NFD", name)) & frozenset(COMBINING.values())


def _letters(read: Reader, keys: list[str], i: int) -> tuple[list[str], int, bool]:
    """Letters said in a row at word i, how many words, and whether they can be nothing else."""
    parts: list[str] = []
    words = LETTERS_AND_WORDS.get(read.lexicon.lang, frozenset())
    pairs = read.lexicon.signs("pair")
    at, sure = i, False
    while at < len(keys):
        letter = read.match(keys, at) or _plural(read, keys, at)
        if letter is None:
            key = keys[at]
            pair = pairs[key] or key if key in pairs else ""
            if not pair and key not in _TITLES and _CONSONANTS.fullmatch(key):
                pair = key
            if not pair or parts:
                break
            return [pair], 1, True
        if parts and (keys[at] in _next(read) | read.vague or place_said(read, keys, at)[1]):
            break
        phrase = " ".join(keys[at : at + letter[2]])
        sure = sure or phrase not in words
        letters = letter[1] if len(letter[1]) == 1 else fold(letter[1])
        parts.append(letters)
        at += letter[2]
        if keys[at : at + 1] == ["s"] and letter[3]:
            at += 1  # "two l's"
    return parts, at - i, sure or len(parts) > 1


def _plural(read: Reader, keys: list[str], i: int) -> tuple[str, str, int, str] | None:
    """ "dos eles", "dos aes": a doubled letter in the plural."""
    times = read.lexicon.signs("repeat").get(keys[i])
    if times is None or i + 1 >= len(keys):
        return None
    for ending in ("es", "s"):
        one = read.match([keys[i + 1].removesuffix(ending)], 0) if len(keys[i + 1]) > 2 else None
        if one is not None and len(one[1]) == 1:
            return one[0], one[1] * int(times), 2, keys[i]
    return None


def cut_at_corrections(scene: Scene, tokens: list[Token]) -> list[list[Token]]:
    """The tokens of an item, cut where it corrects itself: "c a, no, perdón, c o b o"."""
    cues = scene.lexicon.cues("correction").keys()
    parts = [tokens[:1]]
    for one, two in pairwise(tokens):
        gap = f" {' '.join(words(two.item.text[one.end : two.start]))} "
        if gap.strip() and any(f" {cue} " in gap for cue in cues):
            parts.append([])
        parts[-1].append(two)
    return parts
