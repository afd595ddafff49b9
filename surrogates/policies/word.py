"""`word`: token by token, independent draws; value distortion from the lexicon, or value
dissociation from the counts of the same corpus [Adelani20]. No coherence by design.

No token stays as it was, except the particles inside names, places and organisations, and the small
words inside numbers and dates, which are drawn as a whole (`word_phrases`). Number words are drawn
within their class I-IV [GarciaSardina18, 4.1.4].
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from surrogates import draw
from surrogates.dates.calendars import calendar_of
from surrogates.dates.runs import calendars_of
from surrogates.folding import PARTICLES, SAINTS, WORD, apply_case, case_pattern, fold, words
from surrogates.labels import ADDRESSES, CLOSED, NAMES, Kind, gender_of, is_nickname, type_name
from surrogates.languages.cardinals import word_table
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.particles import joiners, stays
from surrogates.languages.places.streets import is_type
from surrogates.policies.word_phrases import date_drawn, numbers_drawn
from surrogates.rewrite import Item, collect
from surrogates.scene import Scene
from surrogates.types import Dialogue

# Kinds whose words name one person or account: dissociation draws none of them from the corpus.
UNSHARED = frozenset({*ADDRESSES, Kind.ID, Kind.CARD, Kind.PHONE, Kind.ZIP})
# The ending of a written host, and what nobody can register in its place (RFC 2606).
_ENDING = re.compile(r"(?:^|[@/])[^\s@/:?#]*\.(\w+)(?=[/:?#]|\W*$)")
_HOSTED = ADDRESSES - {Kind.USER}
_RESERVED = ("example", "invalid")
# Kinds whose words are those of a table of their own.
_TABLES = {Kind.SEX: "sexes", Kind.RELATION: "relations", Kind.PROFESSION: "professions"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
_ENDINGS = draw.Pool((name, 1.0) for name in _RESERVED)
_FIGURES = draw.Pool((sign, 1.0) for sign in _DIGITS)
_LEADING = draw.Pool((sign, 1.0) for sign in _DIGITS[1:])
_SIGNS = draw.Pool((sign, 1.0) for sign in _LETTERS)

Pools = dict[tuple[str, str], draw.Pool]  # of the corpus: (label, class of the token)


def apply(scene: Scene, items: list[Item]) -> None:
    """Replaces each token with probability q by a draw from its class."""
    pools: Pools = {}
    for item in items:
        shared = item.kind not in UNSHARED and not is_nickname(item.label)
        counts = scene.corpus.get(item.label) if shared else None
        text = item.text
        kept = False
        calendar = calendars_of(scene)[0]
        date = date_drawn(scene, item, calendar) if item.kind is Kind.DATE else None
        if date is not None:
            scene.surrogates[item.index], kept = date
            if kept:
                scene.kept.add(item.index)
            continue
        counted = item.kind in CLOSED | {Kind.PHONE} and item.kind is not Kind.LETTER
        whole = numbers_drawn(scene, item, calendar) if counted else []
        ending = _ENDING.search(item.text) if item.kind in _HOSTED else None
        for match in reversed(list(WORD.finditer(item.text))):
            if stays(item, match, scene.lexicon):
                continue
            stretch = next((s for s in whole if s[0] <= match.start() < s[1]), None)
            if stretch is not None:
                if match.end() == stretch[1]:
                    text = text[: stretch[0]] + stretch[2] + text[stretch[1] :]
                    kept = kept or stretch[2] == item.text[stretch[0] : stretch[1]]
                continue
            seed = draw.token_seed(scene.key, scene.dialogue.id, item.key, match.start())
            if draw.Stream(seed, "q").unit() >= scene.q:
                kept = True
                continue
            if ending is not None and match.start() == ending.start(1):
                new = _RESERVED[match.group() == _RESERVED[0]]
            else:
                new = _token(scene, item, match.group(), seed, counts, pools)
            text = text[: match.start()] + new + text[match.end() :]
        if kept:
            scene.kept.add(item.index)
        elif text == item.text:
            text = f"[{type_name(item.label)}]"  # signs alone: there is no word to replace
        scene.surrogates[item.index] = text


def count_corpus(dialogues: Iterable[Dialogue]) -> dict[str, Counter[str]]:
    """Tokens of each label in a corpus, for value dissociation."""
    counts: dict[str, Counter[str]] = {}
    for dialogue in dialogues:
        for item in collect(dialogue)[0]:
            if item.kind not in UNSHARED:
                counts.setdefault(item.label, Counter()).update(
                    m.group() for m in WORD.finditer(item.text)
                )
    return counts


@dataclass(frozen=True, slots=True)
class Source:
    """Where a word of an item is drawn from."""

    word: str  # folded; of a code one of its signs
    name: str  # of the list: "surname", "given f", "Im"; "figure" and "sign" of codes
    pool: draw.Pool
    klass: str = ""  # a closed class of words, which dissociation keeps to as well


def sources_of(item: Item, lexicon: Lexicon) -> Iterator[Source]:
    """The list of each word of an item that is replaced, the signs of codes one by one.

    Particles that stay have none. What is drawn as a whole (dates, numbers of several words) is
    told by the classes of its words.
    """
    ending = _ENDING.search(item.text) if item.kind in _HOSTED else None
    for match in WORD.finditer(item.text):
        token = match.group()
        if stays(item, match, lexicon):
            continue
        if ending is not None and match.start() == ending.start(1):
            yield Source(fold(token), "ending", _ENDINGS)
        elif _is_code(lexicon, item, token):
            for place, sign in enumerate(token):
                if sign.isdecimal():
                    leads = place == 0 and token.isdecimal() and len(token) > 1
                    if leads and item.kind not in (Kind.DATE, Kind.TIME):
                        yield Source(sign, "first figure", _LEADING)
                    else:
                        yield Source(sign, "figure", _FIGURES)
                elif sign.isalpha():
                    yield Source(fold(sign), "sign", _SIGNS)
        else:
            key = fold(token)
            (_word, name), pool = _pool(lexicon, item, key)
            yield Source(key, name, pool, _class_of(lexicon, item, key))


def _token(
    scene: Scene,
    item: Item,
    token: str,
    seed: bytes,
    counts: Mapping[str, int] | None,
    pools: Pools,
) -> str:
    key = fold(token)
    if _is_code(scene.lexicon, item, token):
        return _code(token, draw.Stream(seed))
    open_class = item.kind not in (Kind.NUMBER, Kind.DATE, Kind.LETTER, Kind.PHONE)
    for pool in _pools(scene, item, key, counts, pools):
        for candidate in pool.ranked(seed):
            folded = fold(candidate)
            if _says_the_same(scene.lexicon, item, folded, key):
                continue
            if not (open_class and scene.tells(candidate)):
                if item.kind in ADDRESSES:
                    return folded
                new = apply_case(candidate, case_pattern(token))
                # An initial is a capital; a head of streets has one where it began the name.
                capital = token[:1].isupper() and token[1:].islower() | (len(token) == 1)
                return new[:1].upper() + new[1:] if capital else new
    return "[WORD]"


def _says_the_same(lexicon: Lexicon, item: Item, one: str, two: str) -> bool:
    """Whether two folded words are one, or one number, month or letter ("uno", "una").

    Of "tres meses" no "uno meses" is made: what is counted stays many.
    """
    if one == two:
        return True
    numbers = word_table(lexicon)
    many = two in numbers and numbers[two].value > 1 and words(item.text)[:-1].count(two)
    if many and one in numbers and numbers[one].value < 2:
        return True
    if one in numbers and two in numbers:
        return numbers[one].value == numbers[two].value
    tables = [lexicon.spoken_letters] if item.kind is Kind.LETTER else []
    tables += [lexicon.month_numbers] if item.kind is Kind.DATE else []  # type: ignore[list-item]
    return any(one in table and table[one] == table.get(two) for table in tables)


def _is_code(lexicon: Lexicon, item: Item, token: str) -> bool:
    """Whether a token is figures, or figures and letters that no list has ("ES91", "JKL")."""
    if any(char.isdecimal() for char in token):
        return True
    capitals = item.kind in (Kind.ID, Kind.CARD, Kind.ZIP) and token.isupper() and len(token) > 1
    return capitals and not _class_of(lexicon, item, fold(token))


def _code(token: str, stream: draw.Stream) -> str:
    """Other figures for figures, other letters for letters; a number does not begin with a 0."""
    code = ""
    while not code or fold(code) == fold(token):
        signs = [_signs_for(char) for char in token]
        if token.isdecimal() and len(token) > 1:
            signs[0] = signs[0].replace("0", "")
        code = "".join(map(stream.choice, signs))
    return code


def _signs_for(char: str) -> str:
    if char.isdecimal():
        return _DIGITS
    if char.isalpha():
        return _LETTERS.upper() if char.isupper() else _LETTERS
    return char


def _pools(
    scene: Scene, item: Item, key: str, counts: Mapping[str, int] | None, pools: Pools
) -> Iterator[draw.Pool]:
    """The corpus's words of the token's label and class; the lexicon's where these do not do."""
    if counts:
        place = (item.label, _class_of(scene.lexicon, item, key))
        if place not in pools:
            alike = (
                (t, n)
                for t, n in counts.items()
                if _class_of(scene.lexicon, item, fold(t)) == place[1]
            )
            pools[place] = draw.Pool(alike)
        yield pools[place]
    yield _pool(scene.lexicon, item, key)[1]


