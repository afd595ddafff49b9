"""The word for a kind of street ("calle", "Street", "kalea"): where it stands and how it ends.

A street is one however it is written: "calle Mayor 5", "C/ Mayor", "Mayor".
"""

import re
from collections.abc import Callable
from functools import lru_cache

from surrogates.folding import PARTICLES, apply_case, case_pattern, fold, words
from surrogates.languages.lexicon import Lexicon

# Languages that say what a thing is after its name: "Baker Street", "Ibaiondo kalea".
HEAD_LAST = frozenset({"de", "en", "eu"})
_WORD = re.compile(r"[^\W\d_]+")
_VOWELS = "aeiou"
# Basque endings of a street, and whether the article gives way to them ("kalea", "kaleko").
_BASQUE = {"": False, "n": False, "ren": False, "ko": True, "tik": True, "ra": True}
# How a type is shortened beside a name; the first of each is what is written.
_STR = re.compile(r"(^|[a-zäöü]{2}|-)str\.?$")
_SHORT: dict[str, dict[str, tuple[str, ...]]] = {
    "ca": {
        "carrer": ("C/", "c"),
        "avinguda": ("Av.", "avda"),
        "plaça": ("Pl.", "pça"),
        "passeig": ("Pg.",),
        "passatge": ("Ptge.", "ptg"),
        "rambla": ("Rbla.",),
        "carretera": ("Ctra.",),
    },
    "en": {
        "street": ("St",),
        "road": ("Rd",),
        "avenue": ("Ave", "av"),
        "lane": ("Ln",),
        "drive": ("Dr",),
        "square": ("Sq",),
        "court": ("Ct",),
        "boulevard": ("Blvd", "bvd"),
        "place": ("Pl",),
        "terrace": ("Terr", "ter"),
        "crescent": ("Cres",),
        "gardens": ("Gdns",),
        "close": ("Cl",),
        "circle": ("Cir",),
        "parkway": ("Pkwy",),
        "highway": ("Hwy",),
    },
    "es": {
        "calle": ("C/", "c"),
        "avenida": ("Avda.", "av"),
        "plaza": ("Pza.", "plza", "pl"),
        "paseo": ("P.º", "pº", "pso"),
        "pasaje": ("Pje.",),
        "ronda": ("Rda.",),
        "camino": ("Cno.",),
        "carretera": ("Ctra.",),
    },
    "fr": {
        "avenue": ("Av.", "ave"),
        "boulevard": ("Bd", "bld", "boul"),
        "place": ("Pl.",),
        "chemin": ("Ch.",),
        "route": ("Rte",),
        "rue": ("R.",),
        "faubourg": ("Fbg", "fg"),
        "impasse": ("Imp.",),
    },
}
_GERMAN_ENDINGS = ("e", "en", "er", "em", "es")  # of an adjective
_GERMAN_ENDING_OF = {"fs": "e", "ms": "er", "ns": "es"}
_START = re.compile(r"\s*([^\W\d]+(?:\.º|[./])?)\s*(?=\S)")
_END = re.compile(r"(?<=\s)([^\W\d]+)\.?\s*$")
# "Flat 3B, 22 Mill Lane", "Flat 2/1, 37 ...", "Flat 3, Rose Court, 9 ..."
_FLAT_FIRST = re.compile(r"([^\W\d_]+)\s+\w{1,4}(?:\s?[/\-]\s?\w{1,3})?,?\s+(?=\d|[^,\d]+,\s*\d)")
_HOUSE_NAME = re.compile(r"([^,\d]+),\s*(?=\d+[a-zA-Z]?\s)")
_GERMAN_SHORT = re.compile(r"(?i)(?<=[^\W\d]|\s)(s)tr(?:\.|(?![^\W\d]))")
_NUMBER_FIRST = re.compile(r"^\s*\d+\w*(?:\s+(?:bis|ter|quater)\b)?[\s,]+", re.IGNORECASE)
_ELIDED = re.compile(r"^[dl]['’](?=\w{2})")  # "rue de l'Église" is "Église" alone, too
_FLOOR = re.compile(r"(?<=,)\s*\d+\w?[.ºª°]?$")
_DAY = re.compile(r"\D*\d+\s+d(?:e\s+|['’])([^\W\d_]+)")
_TAIL = re.compile(
    r"[\s,]*(?:(?:\bn[º°.]*\s*)?\d[\w\s.,ºª°\-/]*|\b[sS]\s?/\s?[nN]\b\.?(?:[\s,][\w\s.,ºª°\-/]*)?)$"
)


