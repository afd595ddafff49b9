"""Where the surrogates of streets come from: another name, and the same kind of street.

Two ways of one name ("Marlow Crescent" and "Marlow Close") get one name again; a name that is said
without its type is drawn so that what stands before it ("au [Moulin-Vert]") suits.
"""

import re
from functools import partial
from itertools import product

from surrogates.folding import PARTICLES, fold, words
from surrogates.labels import Kind
from surrogates.languages.common_parts import kind_said
from surrogates.languages.inflection.sounds import vowel_onset
from surrogates.languages.lexicon import Lexicon
from surrogates.languages.places.streets import (
    HEAD_LAST,
    cut_adjective,
    inflected,
    is_type,
    joined,
    name_of,
    short_type,
    type_key,
    type_said,
    with_adjective,
)
from surrogates.numbers.identifiers.doors import ordered
from surrogates.numbers.identifiers.house_numbers import rewritten
from surrogates.rewrite import Item
from surrogates.scene import Scene
from surrogates.things.articles import suits_article
from surrogates.things.geography.abroad.regions_abroad import neighbour_land
from surrogates.things.groups import Group, thing_key
from surrogates.things.named.in_part import content_of, is_part, pieces_said
from surrogates.things.named.parts import name_parts
from surrogates.things.named.pools import Codes, Fits, plain_pool
from surrogates.things.named.short_writings import shortened_like
from surrogates.things.proper_parts import Naming, parts_in, renamed

PLAIN_NAMES = ("ca", "es")  # streets' names stand in the list without their particles
_SS, _NO_SZ = re.compile(r"strasse\b|gässli\b", re.IGNORECASE), "Schweiz"
_LEAD = re.compile(
    r"(?:(?:de las?|de los|de les|du|des|dels?|de|las?|los|les|els?)\s+|(?:de\s+l|[dl])['’])+", re.I
)
_SAID_BEFORE = re.compile(r"[^,.;:¿?!]*$")
_BARE = re.compile(r"de\s+(?!(?:las?|los|les)\s|l['’])|d['’]", re.I)
_OF_NOUN = {
    "es": {"ms": "del ", "fs": "de la ", "mp": "de los ", "fp": "de las "},
    "ca": {"ms": "del ", "fs": "de la ", "mp": "dels ", "fp": "de les "},
}
_SALAT = re.compile(r"(?:des|de ses|de sa)\s+|de s['’]", re.I)  # of the Balearics
_OF_SALAT = {"ms": "des ", "fs": "de sa ", "mp": "des ", "fp": "de ses "}

# A house number, a floor or a door.
_DOOR = r"(?![\w/º°.])"
_HOUSE = re.compile(
    rf"\d{{1,5}}(?:\s*[-–/]\s*\d{{1,5}})?(?:(?:[a-hA-H]|\s[A-Hb-df-h]){_DOOR})?|(?<!\w)[A-H]{_DOOR}"
)


def draw_street(scene: Scene, group: Group, seed: bytes, codes: Codes, fits: Fits) -> str | None:
    """Another name, with as many words; what kind of street it is stays, and "ss" where it has no
    "ß" (Switzerland)."""
    drawn = _drawn(scene, group, seed, fits)
    texts = [item.text for item in group.items]
    swiss = any(_SS.search(text) for text in texts) and not any("ß" in text for text in texts)
    swiss = swiss or (scene.lexicon.lang == "de" and neighbour_land(scene) == _NO_SZ)
    return drawn.replace("ß", "ss") if drawn and swiss else drawn