def _class_of(lexicon: Lexicon, item: Item, key: str) -> str:
    """The closed class that a token is drawn within, or "" (all that its label is given to)."""
    entry = word_table(lexicon).get(key)
    letter = len(key) == 1 and item.kind in (Kind.LETTER, Kind.ID, *NAMES)
    if entry is None and key in PARTICLES - SAINTS and item.kind not in NAMES and not letter:
        return "joiner"
    if entry is not None:
        return f"{entry.klass}{'f' if entry.gender == 'f' else 'm'}"
    if item.kind is Kind.STREET and is_type(key, lexicon):
        return "type"
    closed = item.kind in CLOSED and item.kind is not Kind.LETTER
    dated = _date_class(lexicon, key) if closed and key not in word_table(lexicon) else ""
    if dated:
        return dated
    if item.kind not in NAMES:  # a man is called Julio, a woman Abril
        if key in lexicon.month_numbers:
            return "month"
        if key in lexicon.spoken_letters:
            return "spoken"
    return "letter" if len(key) == 1 or item.kind is Kind.LETTER else ""


def _pool(lexicon: Lexicon, item: Item, key: str) -> tuple[tuple[str, str], draw.Pool]:
    """Candidates for one token, and what they are called: its own class where the lexicon knows
    it, else its label's."""
    klass = _class_of(lexicon, item, key)
    name = ("word", klass or _open_name(lexicon, item, key))
    if name not in lexicon.pools:
        words_of = _closed_options if klass else _open_options
        lexicon.pools[name] = draw.Pool((o, 1.0) for o in words_of(lexicon, name[1]))
    pool: draw.Pool = lexicon.pools[name]
    return name, pool