def unelided(word: str) -> str:
    """A folded word without the article or preposition that is elided before it."""
    return _ELIDED.sub("", word)


@lru_cache(maxsize=4096)
def type_said(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """The word of a street that tells its type, and that word's case ending; ("", "") if none."""
    endings = _BASQUE if lexicon.lang == "eu" else {"": False}
    forms = {
        fold(inflected(kind, ending)): ending
        for kind in lexicon.streets("type")
        for ending in endings
    }
    types = [w for w in _WORD.findall(text) if fold(w) in forms]
    # "Hill St" and "Bd de la Montée" are of the type that is said in short.
    if not types or _short(_bare(text, lexicon), lexicon):
        return "", ""
    word = types[-1 if lexicon.lang in HEAD_LAST else 0]
    return word, forms[fold(word)]


def inflected(kind: str, ending: str) -> str:
    """ "kalea" + "ko" -> "kaleko", but "plaza" (no article) -> "plazako"."""
    article = kind[-1:] == "a" and kind[-2:-1] in _VOWELS
    return (kind[:-1] if article and _BASQUE[ending] else kind) + ending


@lru_cache(maxsize=4096)
def short_types(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(_SHORT.get(lexicon.lang, ())).intersection(lexicon.streets("type"))


def short_type(text: str, lexicon: Lexicon) -> str:
    """The type that a street has in short ("C/ Mayor" -> "calle", "Mill Rd" -> "road"), or ""."""
    short = _short(_bare(text, lexicon), lexicon)
    return short[1] if short else ""


def _tail(text: str, lexicon: Lexicon) -> re.Match[str] | None:
    """The number of a street and what follows it; "8 de Marzo" is a name."""
    tail = _TAIL.search(text)
    while tail is not None:
        day = _DAY.match(tail.group())
        if day is None or fold(day.group(1)) not in lexicon.month_numbers:
            break
        tail = _TAIL.search(text, tail.start() + day.end())
    return tail


def _bare(text: str, lexicon: Lexicon) -> str:
    """A street without its number."""
    rest = text[len(_flat(text, lexicon)) :]
    rest = _NUMBER_FIRST.sub("", rest[len(_house_name(rest, lexicon)) :])
    rest = rest[: _behind(rest, lexicon)]
    tail = _tail(rest, lexicon)
    return (rest[: tail.start()] if tail else rest) or text


def _flat(text: str, lexicon: Lexicon) -> str:
    """What stands before a house number: "Flat 3B, " of "Flat 3B, 22 Mill Lane"; or ""."""
    first = _FLAT_FIRST.match(text)
    return first[0] if first and fold(first[1]) in inside_words(lexicon) else ""


def _house_name(text: str, lexicon: Lexicon) -> str:
    """A house or a floor that stands before the number in English ("Rose Court, 9 Mill Lane",
    "Basement flat, 9 Mill Lane"); or ""."""
    first = _HOUSE_NAME.match(text) if lexicon.lang == "en" else None
    return first[0] if first else ""


def _short(bare: str, lexicon: Lexicon) -> tuple[str, str] | None:
    """What stands beside a short type, and the type."""
    last = lexicon.lang in HEAD_LAST
    match = _END.search(bare) if last else _START.match(bare)
    type_word = fold(match.group(1)).rstrip("./") if match else ""
    for kind in short_types(lexicon):
        if match and type_word in {
            fold(short).rstrip("./") for short in _SHORT[lexicon.lang][kind]
        }:
            return bare[: match.start()] if last else bare[match.end() :], kind
    return None


@lru_cache(maxsize=4096)
def street_key(text: str, lexicon: Lexicon) -> str:
    """Folded name and type of a street without its number ("mayor|calle"); "mayor" if untyped."""
    word, ending = type_said(text, lexicon)
    bare = _bare(text, lexicon)
    short = None if word else _short(bare, lexicon)
    if short is not None:
        bare = short[0]
    if lexicon.lang == "de":
        bare = _GERMAN_SHORT.sub(r"\1traße", bare)
    key_words = [unelided(w) for w in words(bare) if w != fold(word)]
    while len(key_words) > 1 and key_words[0] in PARTICLES:
        key_words.pop(0)
    if lexicon.lang == "de" and len(key_words) > 1:  # "in der Alten Mühlgasse"
        key_words[0] = cut_adjective(key_words[0], lexicon)[0] or key_words[0]
    kind = fold(short[1]) if short else _uninflected(word, ending, lexicon)
    return "|".join(filter(None, (" ".join(key_words) or fold(text), kind)))


@lru_cache(maxsize=4096)
def cut_adjective(word: str, lexicon: Lexicon) -> tuple[str, str]:
    """An adjective that streets are told apart by, folded as the table has it, and its ending as
    it is written ("Alten" -> "alte", "en"); ("", "") for other words."""
    key = fold(word)
    for form in lexicon.streets("adjective"):
        stem = fold(form)
        if lexicon.lang != "de":
            if key == stem:
                return stem, ""
        elif key.startswith(stem[:-1]) and key[len(stem) - 1 :] in _GERMAN_ENDINGS:
            return stem, word[len(word) - (len(key) - len(stem) + 1) :]
    return "", ""


def with_adjective(adjective: str, name: str, lexicon: Lexicon) -> str:
    """A name of a street behind an adjective, in German with the ending of its noun."""
    if lexicon.lang == "de":
        nouns = lexicon.agreement.get(("noun", type_key(name, lexicon)), frozenset())
        adjective = adjective[:-1] + _GERMAN_ENDING_OF.get("".join(nouns), "e")
    return f"{adjective} {name}"


def _uninflected(word: str, ending: str, lexicon: Lexicon) -> str:
    """The folded type that a word says with an ending: "kaleko" is "kalea"."""
    if not ending:
        return fold(word)
    kinds = (fold(k) for k in lexicon.streets("type") if fold(inflected(k, ending)) == fold(word))
    return next(kinds, fold(word))


@lru_cache(maxsize=16)
def inside_words(lexicon: Lexicon) -> frozenset[str]:
    """Folded words of what stands behind a house number: floor, door, "bajo"."""
    return frozenset(word for form in lexicon.streets("inside") for word in words(form))


def name_of(text: str, lexicon: Lexicon) -> str:
    """A street without its type and number, its particles with it: "de la Asunción"."""
    bare = _bare(text, lexicon)
    word, _ = type_said(text, lexicon)
    if word:
        return re.sub(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])", "", bare, count=1).strip(" ,")
    short = _short(bare, lexicon)
    return (short[0] if short is not None else bare).strip(" ,")


def is_type(word: str, lexicon: Lexicon) -> bool:
    """Whether a word tells that a street is named beside it: "calle", "c", "kalean"."""
    return bool(type_said(word, lexicon)[0]) or fold(word) in _shorts(lexicon)


def is_named(text: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether words with a capital beside a word for a kind of street are the name of one, though
    they are a number or a floor, too: "rambla [Principal]", "passeig [Nou]"."""
    said = text[start:end]
    if not said[:1].isupper() or said.isupper():
        return False
    behind = words(text[end:])[:1] if lexicon.lang in HEAD_LAST else ()
    return any(is_type(word, lexicon) for word in behind or words(text[:start])[-1:])


@lru_cache(maxsize=16)
def _shorts(lexicon: Lexicon) -> frozenset[str]:
    forms = _SHORT.get(lexicon.lang, {}).values()
    return frozenset(fold(short).rstrip("./") for kind in forms for short in kind)


@lru_cache(maxsize=16)
def _german_types(lexicon: Lexicon) -> tuple[str, ...]:
    """Folded nouns that names of German streets end with ("weg", "allee"), the longest first."""
    if lexicon.lang != "de":
        return ()
    nouns = {word for kind, word in lexicon.agreement if kind == "noun"}
    ends = {n for n in nouns for name in lexicon.streets("name") if fold(name).endswith(n)}
    return tuple(sorted(ends, key=lambda end: (-len(end), end)))


def type_key(word: str, lexicon: Lexicon) -> str:
    """The folded type that a word says, with an ending or, in German, as the end of a compound
    ("Parkallee"); or ""."""
    key = fold(word)
    if lexicon.lang == "de":
        key = _STR.sub(r"\1strasse", key)  # "Zülpicher Str."
        return next((end for end in _german_types(lexicon) if key.endswith(end)), "")
    said, ending = type_said(word, lexicon)
    return _uninflected(said, ending, lexicon) if said else ""


def joined(name: str, kind: str, lexicon: Lexicon) -> str:
    """A name and its type, in the order of the language."""
    parts = (name, kind) if lexicon.lang in HEAD_LAST else (kind, name)
    return " ".join(filter(None, parts))


def _parted(form: str, lexicon: Lexicon) -> tuple[str, str]:
    """The name and the type that `joined` put together; no type where there is none."""
    last = lexicon.lang in HEAD_LAST
    cut = form.rpartition(" ")[::2] if last else form.partition(" ")[::-2]
    return (cut[0], cut[1]) if cut[1] in lexicon.streets("type") else (form, "")


_EAST = re.compile(r"\d+ (?=E [A-Z])")  # "1934 E Camelback Road"


def written(text: str, form: str, lexicon: Lexicon, number_of: Callable[[str], str]) -> str:
    """A new street in the shape of `text`: with its type, in short, with another number."""
    if lexicon.lang == "en" and (east := _EAST.match(text)):  # a letter that a door may have
        new = written(text[: east.end()] + text[east.end() + 2 :], form, lexicon, number_of)
        number, _, street = new.partition(" ")
        return f"{number} E {street}"
    if flat := _flat(text, lexicon):
        return number_of(flat) + written(text[len(flat) :], form, lexicon, number_of)
    if house := _house_name(text, lexicon):
        told = inside_words(lexicon).issuperset(words(house))  # the name of a house goes
        return house * told + written(text[len(house) :], form, lexicon, number_of)
    name, kind = _parted(form, lexicon)
    word, ending = type_said(text, lexicon)
    head = ""
    if word:
        head = apply_case(inflected(kind, ending).capitalize(), case_pattern(word))
    elif short_type(text, lexicon):
        head = _SHORT[lexicon.lang].get(kind, ("",))[0]
        begins = None if lexicon.lang in HEAD_LAST else _START.match(text)
        if begins and fold(begins[1]).rstrip("./") in _shorts(lexicon):
            head = begins[1]
    adjective, _, rest = name.partition(" ")
    case, own = (cut_adjective(t.partition(" ")[0], lexicon)[1] for t in (text, name))
    if case and rest and own:  # of nouns of one gender
        name = f"{adjective[: -len(own)]}{case} {rest}"
    if lexicon.lang == "de" and _GERMAN_SHORT.search(text):
        name = re.sub(r"(?i)(s)traße$", r"\1tr.", name)
    body = joined(name, head, lexicon)
    tail = _tail(text, lexicon)
    start = tail.start() if tail is not None else len(text)
    if tail is None and _NUMBER_FIRST.match(text):  # "12 bis, rue de l'Église"
        start = 0
    behind = text[_behind(text, lexicon) :]
    number = number_of(_inside(text[start:], lexicon))
    if start == 0:
        # "12, rue de la Gare", "12 Baker Street, Flat 3": the number stands first.
        first = _NUMBER_FIRST.match(text)
        comma = "," if first and "," in first.group() else ""
        return (f"{number}{comma} {body}" if number else body) + number_of(behind)
    if len(behind) > len(text) - start:
        number = number_of(behind)
    return body + (f" {number}" if number[:1].isalnum() else number)


def _behind(text: str, lexicon: Lexicon) -> int:
    """Where floor and door begin ("..., Flat 4B", "..., bajo"), or the end."""
    plain, last = inside_words(lexicon), lexicon.lang in HEAD_LAST
    for word in _WORD.finditer(text):
        before = _FLOOR.sub("", text[: word.start()].rstrip())
        kind = _WORD.findall(before)[-1:] if last else []
        if fold(word.group()) not in plain or not before.strip(" ,"):
            continue
        if not (before.endswith(",") or (kind and is_type(kind[0], lexicon))):
            continue
        start = len(before.rstrip(" ,"))
        if _inside(text[start:], lexicon) == text[start:]:
            return start
    return len(text)


def _inside(tail: str, lexicon: Lexicon) -> str:
    """A number with the floor and door behind it, up to the first word that might say more."""
    plain = inside_words(lexicon)
    for word in _WORD.finditer(tail):
        if len(word.group()) > 1 and fold(word.group()) not in plain:
            return tail[: word.start()].rstrip(" ,.-/ºª°")
    return tail
