"""The facts of a Spanish support call, and how each is said: one function a slot."""

from collections.abc import Sequence

from benchmarks.demo import scene as labels
from benchmarks.demo.errors import PlanError
from benchmarks.demo.people import draw_person, equivalents, everyday_phrase, homographs, misheard
from benchmarks.demo.scene import Scene, SlotMaker, fill_from, gendered
from benchmarks.demo.slots import (
    digits,
    draw_password,
    say_company,
    say_domain,
    say_firm,
    say_listed,
    say_month,
    say_own,
    say_small,
)
from benchmarks.demo.spoken_es import (
    key_word,
    letter_names,
    say_digits,
    say_grouped,
    say_letter,
    say_number,
    say_spelling,
)
from benchmarks.demo.vocabulary import forms_where, prefer, read_rows, weighted
from benchmarks.demo.words import Word

# To the best of our knowledge nobody has a number that begins so: the numbering plan gives 99 to
# no province and 75 to 79 to no mobile network, and identity cards have not come that far.
UNUSED_FIXED = ("99",)
UNUSED_MOBILE = ("75", "76", "77", "78", "79")
UNISSUED_DNI = ("96", "97", "98", "99")
LETTERS_OF_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
KIN = {
    "sibling": ("hermano/hermana",),
    "spouse": ("marido/mujer",),
    "parent": ("padre/madre",),
    "": ("hijo/hija", "cuñado/cuñada", "vecino/vecina", "primo/prima", "compañero/compañera"),
}


def fill_slot(scene: Scene, slot: str) -> list[Word]:
    """The words of `{slot}` in this language."""
    return fill_from(SLOTS, scene, slot)


# People ---------------------------------------------------------------------------------------


def say_person(role: str) -> SlotMaker:
    """The slot function of one role: `{caller}`, `{caller.sur}`, `{caller:señor/señora}`."""

    def say(scene: Scene, facet: str, argument: str) -> list[Word]:
        person = draw_person(role, scene)
        if argument:
            return gendered(person, argument)
        if facet == "kin":
            return say_kin(role, scene)
        first = labels.FEMALE if person.gender == "f" else labels.MALE
        parts = person.first.split()
        if facet in {"split", "cut", "low"}:
            shown = {"split": person.first, "low": person.first.lower()}.get(facet, "")
            cut = [Word(f"<{person.first[: max(2, len(person.first) // 2)]}->", first)]
            return scene.each(shown, first) if shown else cut + scene.span(person.first, first)
        wordings = {
            "": lambda: scene.span(person.first, first),
            "p1": lambda: scene.span(parts[0], first),
            "p2": lambda: scene.span(parts[-1], first),
            "short": lambda: scene.span(person.short or person.first, first),
            "alt": lambda: scene.span(person.other or person.first, first),
            "sur": lambda: scene.span(person.surname, labels.SURNAME),
            "sur2": lambda: scene.span(person.second, labels.SURNAME),
            "mis": lambda: scene.span(misheard(person.surname), labels.SURNAME),
            "misfirst": lambda: scene.span(misheard(person.first), first),
            "homonym": lambda: [Word(word) for word in everyday_phrase(person).split()],
            "spell": lambda: say_spelling(person.surname, scene),
            "spellslip": lambda: say_spelling(person.surname[:-2] + person.surname[-1], scene),
            "spellkey": lambda: say_spelling(person.surname, scene, key_words=True),
            "spellfirst": lambda: say_spelling(parts[0], scene),
            "initial": lambda: say_letter(person.surname[0].lower(), scene, letter_names()),
        }
        if facet not in wordings:
            raise PlanError(f"no facet '{facet}' of a person")
        return wordings[facet]()

    return say


def say_kin(role: str, scene: Scene) -> list[Word]:
    """What this person is to the caller."""
    needs = scene.needs.get(role, set())
    relation = next((name for name in KIN if name in needs), "")
    forms = scene.fact(f"kin:{role}", lambda: scene.rng.choice(KIN[relation]))
    return gendered(draw_person(role, scene), forms)


# Numbers --------------------------------------------------------------------------------------