def _drawn(scene: Scene, group: Group, seed: bytes, fits: Fits) -> str | None:
    lexicon = scene.lexicon
    texts = [item.text for item in group.items]
    kind = next(filter(None, (_type_of(text, lexicon) for text in texts)), "")
    longest = longest_name(scene, group)
    noun = type_key(longest.split(" ")[-1], lexicon) if lexicon.lang == "de" else ""
    adjective = _adjective(scene, longest, noun, seed)

    def made(name: str) -> str:
        return with_adjective(adjective, name, lexicon) if adjective else name

    keys = (key for each in group.keys for key in way_keys(each.text, lexicon))
    other = next((group.ways[key] for key in keys if key in group.ways), "")
    if other:
        _, rest = parted_adjective(longest, lexicon)
        return joined(
            made(_of_one_name(other, rest if adjective else longest, lexicon)), kind, lexicon
        )
    # "rue du Général Foy" is somebody's, "rue du Moulin" is not.
    person = not _lead(longest) or any(part.title for part in parts_in(scene, longest))
    bare = not kind and not any(_is_led_by_kind(scene, item) for item in group.items)
    bare = bare and any(len(p.key) > 1 and not p.title for p in parts_in(scene, longest))
    # Without a word for the kind, "Elena Prats, 5" would be a person.
    if (lexicon.lang in PLAIN_NAMES and not bare) or (lexicon.lang == "fr" and person):
        named = _named_anew(scene, group, seed, longest, kind, fits)
        if named is not None:
            return named
    said_alone = any(_is_alone(item, lexicon) for item in group.items)
    size = len(content_of(longest, lexicon))
    parted = size > 1 and any(len(k.partition("|")[0].split()) < size for k in group.keys)
    lead = _lead(longest)
    ending = _ending_said(group, lexicon)
    names = plain_pool(lexicon, "street", lexicon.streets("name"))

    def suits(name: str, strict: bool, same: bool) -> bool:
        led = lexicon.lang == "fr" and (strict or said_alone)
        right = not led or _lead(name) == lead
        right = right and (not ending or fold(name).endswith(ending))
        right = right and not (same and noun and type_key(name, lexicon) != noun)
        whole = made(name)
        right = right and not (strict and parted and len(content_of(whole, lexicon)) != size)
        return right and fits(joined(whole, kind, lexicon))

    drawn: str | None = None
    for same, strict in product((True, False), (True, False)):
        check = partial(suits, strict=strict, same=same)
        drawn = drawn or scene.first_allowed(seed, names, check)
    return joined(made(drawn), kind, lexicon) if drawn is not None else None


def _adjective(scene: Scene, longest: str, noun: str, seed: bytes) -> str:
    """Another adjective for the one that a name begins with ("Alte Mühlgasse", "Old Mill" Lane),
    where more than the word for the kind follows; or ""."""
    lexicon = scene.lexicon
    said, rest = parted_adjective(longest, lexicon)
    # Without a noun nobody knows the gender that its ending shows.
    if not said or fold(rest) == noun or (lexicon.lang == "de" and not noun):
        return ""
    pool = plain_pool(lexicon, "adjective", lexicon.streets("adjective"))
    return scene.first_allowed(seed, pool) or ""


def parted_adjective(name: str, lexicon: Lexicon) -> tuple[str, str]:
    """The folded adjective that a name begins with, and the rest; ("", name) where none does."""
    first, _, rest = name.partition(" ")
    adjective = cut_adjective(first, lexicon)[0] if rest else ""
    return (adjective, rest) if adjective else ("", name)


def _of_one_name(name: str, longest: str, lexicon: Lexicon) -> str:
    """The name that another way of this name got; in German with the end that this one has."""
    if lexicon.lang == "de":
        return name + longest[len(without_end(longest, lexicon)) :].lower()
    return name


def _named_anew(
    scene: Scene, group: Group, seed: bytes, longest: str, kind: str, fits: Fits
) -> str | None:
    """The name with each of its proper parts as another of the same sort."""
    lexicon, parts = scene.lexicon, parts_in(scene, longest)
    if not parts:
        return None

    def made(naming: Naming) -> str:
        name = renamed(longest, parts, naming, lexicon)
        noun = lexicon.agreement.get(("noun", (words(name) or ("",))[0]))
        if lexicon.lang == "ca" and kind and noun and name in nouns and not _lead_text(longest):
            name = f"de {name}"  # "carrer [Major]": "carrer dels Brucs"
        return with_article(name, lexicon)

    def suits(naming: Naming) -> bool:
        group.naming = naming
        new, whole = renamed(longest, parts, naming, lexicon), made(naming)
        bare = _BARE.match(whole)
        if bare is not None and whole[bare.end() :] in nouns:  # "calle de Corta"
            return False
        if any(type_key(word, lexicon) for each in naming.values() for word in words(each)):
            return False  # "calle Calle", who is called so
        titled = parts[0].start > len(_lead_text(longest))  # what the article stands before stays
        suited = titled or suits_article(lexicon, longest, new)
        return suited and fits(joined(whole, kind, lexicon))

    nouns = lexicon.streets("name")
    group.naming = (
        name_parts(
            scene,
            parts,
            seed,
            sector="street",
            moved=group.moved,
            named={},
            nouns=nouns,
            fits=suits,
        )
        or {}
    )
    return joined(made(group.naming), kind, lexicon) if group.naming else None


