"""Basque: case endings on names and places, by the last sound of the stem.

After a vowel an ending keeps its consonant ("Anek", "Bilboren"), after a consonant it takes an e
("Mikelek", "Irunen"), a final r doubles before that e ("Xabierrek"), and -tik and -ko are voiced
after n and l ("Irundik", "Madrilgo") and take the e after a stop ("Bagdadetik"). Inhabitants take
-tar, -dar or -ar ("Bilbotarra", "Irundarra", "Donostiarra"), or a word of their own ("frantsesa").
A hyphen stands before the ending of foreign names ("Wifi-a") and is kept.
"""

import re
from collections.abc import Iterator

from surrogates.folding import fold
from surrogates.languages.schema import FOLDER, read_table

RARE = frozenset({"art", "-art"})
_CASES = ("", "ra", "rak", "rek", "rari", "raren", "rarekin", "rei", "ren")
_INHABITANT = {f"inh+{case}": case for case in _CASES}  # what follows "bilbotar"
OF_PLACES = frozenset(_INHABITANT)
# Hardly a place is written like that without them; many end in -n, -ra or -ko.
SURE = frozenset({"abl", "abl_e", "ter", "dir", "dir_rel"})
# Nor a name like that: "Unamunorentzat", "Olaetxearengana".
SURE_OF_NAMES = frozenset({"soc", "ben", "cau", "ani_ine", "ani_abl", "ani_all", "ani_ter"})
PROCLITICS: frozenset[str] = frozenset()
_VOWELS = frozenset("aeiouyáéíóú")

# Name of the case -> the ending after a vowel, after a consonant.
_NAMES = {
    "erg": ("k", "ek"),
    "dat": ("ri", "i"),
    "gen": ("ren", "en"),
    "soc": ("rekin", "ekin"),
    "ben": ("rentzat", "entzat"),
    "cau": ("rengatik", "engatik"),
    "mot": ("gatik", "gatik"),
    "ani_ine": ("rengan", "engan"),
    "ani_abl": ("rengandik", "engandik"),
    "ani_all": ("rengana", "engana"),
    "ani_ter": ("renganaino", "enganaino"),
    "par": ("rik", "ik"),
    "ins": ("z", "ez"),
    "ins_t": ("taz", "etaz"),
    "pro": ("tzat", "tzat"),
}
_PLACES = {
    "ine": ("n", "en"),
    "all": ("ra", "era"),
    "ter": ("raino", "eraino"),
    "dir": ("rantz", "erantz"),
    "dir_rel": ("rako", "erako"),
    "abl": ("tik", "tik"),
    "abl_e": ("tik", "etik"),
    "rel": ("ko", "ko"),
    "rel_e": ("ko", "eko"),
}
_OF_PLACES = {**_PLACES, **_INHABITANT}
# What may follow -ren, -ko and -rako: "Mikelenak", "Bilbokoa", "Anerenean", "Bilborakoan".
_AFTER = ("a", "ak", "an", "ari", "aren", "arekin", "ean", "era", "ek", "ei", "en", "etik", "az",
          "arentzat", "arengatik", "ekin", "entzat", "etan", "etara", "etatik", "ez")  # fmt: skip
ENDINGS: dict[str, tuple[str, str]] = {
    **_NAMES,
    **_PLACES,
    "art": ("a", "a"),
    "pl": ("tarrak", "tarrak"),
    **{name: (f"tar{case}", f"tar{case}") for name, case in _INHABITANT.items()},
    **{f"gen+{more}": (f"ren{more}", f"en{more}") for more in (*_AFTER, "eko")},
    **{f"rel+{more}": (f"ko{more}", f"ko{more}") for more in _AFTER},
    **{f"rel_e+{more}": (f"ko{more}", f"eko{more}") for more in _AFTER},
    **{f"dir_rel+{more}": (f"rako{more}", f"erako{more}") for more in _AFTER},
}
# A family: "Agirretarrak", "Agirretarren".
_FAMILY = ("ek", "en", "ei", "ekin", "entzat", "ena", "enak", "enean", "enera", "eneko", "engatik",
           "engan", "engana", "ez")  # fmt: skip
