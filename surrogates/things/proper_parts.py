"""The part of a thing's name that names it gets another: "Hospital Universitario [Miguel Servet]",
"calle del Doctor [Fleming]". What it is stays, and how many words it has.

Which parts those are, and the name with others in their place; `named.parts` draws them.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import itemgetter

from surrogates.folding import PARTICLES, WORD, fold, words
from surrogates.labels import NAMES, Kind
from surrogates.languages.common_parts import head_of, joins, joins_two, kinds_of_thing, titles
from surrogates.languages.inflection import inflection_of, plain_marks
from surrogates.languages.lexicon import Lexicon, name_key
from surrogates.languages.places.inhabitants import is_place
from surrogates.languages.places.landscape import landscape_names
from surrogates.rewrite import Item
from surrogates.scene import Scene


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a name that names the thing, with what the title before it says of it."""

    start: int
    end: int
    text: str
    title: str = ""
    article: str = ""  # folded, right before it
    joined: bool = False  # "[Harlow] and [Finch]"
    purpose: bool = False  # "Verein für [Vogelschutz]"

    @property
    def key(self) -> tuple[str, ...]:
        return tuple(w for w in words(self.text) if w not in PARTICLES) or words(self.text)


_DE = re.compile(r"\bd(?:e |['’])$")
_ELIDED = re.compile(r"(?:d|(l))['’](?=\w{2})")  # "L'Escala" is a name
_DU = re.compile(r"\bdu $")
_LED = re.compile(r"\b(?:du |des |de la |de l['’])$")
_OF = {"le": "du ", "la": "de la ", "les": "des ", "l'": "de l'"}
_REGIONS = ("department", "region")
_Y = re.compile(r"\b[ye] $")
_ROMAN = re.compile(r"i{1,3}|i?v|vi{1,3}")
_VAN = frozenset({"van", "von"})  # which no street has of its own, as it has "de"
_GREAT = frozenset({"gran", "gros", "grand"})
_REGNAL = re.compile(r"[IVX]+(?:er|ère|e|r)?")
_OWNED = re.compile(r"['’](?!\w)")  # behind a name in -s
_OWNER = {"de": "s", "en": "'s"}  # ending of an owner
_JOINT = re.compile(r"\s[&+]\s")
_NOUN_FIRST = ("es", "ca", "fr")  # languages in which adjectives follow
_PURPOSE = 3  # words before what an organisation is for, of which one says so: "per a la"
FAMILY = "family"  # title of whose sons or brothers a firm is
_BORNE = ("", FAMILY, "surname")  # titles of names of which a part may be somebody's
Naming = dict[tuple[str, ...], str]  # key of a part -> what stands for it


def parts_of(text: str, lexicon: Lexicon, own: frozenset[str] = frozenset()) -> list[Part]:
    """The proper parts in order; `own`: words that name something here although they are common."""
    common, known, ands = kinds_of_thing(lexicon), titles(lexicon), joins(lexicon)
    found = [(m, fold(m.group())) for m in WORD.finditer(text)]
    own |= _devotions([key for _, key in found], lexicon)
    parts: list[Part] = []
    start, end, title, article, joined, i = -1, -1, "", "", False, 0
    last = len(found) - 1

    def close(*, join: bool = False) -> None:
        nonlocal start, title, article, joined
        if start >= 0:
            before = words(text[:start])[-_PURPOSE:]
            aim = any(word in lexicon.cues("purpose") for word in before)
            parts.append(Part(start, end, text[start:end], title, article, joined or join, aim))
        start, title, article, joined = -1, "", "", join

    while i < len(found):
        match, key = found[i]
        if start >= 0 and _JOINT.search(text[end : match.start()]):
            close()  # "Lindemann & Schäfer" are two
        if start < 0 and key in _VAN and match.group().istitle() and i + 1 < len(found):
            start, end = match.start(), match.end()  # "calle [Van Dyck]"
            i += 1
            continue
        if start < 0 and key in _GREAT and i == last - 1 and (found[last][1],) in known:
            parts.append(Part(match.start(), len(text), text[match.start() :]))
            break  # "avenida del [Gran Capitán]" has no captain's name
        size = next(
            (n for n in (2, 1) if tuple(k for _, k in found[i : i + n]) in known), 0
        ) if key not in own else 0  # fmt: skip
        if size and _goes_on(found[i + size :], common.keys() - own):
            close()
            title = known[tuple(k for _, k in found[i : i + size])]
            i += size
            continue
        joint = i > 0 and _JOINT.fullmatch(text[found[i - 1][0].end() : match.start()])
        after_join = joint or (i > 0 and found[i - 1][1] in ands)
        behind = size and (after_join or (start >= 0 and not text[end : match.start()].strip()))
        if behind and known[tuple(k for _, k in found[i : i + size])] == "surname":
            close()  # "Talleres Garrido Hermanos", "Grabowski & Söhne"
            parts[-1:] = [replace(part, title=FAMILY) for part in parts[-1:]]
            i += size
            continue
        if start >= 0 and _ROMAN.fullmatch(key) and fold(text[start:end]) in lexicon.known_places:
            close()  # "Cuenca II"
        elif start >= 0 and _REGNAL.fullmatch(match.group()) and text[end : match.start()] == " ":
            end = match.end()  # "Alfonso I", "François Ier": the king's alone
        elif start >= 0 and key in ands and joins_two([k for _, k in found], i, lexicon):
            close(join=True)
        elif start >= 0 and _describes(key, text[end : match.start()], article, lexicon):
            end = match.end()
        elif key not in own and (
            key in common or (head_of(lexicon, key) and not is_place(lexicon, key))
        ):  # "Klinikum Wels-[Grieskirchen]" is no church
            close()
        elif key in PARTICLES or (start < 0 and _is_article(key, lexicon)):
            if start < 0 and title == "devotion":
                start, end = match.start(), match.end()
            article = key if start < 0 else article
        else:
            elided = _ELIDED.match(match.group())
            if start < 0:
                start = match.start() + (elided.end() if elided else 0)
                article = "l'" if elided and elided[1] else article
            end = match.end()
        i += 1
    close()
    return parts