def say_long(kind: str, size: int, starts: Sequence[str] = ("",)) -> SlotMaker:
    """A number of `size` digits: whole, a piece (`:1`), its last three, or with a slip."""

    def say(scene: Scene, facet: str, argument: str) -> list[Word]:
        rng = scene.rng
        value = scene.fact(kind + facet, lambda: digits(rng, size, starts))
        if argument in {"1", "2", "3"}:
            third = -(-size // 3)
            place = (int(argument) - 1) * third
            return say_grouped(value[place : place + third], rng)
        if argument == "last":
            return say_digits(value[-3:])
        if argument == "slip":
            return say_digits(value[:-1] + str((int(value[-1]) + 1) % 10))
        return say_grouped(value, rng)

    return say


def say_dni(scene: Scene, facet: str, argument: str) -> list[Word]:
    """Eight digits and the letter that belongs to them; `dni.letter` only the letter."""
    number = scene.fact("dni", lambda: digits(scene.rng, 8, UNISSUED_DNI))
    letter = say_letter(LETTERS_OF_DNI[int(number) % 23].lower(), scene, letter_names())
    if facet == "letter":
        return letter
    if facet == "key":
        return letter + key_word(LETTERS_OF_DNI[int(number) % 23].lower(), scene)
    said = say_grouped(number, scene.rng)
    return said if facet == "number" else said + letter


def say_password(scene: Scene, facet: str, argument: str) -> list[Word]:
    """Letters and digits, one span each."""
    names = letter_names()
    words: list[Word] = []
    for sign in draw_password(scene, facet):
        words += say_digits(sign) if sign.isdigit() else say_letter(sign, scene, names)
    return words


# Places and mail -----------------------------------------------------------------------------


def say_town(scene: Scene, facet: str, argument: str) -> list[Word]:
    """A town; `{town.both}` one with two names, `{town.alt}` its other name."""
    if facet in {"both", "alt"}:
        known = equivalents("place")
        name = scene.fact("town.both", lambda: scene.rng.choice(sorted(known)))
        return scene.span(known[name][0] if facet == "alt" else name, labels.PLACE)
    towns = weighted(read_rows("es", "places"), "name")
    form = scene.fact("town" + facet, lambda: prefer(scene.rng, homographs("es"), towns, 0.1))
    return scene.span(form, labels.PLACE)


def say_province(scene: Scene, facet: str, argument: str) -> list[Word]:
    """The province of `{town}` with the same facet."""
    say_town(scene, facet, argument)
    town = scene.facts["town" + facet]
    provinces = forms_where(read_rows("es", "places"), "province", name=town)
    return scene.span(provinces[0], labels.PLACE)


def say_email(scene: Scene, facet: str, argument: str) -> list[Word]:
    """A spoken address, always the same for the dialogue."""
    shape = scene.fact("email.shape", lambda: scene.rng.choice("abcdd"))
    caller = draw_person("caller", scene)
    first = labels.FEMALE if caller.gender == "f" else labels.MALE
    name = scene.each(caller.first.lower(), first)
    surname = scene.span(caller.surname.lower(), labels.SURNAME)
    local = {
        "a": lambda: [*name, Word("punto"), *surname],
        "b": lambda: [*say_letter(caller.first[0].lower(), scene, letter_names()), *surname],
        "c": lambda: [*name, *SLOTS["year"](scene, "", "")],
        "d": lambda: SLOTS["user"](scene, "", ""),
    }[shape]()
    tail = scene.fact("email.tail", lambda: scene.rng.choice(("com", "com", "es", "net")))
    return [*local, Word("arroba"), *say_domain(scene, "", ""), Word("punto"), Word(tail)]


SLOTS: dict[str, SlotMaker] = {
    **{role: say_person(role) for role in ("caller", "agent", "other", "tech", "holder")},
    "phone": say_long("phone", 9, UNUSED_FIXED),
    "mobile": say_long("mobile", 9, UNUSED_MOBILE),
    "contract": say_long("contract", 8),
    "incident": say_long("incident", 6),
    "account": say_long("account", 4),
    "serial": say_long("serial", 7),
    "pin": say_long("pin", 4),
    "zip": say_long("zip", 5, "0123"),
    "dni": say_dni,
    "house": say_small("house", 1, 180, say_number),
    "floor": say_small("floor", 1, 9, say_number),
    "day": say_small("day", 1, 28, say_number),
    "year": say_small("year", 45, 99, say_number),
    "letter": lambda scene, facet, argument: say_letter(
        scene.fact("letter" + facet, lambda: scene.rng.choice("abcd")), scene, letter_names()
    ),
    "password": say_password,
    "town": say_town,
    "province": say_province,
    "country": say_listed("country", labels.PLACE, "countries", "name"),
    "street": say_listed("street", labels.PLACE, "streets", "form", part="name"),
    "landmark": say_own("landmarks"),
    "product": say_listed("product", labels.PRODUCT, "products", "name"),
    "company": say_company,
    "shop": say_firm("shop", "shop", "services", "hotel"),
    "bank": say_firm("bank", "bank"),
    "office": say_firm("office", "health", "school", "public", "insurance"),
    "month": say_month,
    "domain": say_domain,
    "email": say_email,
    "user": say_own("users"),
    "job": say_listed("job", labels.OTHER, "professions", "form"),
    "wifi": say_own("networks"),
}
