"""Slots that sound the same in every language: forms of a lexicon table, firms, months, domains.

Each function makes, or is, the wording of one slot; `scene_es` and `scene_en` list them by name.
"""

import unicodedata
from collections.abc import Callable, Sequence
from random import Random

from benchmarks.demo import scene as labels
from benchmarks.demo.scene import Scene, SlotMaker
from benchmarks.demo.vocabulary import forms_where, read_lists, read_rows, weighted
from benchmarks.demo.words import Word


def digits(rng: Random, size: int, starts: Sequence[str] = ("",)) -> str:
    """A number of `size` digits that begins with one of `starts`."""
    first = rng.choice(starts)
    return first + "".join(rng.choice("0123456789") for _ in range(size - len(first)))


def draw_password(scene: Scene, facet: str) -> str:
    """Two to four letters, then two to four digits."""
    rng = scene.rng
    return scene.fact(
        "password" + facet,
        lambda: (
            "".join(rng.choices("abcdefghjklmnpqrstuvxyz", k=rng.randint(2, 4)))
            + digits(rng, rng.randint(2, 4))
        ),
    )


def say_small(kind: str, low: int, high: int, say_number: Callable[[int], list[Word]]) -> SlotMaker:
    """A number that is said as one: a house, a day, a year of birth."""

    def say(scene: Scene, facet: str, argument: str) -> list[Word]:
        value = scene.fact(kind + facet, lambda: str(scene.rng.randint(low, high)))
        return say_number(int(value))

    return say


def say_listed(kind: str, label: str, table: str, column: str, **wanted: str) -> SlotMaker:
    """A form of a lexicon table, drawn once for each facet (`{town}`, `{town.two}`)."""

    def say(scene: Scene, facet: str, argument: str) -> list[Word]:
        rows = [
            row
            for row in read_rows(scene.lang, table)
            if all(row[name] == value for name, value in wanted.items())
        ]
        form = scene.fact(kind + facet, lambda: weighted(rows, column).draw(scene.rng))
        return scene.span(form, label)

    return say


def say_own(kind: str) -> SlotMaker:
    """An item of category "other" from the demo's own lists."""

    def say(scene: Scene, facet: str, argument: str) -> list[Word]:
        forms = read_lists(scene.lang)[kind]
        return scene.span(scene.fact(kind + facet, lambda: scene.rng.choice(forms)), labels.OTHER)

    return say


def say_company(scene: Scene, facet: str, argument: str) -> list[Word]:
    """The firm that answers the phone: few of them, so that a tagger may learn their names."""
    brands = forms_where(read_rows(scene.lang, "organisations"), "form", part="brand")
    own = brands[:: max(1, len(brands) // 7)]
    if facet == "other":
        rest = [brand for brand in brands if brand not in own]
        form = scene.fact("company.other", lambda: scene.rng.choice(rest))
    else:
        form = scene.fact("company", lambda: scene.rng.choice(own))
    return scene.span(form, labels.ORGANISATION)


def firm(scene: Scene, sectors: tuple[str, ...]) -> str:
    """A small firm of one of the sectors: `Talleres Umbría`, `Foxglove Travel`."""
    rows = read_rows(scene.lang, "organisations")
    heads = [r["form"] for r in rows if r["part"] == "head" and r["sector"] in sectors]
    modifiers = forms_where(rows, "form", part="modifier")
    parts = [scene.rng.choice(heads), scene.rng.choice(modifiers)]
    return " ".join(parts if scene.lang == "es" else reversed(parts))


def say_firm(kind: str, *sectors: str) -> SlotMaker:
    """A small firm as one span."""

    def say(scene: Scene, facet: str, argument: str) -> list[Word]:
        name = scene.fact(kind + facet, lambda: firm(scene, sectors))
        return scene.span(name, labels.ORGANISATION)

    return say


def say_month(scene: Scene, facet: str, argument: str) -> list[Word]:
    """A month; `.prev`, `.next` and `.later` stand in that relation to it."""
    shift = {"": 0, "prev": -1, "next": 1, "later": 3}[facet]
    month = int(scene.fact("month", lambda: str(scene.rng.randrange(12))))
    value = str((month + shift) % 12 + 1)
    forms = forms_where(read_rows(scene.lang, "months"), "form", variant="main", value=value)
    return [Word(forms[0], labels.MONTH)]


def say_domain(scene: Scene, facet: str, argument: str) -> list[Word]:
    """The name of a domain (`.own`: of the caller's firm); `punto com` around it stays outside."""
    if facet == "own":
        shop = scene.fact("shop", lambda: firm(scene, ("shop", "services", "hotel")))
        return [Word(unaccented(shop.replace(" ", "").lower()), labels.DOMAIN)]
    return [Word(scene.fact("domain", lambda: mail_domain(scene)), labels.DOMAIN)]


def mail_domain(scene: Scene) -> str:
    """A free mail provider, or now and then a firm's own name."""
    brands = forms_where(read_rows(scene.lang, "organisations"), "form", part="brand")
    providers = forms_where(read_rows(scene.lang, "providers"), "name", kind="mail")
    if scene.rng.random() < 0.8:
        return scene.rng.choice(providers)
    return unaccented(scene.rng.choice(brands).lower())


def unaccented(text: str) -> str:
    """`text` as it stands in an address: without accents."""
    signs = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in signs if not unicodedata.combining(sign))