ENDINGS |= {f"pl+{case}": (f"tarr{case}", f"tarr{case}") for case in _FAMILY}
# Of common nouns behind their stem, in the singular and in the plural.
_OF_NOUNS = (
    "", "a", "ak", "ari", "aren", "arekin", "arentzat", "an", "ean", "n", "ko", "eko", "go", "ra",
    "era", "tik", "etik", "k", "ri", "ren", "rekin", "ek", "ei", "en", "ekin", "entzat", "etan",
    "etako", "etara", "etatik",
)  # fmt: skip
# Behind a noun with its article, and in the place of that article.
_OF_ONE = frozenset(
    f"{after_vowel}{more}"
    for name, (after_vowel, _) in _NAMES.items()
    for more in ("", *(_AFTER if name == "gen" else ()))
) | {"rentzako", "rekiko", "renganako"}
_OF_MANY = (
    "ek", "ei", "en", "ekin", "entzat", "entzako", "engatik", "engan", "engandik", "engana", "ez",
    "ena", "enak", "enek", "enean", "enera", "enetik", "eneko", "enekin", "enari", "enaren",
)  # fmt: skip
_NOUN_ENDINGS = tuple(sorted({*_OF_ONE, *_OF_MANY}, key=lambda e: (-len(e), e)))
# Places whose last letter is an article, which gives way to most cases of places: "Bizkaitik".
_ARTICLED = frozenset({
    "azkoitia", "azpeitia", "bizkaia", "ermua", "erriberabeitia", "erriberagoitia", "forua",
    "hondarribia", "irunea", "otsagabia", "urizaharra", "zigoitia",
})  # fmt: skip
_STOPS = frozenset("bdfgkmptv")
_ROWS = read_table(FOLDER / "eu" / "people.tsv")
_PEOPLE = {row["place"]: row["people"] for row in _ROWS if row["people"]}
_MANY = frozenset(row["place"] for row in _ROWS if row["kind"] == "plural")
# What the endings are behind a plural: "Filipinak", "Filipinetan".
_OF_PLURAL = {
    **{name: f"e{forms[1].removeprefix('e')}" for name, forms in _NAMES.items()},
    **{name: f"eta{forms[0]}" for name, forms in _PLACES.items()},
    "art": "ak", "ins_t": "etaz", "mot": "engatik", "par": "ik", "pro": "aktzat",
    **{f"gen+{more}": f"en{more}" for more in (*_AFTER, "eko")},
    **{f"{rel}+{more}": f"etako{more}" for rel in ("rel", "rel_e") for more in _AFTER},
    **{f"dir_rel+{more}": f"etarako{more}" for more in _AFTER},
}  # fmt: skip
# A figure with its case: "15ean", "12koa"; "3.ean" is an ordinal, which always takes the e.
FIGURE = re.compile(
    r"(?P<low>\d{1,5})(?P<point>\.)?-?(?P<ending>e?(?:an|tik|ra|ko(?:a[a-z]*|e[a-z]+|ra|tik)?)"
    r"|a(?:ri|ren|rekin|rentzat)?|ak)"
)
_LOCAL = ("an", "ko", "tik", "ra")
# Capitals in a case of place: "EHUn", and as many say it, "CAFen".
_ACRONYM = re.compile(r"([A-Z]{2,5})-?e?(n|ra|tik|ko)")
_CASES_OF_PLACE = {"n": "ine", "ra": "all", "tik": "abl", "ko": "rel"}
_NOUN_INSIDE = re.compile(r"\S+ .*[aeiou]an")
_MAIN_STREET = re.compile(r"(.*\bnagusi)(?:a(n)|(ra|tik|ko))", re.I)
_CONSONANT = frozenset({1, 5, 10, 15})  # bat, bost, hamar, hamabost, whatever scores stand before
_HARD = ("tik", "ko", "tar", "tzat", "gatik")  # endings that begin with a stop