def parts_in(scene: Scene, text: str, own: frozenset[str] = frozenset()) -> list[Part]:
    """`parts_of` a name in a dialogue: who is named elsewhere is a part ("Whitfield Florals")."""
    people = people_now(scene)
    parts: list[Part] = []
    own |= _ending_place(text, scene.lexicon) | _saints_of_towns(scene, text)
    for part in parts_of(text, scene.lexicon, scene.originals | own):
        said = [(m.start(), m.end(), fold(m.group()) in people) for m in WORD.finditer(part.text)]
        # "Hijos de [Ramón] [Castaño]", of the Castaños that the dialogue names.
        apart = len({known for *_, known in said}) > 1 and part.title in _BORNE
        for known, run in groupby(said, key=itemgetter(2)) if apart else ():
            span = list(run)
            start, end = span[0][0], span[-1][1]
            piece = part.text[start:end]
            if known or any(word not in PARTICLES for word in words(piece)):
                title = "" if known else given_title(piece, scene.lexicon)
                parts.append(Part(part.start + start, part.start + end, piece, title))
        parts += () if apart else (part,)
    return parts


def _saints_of_towns(scene: Scene, text: str) -> frozenset[str]:
    """The saint of a town of the dialogue that a thing is in: "Klinikum [St. Pölten]"."""
    towns = {name_key(item.text) for item in scene.of_kind(scene.items, Kind.PLACE)}
    keys, saints = words(text), scene.lexicon.cues("saint")
    return frozenset(a for a, b in pairwise(keys) if a in saints and f"{a} {b}" in towns)


def given_title(text: str, lexicon: Lexicon) -> str:
    """Whether a given name is a woman's or a man's, as titles say it; "" for any other word."""
    name = lexicon.name_by_key.get(fold(text))
    return {"f": "woman", "m": "man"}.get(name.gender if name is not None else "", "")


def _ending_place(text: str, lexicon: Lexicon) -> frozenset[str]:
    """The word for a place that a French name ends with names what lies there, as no town's does:
    "Pharmacie de la Gare"."""
    last = words(text)[-1:]
    led = lexicon.lang == "fr" and len(words(text)) > 1 and _LED.search(text[: -len(last[0])])
    return frozenset(last) & lexicon.cues("station").keys() if led else frozenset()


def _devotions(keys: Sequence[str], lexicon: Lexicon) -> frozenset[str]:
    """The words behind those for a devotion, which are no kinds there: "Virgen de la [Salud]"."""
    known = titles(lexicon)
    behind = (
        next((k for k in keys[at:] if k not in PARTICLES and not _is_article(k, lexicon)), "")
        for at in range(1, len(keys))
        if "devotion" in (known.get(tuple(keys[at - 1 : at])), known.get(tuple(keys[at - 2 : at])))
    )
    return frozenset(behind) - {""}


def _goes_on(rest: Sequence[tuple[re.Match[str], str]], common: Collection[str]) -> bool:
    """Whether a word that names something follows a title, behind particles alone."""
    following = next((key for _, key in rest if key not in PARTICLES), "")
    return bool(following) and following not in common