def with_article(name: str, lexicon: Lexicon) -> str:
    """The name of a street with the article of its noun: "de Terrissers" -> "dels Terrissers"."""
    of = _OF_NOUN.get(lexicon.lang)
    salat = _SALAT.match(name) if lexicon.lang == "ca" else None
    bare = salat or _BARE.match(name)
    if of is None or bare is None:
        return name
    rest = name[bare.end() :]
    genders = lexicon.agreement.get(("noun", (words(rest) or ("",))[0]), frozenset())
    (gender,) = genders if len(genders) == 1 else ("",)
    if lexicon.lang == "ca" and gender.endswith("s") and vowel_onset(rest):
        return f"de s'{rest}" if salat else f"de l'{rest}"
    if salat:
        plain = "d'" if vowel_onset(rest) else "de "
        return f"{_OF_SALAT.get(gender, plain)}{rest}"
    return f"{of[gender]}{rest}" if gender in of else name


def way_keys(key: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The folded name in a street's key, without its type, and the same without an adjective."""
    name = fold(without_end(key.partition("|")[0], lexicon))
    return tuple(dict.fromkeys((name, parted_adjective(name, lexicon)[1])))


def longest_name(scene: Scene, group: Group) -> str:
    """The longest name of a group's streets, without types and numbers."""
    names = [_name(scene, i) for i in group.items if not kind_alone(i, scene.lexicon)]
    return max(names or [group.items[0].text], key=len)


def _name(scene: Scene, item: Item) -> str:
    """A street's name without its type, its number and its ending."""
    return name_of(scene.stems.street(item.text)[0], scene.lexicon)


def kind_alone(item: Item, lexicon: Lexicon) -> bool:
    """Whether a mention of a street is a word for its kind and nothing else: "the Crescent"."""
    return bool(kind_said(item.text, Kind.STREET, lexicon))


def is_named_so(scene: Scene, item: Item) -> bool:
    """Whether a word for a kind of street is the name of another: "rúa do [Paseo]"."""
    lexicon = scene.lexicon
    return (
        lexicon.lang not in HEAD_LAST and kind_alone(item, lexicon) and _is_led_by_kind(scene, item)
    )


def _is_led_by_kind(scene: Scene, item: Item) -> bool:
    """Whether a word for a kind of street stands before a mention: "calle de [Rosalía Ruiz]"."""
    before = _SAID_BEFORE.search(scene.before(item))
    said = [w for w in words(before[0] if before else "") if w not in PARTICLES][-1:]
    ways = scene.lexicon.cues("way")
    return any(word in ways or is_type(word, scene.lexicon) for word in said)


def draw_name(scene: Scene, item: Item) -> str | None:
    """Another name for such a street, which the article before it goes with."""
    lexicon = scene.lexicon
    lead, names = " ".join(words(scene.before(item))[-1:]), lexicon.streets("name")

    def suits(name: str) -> bool:
        led = f"{lead} {item.text}", f"{lead} {name}"
        agrees = lexicon.lang not in PLAIN_NAMES or suits_article(lexicon, *led)
        return " " not in name and agrees

    if lexicon.lang not in PLAIN_NAMES:
        names = tuple(name[len(_lead_text(name)) :] for name in names if _lead(name) == lead)
    pool = plain_pool(lexicon, f"street behind {lead}", names)
    return scene.first_allowed(scene.seed("name of a street", item.text), pool, suits)


def name_drawn(form: str, lexicon: Lexicon) -> str:
    """A drawn street without its type, as `ways` keep it; in German, without the end that is."""
    if lexicon.lang == "de":
        return without_end(form, lexicon)
    last = lexicon.lang in HEAD_LAST
    name, kind = form.rpartition(" ")[::2] if last else form.partition(" ")[::-2]
    return name if kind in lexicon.streets("type") else form


def street_forms(scene: Scene, group: Group, drawn: str) -> dict[str, str]:
    """What stands for each key: the kind that it says, and what of the name it says."""
    lexicon, forms = scene.lexicon, dict[str, str]()
    name = drawn if lexicon.lang == "de" else name_drawn(drawn, lexicon)
    longest = longest_name(scene, group)
    for item in group.items:
        kind, said = _type_of(item.text, lexicon), _name(scene, item)
        if kind_alone(item, lexicon):
            forms[thing_key(scene, item)] = item.text
            continue
        if kind and is_part(
            content_of(item.text, lexicon), content_of(longest, lexicon), whole=True
        ):
            kind, said = "", item.text  # "Abbey Park" of Abbey Park Road
        if short := shortened_like(said, longest, name):
            new = short
        elif group.naming and fold(said) != fold(longest):
            new = with_article(renamed(said, parts_in(scene, said), group.naming, lexicon), lexicon)
        else:
            part = is_part(content_of(said, lexicon), content_of(longest, lexicon))
            new = pieces_said(said, longest, name, lexicon) if part else name
            lead = "" if kind or _lead(said) else _lead_text(new)
            new = new[len(lead) :]
        forms[thing_key(scene, item)] = joined(new, kind, lexicon)
    return forms


def _is_alone(item: Item, lexicon: Lexicon) -> bool:
    """Whether a street is said by its name alone, without the type and without what leads it."""
    bare = not _type_of(item.text, lexicon) and not item.text[:1].isdecimal()
    return bare and not _lead_text(item.text)


def _lead_text(name: str) -> str:
    """The particles that a name begins with: "de la "."""
    found = _LEAD.match(name)
    return found[0] if found and found[0] != name else ""


def _lead(name: str) -> str:
    return fold(_lead_text(name)).strip().replace("de l'", "de la")


def _ending_said(group: Group, lexicon: Lexicon) -> str:
    """The end of a German street that is said alone elsewhere ("in der Allee"); or ""."""
    if lexicon.lang != "de":
        return ""
    alone = (i.text for i in group.items if kind_alone(i, lexicon))
    return next((kind_said(text, Kind.STREET, lexicon)[0] for text in alone), "")


def without_end(name: str, lexicon: Lexicon) -> str:
    """A German street without the noun that it ends with: "Park(allee)"; others as they are."""
    kind = type_key(name.split(" ")[-1], lexicon) if lexicon.lang == "de" and name else ""
    sizes = (n for n in range(1, len(kind) + 1) if fold(name[len(name) - n :]) == kind)
    return name[: len(name) - next(sizes, 0)] or name


def _type_of(text: str, lexicon: Lexicon) -> str:
    """The kind of street that a mention says, in full or short, without an ending."""
    word, ending = type_said(text, lexicon)
    kinds = {fold(inflected(k, ending)): k for k in lexicon.streets("type")} if word else {}
    return kinds.get(fold(word), "") or short_type(text, lexicon)


def other_number(scene: Scene, text: str) -> str:
    """What stands behind a street's name with other figures and another letter for a door's, the
    same wherever they are said, in a span of their own too; words ("bajo", "s/n") stay."""

    def other(match: re.Match[str]) -> str:
        said, letters = match[0], any(c.isalpha() for c in text[: match.start()])
        # "2a", "3e étage": the letter behind a floor tells its order.
        ordinal = said[-1].islower() and (letters or said[-1] == "e" or match.start() > 2)
        kept = said[-1] if ordinal else ""
        return rewritten(scene, said.removesuffix(kept)) + kept

    return ordered(_HOUSE.sub(other, text), scene.lexicon.lang)