def put(stem: str, ending: str) -> str:
    """ "Mikel" + "erg" -> "Mikelek"; a leading "-" of the ending is written. Raises KeyError."""
    hyphen = "-" if ending.startswith("-") else ""
    after_vowel, after_consonant = ENDINGS[ending.removeprefix("-")]
    if ending in _INHABITANT and stem in _PEOPLE:
        return _people(stem, ending)
    if stem in _MANY:
        tail = _OF_PLURAL.get(ending.removeprefix("-")) or f"e{after_consonant}"
        return f"{stem.removesuffix('ak')}{tail}"
    if fold(stem) in _ARTICLED and _loses_article(ending):
        stem = stem[:-1]
    if ending in _INHABITANT and fold(stem)[-1:] in ("a", "i"):
        return f"{stem}{'' if fold(stem).endswith('a') else 'a'}{after_vowel[2:]}"
    if ends_in_vowel(stem):
        return f"{stem}{hyphen}{after_vowel}"
    tail, last = after_consonant, fold(stem)[-1:]
    if tail.startswith(("tik", "ko", "tar")) and last in ("n", "l"):
        tail = {"t": "d", "k": "g"}[tail[0]] + tail[1:]
    if tail.startswith(("tik", "ko")) and last in _STOPS:
        tail = f"e{tail}"
    if hyphen:
        return f"{stem}-{tail}"
    if last == "r" and tail[0] in _VOWELS:
        return f"{stem}r{tail}"
    if tail.startswith(_HARD) and fold(stem).endswith(("tz", "ts", "tx")):
        return f"{stem[:-2]}{stem[-1]}{tail}"
    return f"{stem}{tail}"


def on_figure(number: str, ending: str) -> str:
    """A figure with a case of `FIGURE`, after the sound that its number ends with: "15ean"."""
    case = ending.removeprefix("e")
    closed = case.startswith(_LOCAL) and int(number) % 20 in _CONSONANT
    return f"{number}{'e' if closed else ''}{case}"


def _people(country: str, ending: str) -> str:
    """ "Frantzia" -> "Frantsesa", "Iruñea" -> "Iruindarra", "Txina" -> "Txinatarra"."""
    people, case = _PEOPLE[country], _INHABITANT[ending]
    return f"{people}{case if people.endswith('r') else case.removeprefix('r')}"


def _loses_article(ending: str) -> bool:
    return ending != "ine" and (ending in _PLACES or ending.startswith(("rel+", "dir_rel+")))


def ends_in_vowel(stem: str) -> bool:
    """Whether a stem ends in a vowel; all names of letters do, so acronyms do ("EITBk")."""
    letters = [c for c in stem if c.isalpha()]
    acronym = 2 <= len(letters) <= 5 and stem.isupper()
    return acronym or fold(stem)[-1:] in _VOWELS


def cut(word: str, *, place: bool = False) -> Iterator[tuple[str, str]]:
    """Candidates (stem, ending): the longest ending first, of two readings the one that fits."""
    lowered = word.lower()
    found: dict[tuple[str, str], tuple[bool, int]] = {}
    if lowered in _LISTED:
        found[_LISTED[lowered]] = (not place, -len(word))
    for form, name in _FORMS:
        if not lowered.endswith(form):
            continue
        for stem, ending in _stems(word[: -len(form)], name, form):
            if len(stem) > 1 and put(stem, ending).lower() == lowered:
                odd = (name in _OF_PLACES) != place and name in {**_NAMES, **_OF_PLACES}
                found.setdefault((stem, ending), (odd, -len(form)))
    yield from sorted(found, key=lambda pair: (*found[pair], pair))


def _all_forms() -> Iterator[tuple[str, str]]:
    """Every form that an ending may have behind some stem, the longest first, and its name."""
    for name, forms in ENDINGS.items():
        shorter = {f[1:] for f in forms} | {f[2:] for f in forms} if name in _INHABITANT else set()
        longer = {f"e{f}" for f in forms if f.startswith(("tik", "ko"))}
        every = {*forms, *(_voiced(f) for f in forms), *shorter, *longer}
        yield from ((form, name) for form in sorted(every, key=lambda f: (-len(f), f)))