def _closed_options(lexicon: Lexicon, klass: str) -> Iterable[str]:
    if klass == "month":
        return lexicon.months
    if klass == "spoken":
        return lexicon.letters.values()
    if klass == "letter":
        return _LETTERS
    if klass == "type":
        return [r["form"] for r in lexicon.rows("streets") if r["part"] == "type"]
    if klass.startswith("unit "):
        return [r["form"] for r in lexicon.rows("units") if f"unit {r['kind']}" == klass]
    if klass.startswith("date "):
        rows = lexicon.rows("date_words")
        return [r["form"] for r in rows if _date_class(lexicon, fold(r["form"])) == klass]
    if klass == "joiner":
        return joiners(lexicon)
    return _number_forms(lexicon, klass[:-1], klass[-1])


@lru_cache(maxsize=4096)
def _date_class(lexicon: Lexicon, key: str) -> str:
    """Words that count time or point to it: units (of one number), deictics; "" for others."""
    calendar = calendar_of(lexicon)
    if " " in key:
        return ""
    if key in calendar.phrases("unit"):
        return f"date unit{'s' if key.endswith('s') else ''}"
    for row in lexicon.rows("units"):
        if fold(row["form"]) == key:
            return f"unit {row['kind']}"
    return next(
        (f"date {k}" for k in ("deictic", "about", "oclock") if key in calendar.phrases(k)), ""
    )


def _number_forms(lexicon: Lexicon, klass: str, gender: str) -> list[str]:
    """One form for each value of a class, of the gender that was seen."""
    return [
        w.form
        for w in lexicon.number_words
        if w.klass == klass and w.gender in ("", gender) and w.position != "before_noun"
    ]


def _open_name(lexicon: Lexicon, item: Item, key: str) -> str:
    """What the list is called that a word of no closed class is drawn from."""
    given = key in lexicon.name_by_key or key in lexicon.fulls_of
    if item.kind is Kind.GIVEN or (item.kind is Kind.PERSON and given):
        # The gender stays, which a tagger learns from; who is who is what this strategy gives up.
        known = lexicon.name_by_key.get(key)
        gender = gender_of(item.label) or (known.gender if known is not None else "")
        return f"given {gender}"
    if item.kind in (Kind.SURNAME, Kind.PERSON, Kind.EMAIL, Kind.USER):
        return "surname"
    if item.kind in (Kind.ORG, Kind.URL, Kind.DOMAIN):
        return "org"
    if item.kind in _TABLES:
        return _TABLES[item.kind]
    if item.kind in (Kind.PRODUCT, Kind.OTHER):
        return "product"
    return "street" if item.kind is Kind.STREET and any(_street_names(lexicon)) else "place"


def _open_options(lexicon: Lexicon, name: str) -> Iterable[str]:
    if name.startswith("given "):
        full = [n for n in lexicon.name_entries if n.kind == "full"]
        alike = [n.text for n in full if n.gender == name.removeprefix("given ")]
        return alike or [n.text for n in full]
    if name == "surname":
        return lexicon.surnames
    if name == "org":
        return lexicon.organisation_parts("brand")
    if name in _TABLES.values():
        return [r["form"] for r in lexicon.rows(name) if r.get("weight") != "0"]
    if name == "street":
        return _street_names(lexicon)
    names = lexicon.products if name == "product" else lexicon.places
    return [each for each in names if " " not in each]


def _street_names(lexicon: Lexicon) -> Iterator[str]:
    for row in lexicon.rows("streets"):
        if row["part"] == "name" and " " not in row["form"]:
            yield row["form"]