def renamed(text: str, parts: Sequence[Part], naming: Naming, lexicon: Lexicon) -> str:
    """The text with each part as it is named now; "de" before it elides where it has to."""
    inflection = inflection_of(lexicon.lang)
    for part in reversed(parts):
        new, before = part_now(part, naming), text[: part.start]
        if text[part.end : part.end + 1] == "-" and " " not in part.text:
            new = new.replace(" ", "-")  # "[Erich-Kästner]-Grundschule"
        # "Mairie du Havre" is Le Havre's; the article of other words stays.
        du = before.endswith("du ") and f"le {' '.join(part.key)}" in lexicon.known_places
        de = _DU.search(before) if du else _DE.search(before)
        led = _LED.search(before) if lexicon.lang == "fr" and not du else None
        if led is not None:
            of = _of_region(lexicon, part, new)
            before = before[: led.start()] + of if of else before
        for clitic, word in ((de, "de"), (_Y.search(before), "y")):
            put = inflection is not None and word in inflection.PROCLITICS
            if new != part.text and clitic and put and inflection is not None:
                before, new = before[: clitic.start()], inflection.put(new, word)
        behind = text[part.end :]
        owned = _OWNED.match(behind) if lexicon.lang in _OWNER else None
        if owned is not None and inflection is not None:  # "St [Thomas]' Hospital"
            new, behind = inflection.put(new, _OWNER[lexicon.lang]), behind[1:]
            new = new.replace("'", owned[0])
        text = before + new + behind
    return text


def _of_region(lexicon: Lexicon, part: Part, new: str) -> str:
    """ "du [Nord]", "de la [Gironde]": what stands before the region that another became; ""
    for what is no region, or became none."""
    known = landscape_names(lexicon)
    kinds = [known.get(name_key(text), ("", "")) for text in (part.text, new)]
    if new == part.text or any(kind not in _REGIONS for kind, _ in kinds):
        return ""
    return _OF.get(kinds[1][1], "de ")


def part_now(part: Part, naming: Naming) -> str:
    if part.key in naming:
        return _as_led(part, naming[part.key])
    size = len(part.key)
    for key, new in naming.items():
        places = [i for i in range(len(key) - size + 1) if key[i : i + size] == part.key]
        if places:
            pieces = [w for w in new.split() if fold(w) not in PARTICLES]
            if len(pieces) == len(key):
                return " ".join(pieces[places[0] : places[0] + size])
            return new
    return part.text


def _as_led(part: Part, new: str) -> str:
    """What stands for a part, without the particles that it has not: "la [Arrixaca]" beside
    "Virgen [de la Arrixaca]"."""
    if words(part.text)[:1] != part.key[:1] or not new[:1].islower():
        return new
    named = next((m for m in WORD.finditer(new) if fold(m.group()) not in PARTICLES), None)
    return new[named.start() :] if named is not None else new


def people_now(scene: Scene) -> dict[str, str]:
    """Folded word of a person's name in the dialogue -> its word in the surrogate."""
    people: dict[str, str] = {}
    for item in scene.of_kind(scene.items, *NAMES):
        new = scene.surrogates.get(item.index, "").split()
        old = item.text.split()
        if len(new) == len(old):
            for a, b in zip(old, new, strict=True):
                people.update((fold(x), y) for x, y in _with_stem(scene, item, a, b) if len(x) > 2)
    return people


def _with_stem(scene: Scene, item: Item, old: str, new: str) -> Iterator[tuple[str, str]]:
    """A word of a name and its surrogate, and both without the ending: "the Kerrigans"."""
    yield old, new
    stem, ending = scene.stems.name(old, item.kind)
    if ending and scene.stems.inflection is not None:
        cuts = scene.stems.inflection.cut(plain_marks(new))
        yield stem, next((bare for bare, name in cuts if name == ending), new)


def _describes(key: str, gap: str, article: str, lexicon: Lexicon) -> bool:
    """Whether a common word is an adjective of the noun before it and goes with it: "Mutuelle
    générale de l'[Éducation nationale]"."""
    led = article == "l'" or ("article", article) in lexicon.agreement
    noun = gap == " " and led and lexicon.lang in _NOUN_FIRST
    kinds = kinds_of_thing(lexicon)
    return noun and key in kinds and not lexicon.sector_of_head.get(kinds[key])


def _is_article(key: str, lexicon: Lexicon) -> bool:
    return ("article", key) in lexicon.agreement or (lexicon.lang, key) == ("en", "the")
