"""The facts of an English hotel booking, and how each is said: one function a slot."""

from collections.abc import Sequence

from benchmarks.demo import scene as labels
from benchmarks.demo.errors import PlanError
from benchmarks.demo.people import draw_person
from benchmarks.demo.scene import Scene, SlotMaker, fill_from, gendered
from benchmarks.demo.slots import (
    digits,
    draw_password,
    firm,
    say_domain,
    say_firm,
    say_listed,
    say_month,
    say_own,
)
from benchmarks.demo.spoken_en import (
    say_day,
    say_digits,
    say_grouped,
    say_letters,
    say_number,
)
from benchmarks.demo.words import Word

# Ranges that the British regulator keeps free for drama: nobody can be called there.
DRAMA_NUMBERS = (
    *("01134960", "01144960", "01164960", "01214960", "01314960", "01614960"),
    *("02079460", "02896496", "02920180", "01632960", "07700900", "07700900"),
)
HOTELS = 9  # how many hotels answer the phone in the whole corpus


def fill_slot(scene: Scene, slot: str) -> list[Word]:
    """The words of `{slot}` in this language."""
    return fill_from(SLOTS, scene, slot)


def say_person(role: str) -> SlotMaker:
    """The slot function of one role: `{caller}`, `{caller.sur}`, `{caller:Mr/Ms}`."""

    def say(scene: Scene, facet: str, argument: str) -> list[Word]:
        person = draw_person(role, scene)
        if argument:
            return gendered(person, argument)
        first = labels.FEMALE if person.gender == "f" else labels.MALE
        wordings = {
            "": lambda: scene.span(person.first, first),
            "short": lambda: scene.span(person.short or person.first, first),
            "sur": lambda: scene.span(person.surname, labels.SURNAME),
            "spell": lambda: say_letters(person.surname, scene),
            "spellfirst": lambda: say_letters(person.first, scene),
            "initial": lambda: say_letters(person.surname[0], scene),
        }
        if facet not in wordings:
            raise PlanError(f"no facet '{facet}' of a person")
        return wordings[facet]()

    return say


def say_long(kind: str, size: int, starts: Sequence[str] = ("",)) -> SlotMaker:
    """A number of `size` digits: whole, or its last ones (`:last`)."""

    def say(scene: Scene, facet: str, argument: str) -> list[Word]:
        value = scene.fact(kind + facet, lambda: digits(scene.rng, size, starts))
        if argument == "last":
            return say_grouped(value[-4:], scene)
        return say_grouped(value, scene)

    return say


def say_reference(scene: Scene, facet: str, argument: str) -> list[Word]:
    """A booking reference: letters, then digits."""
    words: list[Word] = []
    for sign in draw_password(scene, facet):
        words += say_digits(sign, scene) if sign.isdigit() else say_letters(sign, scene)
    return words


def say_hotel(scene: Scene, facet: str, argument: str) -> list[Word]:
    """The hotel that answers: one of few, drawn before all others; `.other` is any."""
    if facet == "other":
        name = scene.fact("hotel.other", lambda: firm(scene, ("hotel",)))
        return scene.span(name, labels.ORGANISATION)
    known = Scene(type(scene.rng)(0), scene.lang)
    names = [firm(known, ("hotel",)) for _ in range(HOTELS)]
    return scene.span(scene.fact("hotel", lambda: scene.rng.choice(names)), labels.ORGANISATION)


def say_count(kind: str, low: int, high: int) -> SlotMaker:
    """A number that is said as one: a room, a house."""

    def say(scene: Scene, facet: str, argument: str) -> list[Word]:
        value = scene.fact(kind + facet, lambda: str(scene.rng.randint(low, high)))
        return say_number(int(value), scene)

    return say


def say_date(scene: Scene, facet: str, argument: str) -> list[Word]:
    """A day of the month; `.out` is some days after it."""
    day = int(scene.fact("day", lambda: str(scene.rng.randint(1, 24))))
    stay = int(scene.fact("stay", lambda: str(scene.rng.randint(1, 6))))
    return say_day(day + stay if facet == "out" else day, scene)


def say_email(scene: Scene, facet: str, argument: str) -> list[Word]:
    """A spoken address; `at` and `dot com` are no items."""
    caller = draw_person("caller", scene)
    first = labels.FEMALE if caller.gender == "f" else labels.MALE
    name = scene.span(caller.first.lower(), first)
    surname = scene.span(caller.surname.lower(), labels.SURNAME)
    shape = scene.fact("email.shape", lambda: scene.rng.choice("abcd"))
    local = {
        "a": lambda: [*name, Word("dot"), *surname],
        "b": lambda: [*say_letters(caller.first[0], scene), *surname],
        "c": lambda: [*name, *say_long("mailnumber", 2)(scene, "", "")],
        "d": lambda: say_own("users")(scene, "", ""),
    }[shape]()
    tail = scene.fact("email.tail", lambda: scene.rng.choice(("com", "com", "net", "org")))
    return [*local, Word("at"), *say_domain(scene, "", ""), Word("dot"), Word(tail)]


SLOTS: dict[str, SlotMaker] = {
    **{role: say_person(role) for role in ("caller", "agent", "other", "guest")},
    "phone": say_long("phone", 11, DRAMA_NUMBERS),
    "card": say_long("card", 4),
    "zip": say_long("zip", 5),
    "flight": say_long("flight", 4),
    "ref": say_reference,
    "room": say_count("room", 101, 640),
    "house": say_count("house", 2, 180),
    "day": say_date,
    "hotel": say_hotel,
    "town": say_listed("town", labels.PLACE, "places", "name"),
    "country": say_listed("country", labels.PLACE, "countries", "name"),
    "street": say_listed("street", labels.PLACE, "streets", "form", part="name"),
    "landmark": say_own("landmarks"),
    "product": say_listed("product", labels.PRODUCT, "products", "name"),
    "firm": say_firm("shop", "services", "shop", "transport", "school"),
    "bank": say_firm("bank", "bank"),
    "airline": say_firm("airline", "transport"),
    "restaurant": say_firm("restaurant", "food"),
    "job": say_listed("job", labels.OTHER, "professions", "form"),
    "month": say_month,
    "domain": say_domain,
    "email": say_email,
}