def _voiced(form: str) -> str:
    return {"t": "d", "k": "g"}.get(form[0], form[0]) + form[1:] if len(form) > 1 else form


def _stems(left: str, name: str, form: str) -> Iterator[tuple[str, str]]:
    """What the stem may have been before the ending was put on it."""
    if left.endswith("-"):
        yield left[:-1], f"-{name}"
        return
    yield left, name
    if fold(f"{left}a") in _ARTICLED:
        yield f"{left}a", name
    if left.lower().endswith("rr"):
        yield left[:-1], name
    if form.startswith(_HARD) and left[-1:].lower() in ("z", "s", "x"):
        yield f"{left[:-1]}t{left[-1]}", name


_FORMS = tuple(_all_forms())
_LISTED = {
    put(place, e).lower(): (place, e) for place in sorted(_MANY) for e in reversed(_OF_PLURAL)
}
_LISTED |= {_people(c, e).lower(): (c, e) for c in _PEOPLE for e in _INHABITANT}


def regular(stem: str, ending: str) -> bool:
    """Whether the stem stays as it is: no doubled r, no lost t or article, no acronym."""
    last = fold(stem)[-2:]
    if ending in _INHABITANT and stem in _PEOPLE:
        return True  # its people are listed
    if stem in _MANY or (fold(stem) in _ARTICLED and _loses_article(ending)):
        return False
    if ending.endswith("art") and last.endswith("a"):
        return False
    if ending in _INHABITANT and (" " in stem or "-" in stem or last.endswith(tuple("eiou"))):
        return False  # "Hernaniarra", "Bilbotarra", "Altsasuarra": only the list knows
    return not last.endswith("r") and last not in ("tz", "ts", "tx") and not stem.isupper()


def noun_cuts(word: str) -> Iterator[tuple[str, str]]:
    """Candidates (noun with its article, ending) of a noun in a case: "amarentzat", "alabei"."""
    lowered = word.lower()
    for ending in _NOUN_ENDINGS:
        stem = lowered.removesuffix(ending)
        if stem != lowered and len(stem) > 1:
            yield (stem, ending) if ending in _OF_ONE else (f"{stem}a", ending)


def of_many(ending: str) -> bool:
    """Whether an ending that `noun_cuts` names is a plural's."""
    return bool(ending) and ending not in _OF_ONE


def put_noun(noun: str, ending: str) -> str:
    """A noun with its article in a case that `noun_cuts` names; those of many take the article."""
    return f"{noun.removesuffix('a') if of_many(ending) else noun}{ending}"


def noun_forms(noun: str) -> Iterator[str]:
    """ "ospitalea" -> "ospitaleko", "ospitalean", "ospitaleetan"...: the article gives way."""
    stems = {noun, noun.removesuffix("a"), noun.removesuffix("ak"), noun.removesuffix("k")}
    for stem in sorted(s for s in stems if len(s) > 2):
        yield from (stem + ending for ending in _OF_NOUNS if stem + ending != noun)


def cut_acronym(text: str) -> tuple[str, str] | None:
    """ "CAFen", "EHUn" -> capitals and "ine"."""
    found = _ACRONYM.fullmatch(text)
    return (found[1], _CASES_OF_PLACE[found[2]]) if found else None


def cut_noun(text: str) -> tuple[str, str]:
    """The case of a name of several words that ends in a noun, inside it: "Tanatorioan"."""
    return (text[:-1], "ine") if _NOUN_INSIDE.fullmatch(text) else (text, "")


def cut_main_street(text: str) -> tuple[str, str] | None:
    """ "Kale Nagusian" -> "Kale Nagusia", "ine"."""
    found = _MAIN_STREET.fullmatch(text)
    return (f"{found[1]}a", _CASES_OF_PLACE[found[2] or found[3]]) if found else None


def put_on_street(street: str, ending: str) -> str:
    """ "Urbieta kalea" + "all" -> "Urbieta kalera": the article of its noun gives way."""
    noun = " " in street and street[-2:] in ("ea", "oa", "ia", "ua")
    return put(street[:-1] if noun and _loses_article(ending) else street, ending)
