"""Mentions of one turn that belong together ("[10] de [septiembre]"), and the language of each."""

import re
from collections import Counter
from dataclasses import dataclass

from surrogates.dates.calendars import (
    Calendar,
    Form,
    calendar_for,
    calendar_languages,
    calendar_of,
    joined,
)
from surrogates.dates.feasts import FEAST, add_feast, read_feast
from surrogates.dates.numeric import Part
from surrogates.dates.reading import Parse, read_dates
from surrogates.dates.resolution import Entry
from surrogates.dates.shift import Dated
from surrogates.dates.tokens import tokens_of
from surrogates.folding import fold, words, words_apart
from surrogates.labels import Kind
from surrogates.languages.numerals import numerals_of
from surrogates.languages.numerals.ordinals import read_ordinal
from surrogates.rewrite import Item
from surrogates.scene import Scene

_PAIR = re.compile(r"(\d{1,2})\s?[/.-]\s?(\d\d)")
_MONTHS = 12
_FIGURES = 9
_ORDINAL = re.compile(r"\d{1,2}(?:\.|[ºª°]|[^\W\d_]{1,3})")
# Postal codes and telephone numbers as a country writes them.
_NUMBERED = {
    "the United Kingdom": re.compile(r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|(?:\+44|0)[\d ]{9,12}"),
    "the United States": re.compile(
        r"(?:[A-Z]{2} )?\d{5}(?:-\d{4})?|(?:\+?1[-. ])?\(?[2-9]\d\d\)?[-. ]+[2-9]\d\d[-. ]\d{4}"
    ),
}
_BEHIND = 30  # characters behind a month that may say that something expires then
_RUN_GAP = re.compile(r"[^!?;:\n…]*")


@dataclass
class Run:
    """Mentions of one turn that only joining words part, read as one text."""

    items: list[Item]
    calendar: Calendar
    reading: Parse

    @property
    def base(self) -> int:
        return self.items[0].start


def calendars_of(scene: Scene) -> list[Calendar]:
    """The dialogue's own calendar first: a Basque call may hold Spanish dates."""
    spoken = scene.dialogue.lang.split("-")[0].lower()
    # Spanish is what Basque and Catalan calls change to; "abril" alone does not tell.
    order = list(dict.fromkeys([spoken, scene.lexicon.lang, "es", *calendar_languages()]))
    known = [c for c in order if c in calendar_languages()]
    return [
        calendar_of(scene.lexicon) if c == scene.lexicon.lang else calendar_for(c) for c in known
    ]


def is_joint(item: Item, calendar: Calendar) -> bool:
    """Whether a mention is only a word that joins others: "de" under a label of its own."""
    said = words_apart(item.text)
    return bool(said) and all(w in calendar.phrases("join") for w in said)


def counts_days(scene: Scene, item: Item, calendar: Calendar) -> bool:
    """Whether a mention says the how manieth day, week or month something is: "den [dritten] Tag",
    "the [2nd] week", and none of a month: "the [third] day of May"."""
    form = calendar.read_number(item.text)
    ordinal = _ORDINAL.fullmatch(item.text) or (form is not None and form.variant == "stem")
    if not ordinal and read_ordinal(numerals_of(calendar.lexicon), item.text) is None:
        return False
    units = calendar.phrases("unit")
    after = list(words_apart(scene.after(item))[:3])
    counted = bool(after) and units.get(after[0]) in ("day", "week", "month")
    return counted and calendar.months.keys().isdisjoint(after)


def read_runs(scene: Scene, items: list[Item], calendars: list[Calendar]) -> list[Run]:
    expiries = _expiries(scene, items, calendars[0])
    month_first = _month_first(scene, [i for i in items if i.index not in expiries])
    runs: list[Run] = []
    pending: list[Item] = []
    current: Calendar | None = None

    def close() -> None:
        if pending:
            calendar = current or calendars[0]
            runs.extend(_read_run(scene, list(pending), calendar, month_first, expiries))
            pending.clear()

    for item in items:
        calendar = _calendar_of(item.text, calendars, month_first)
        fits = calendar is None or current is None or calendar is current
        if not (
            pending and fits and _joins(scene, pending[-1], item, calendar or current, calendars)
        ):
            close()
            current = None
        pending.append(item)
        current = calendar or current
    close()
    return runs


def _calendar_of(text: str, calendars: list[Calendar], month_first: bool | None) -> Calendar | None:
    """The language that explains a mention best; None for figures, which any language has."""
    if not any(c.isalpha() for c in text):
        return None
    best: tuple[tuple[int, bool, bool], Calendar] | None = None
    for calendar in calendars:
        reading = read_dates(text, calendar, month_first=month_first)
        strange = reading.unknown + _unelided(text, reading, calendar)
        cost = (strange, reading.figures_left, not reading.moments)
        if best is None or cost < best[0]:
            best = cost, calendar
        if not strange:
            break  # the first language that knows every word
    return best[1] if best is not None else None


def _unelided(text: str, reading: Parse, calendar: Calendar) -> int:
    """Words that this language would elide: "10 de octubre" is Spanish, not Catalan."""
    parts = [p for m in reading.moments for p in m.parts.values() if p.name in ("day", "month")]
    return sum(
        joined(calendar.lang, text[: p.start], text[p.start : p.end]) != text[: p.start]
        for p in parts
    )


def _joins(
    scene: Scene, first: Item, second: Item, calendar: Calendar | None, calendars: list[Calendar]
) -> bool:
    """Whether only joining words stand between two mentions of one turn."""
    if first.turn != second.turn:
        return False
    gap = scene.between(first, second)
    if not _RUN_GAP.fullmatch(gap) or ("." in gap and gap.strip() != "."):
        return False
    known = calendar or calendars[0]
    gap_words = words_apart(gap)
    copulas = known.phrases("copula").keys() | known.phrases("namely").keys()
    allowed = {*known.phrases("join"), *known.phrases("range"), *copulas}
    if len(gap_words) > 3 or any(w not in allowed for w in gap_words):
        return False
    if is_one_number(scene.dialogue.turns[first.turn].text[first.start : second.end], known):
        return True
    one, two = (read_dates(i.text, known).moments for i in (first, second))
    if not one or not two:
        return False
    last, next_ = one[-1].parts.keys(), two[0].parts.keys()
    if not copulas.isdisjoint(gap_words):  # "el [viernes] es [29]", "el [29], o sea [viernes]"
        return last ^ next_ >= {"day", "weekday"} and "month" not in last
    if "month" not in last:
        return not last & {"year", "decade"}
    # A year, or the day of a month that was said first; "del" makes two digits a year.
    linked = not gap_words or bool(
        set(gap_words) & {*known.phrases("year"), "de", "del", "d", "of"}
    )
    return next_ == {"year"} or (next_ == {"day"} and (linked or "day" not in last))


def is_one_number(text: str, calendar: Calendar) -> bool:
    """Whether the words of two mentions say one number: "[setenta] y [cinco]"."""
    tokens = tokens_of(text, calendar, [])
    return len(tokens) == 1 and tokens[0].kind in ("number", "day") and tokens[0].style == "word"


def is_in_pieces(scene: Scene, one: Item, two: Item, calendar: Calendar) -> bool:
    """Whether two mentions are pieces of one number: "[cincuenta] y [cuatro]"."""
    if one.turn != two.turn:
        return False
    said = scene.dialogue.turns[one.turn].text[one.start : two.end]
    if is_one_number(said, calendar):
        return True
    values = [form.value for i in (one, two) if (form := calendar.read_number(i.text)) is not None]
    whole = one.kind is two.kind is Kind.AGE and len(values) == 2 and min(values) > _FIGURES
    return not scene.between(one, two).strip(" -") and not whole  # "[forty], [forty-one] in May"


def _read_run(
    scene: Scene,
    items: list[Item],
    calendar: Calendar,
    month_first: bool | None,
    expiries: frozenset[int],
) -> list[Run]:
    """One run, or one for each mention where the joined text cannot be read as a whole."""
    first, last = items[0], items[-1]
    text = scene.dialogue.turns[first.turn].text[first.start : last.end]
    before = words(scene.before(first))[-1:]
    last_word = before[0] if before else ""
    decade = _decade_follows(last_word, text, calendar)
    year = last_word in calendar.phrases("year") or _repeats_year(scene, text, calendar)
    reading = read_dates(
        text,
        calendar,
        year_cue=year and not decade,
        plural_cue=decade or last_word in calendar.phrases("plural"),
        month_first=month_first,
        month_year=first.index in expiries,
    )
    run = Run(items, calendar, reading)
    if len(items) == 1:
        return [run]
    held = [owners_of(run, p) for m in reading.moments for p in m.parts.values()]
    owned = all(held)
    written = {o.index for owners in held for o in owners}
    if owned and not reading.figures_left and written == {i.index for i in items}:
        return [run]
    return [r for i in items for r in _read_run(scene, [i], calendar, month_first, expiries)]


def _decade_follows(before: str, text: str, calendar: Calendar) -> bool:
    """ "Los años [ochenta]": a round ten behind a word for years is a decade."""
    form = Form(int(text), "") if text.isdecimal() else calendar.read_number(text)
    years = before in calendar.phrases("decade") and before in calendar.phrases("unit")
    return years and form is not None and form.value in range(20, 100, 10)


def _repeats_year(scene: Scene, text: str, calendar: Calendar) -> bool:
    """Whether two figures are the end of a year that is said, where nobody speaks of a month."""
    if not re.fullmatch(r"\d\d", text):
        return False
    texts = [item.text for item in scene.of_kind(scene.items, Kind.DATE)]
    monthly = any(
        calendar.months.keys() & set(words(t)) or re.search(r"\d[/.-]\d", t) for t in texts
    )
    return not monthly and any(re.search(rf"(?<!\d)(?:19|20){text}(?!\d)", t) for t in texts)


def owners_of(run: Run, part: Part) -> tuple[Item, ...]:
    """The item that a part stands in, the items that its words are spread over; none: neither."""
    start, end = run.base + part.start, run.base + part.end
    owners = tuple(i for i in run.items if i.start < end and start < i.end)
    whole = bool(owners) and owners[0].start <= start and end <= owners[-1].end
    return owners if whole else ()


def _month_first(scene: Scene, items: list[Item]) -> bool | None:
    """Whether figures such as 9/10 say the month first, as far as the dialogue shows; else None."""
    lang = scene.dialogue.lang.lower()
    if not lang.startswith("en"):
        return False
    pairs: list[tuple[int, int]] = []
    for item in items:
        for match in re.finditer(r"(?<!\d)(\d{1,2})[/.\-](\d{1,2})(?!\d)", item.text):
            pairs.append((int(match[1]), int(match[2])))
    if any(first > 12 >= second for first, second in pairs):
        return False
    if any(second > 12 >= first for first, second in pairs):
        return True
    english = calendar_for("en")
    spoken = [m for i in items for m in read_dates(i.text, english).moments]
    stated = {
        (m.value("month"), m.value("day"))
        for m in spoken
        if "month" in m.parts and m.parts["month"].style == "word"
    }
    for first, second in (pair for pair in pairs if pair[0] != pair[1]):
        if (first, second) in stated:
            return True
        if (second, first) in stated:
            return False
    orders = {
        m.parts["month"].start < m.parts["day"].start
        for m in spoken
        if {"month", "day"} <= m.parts.keys() and m.parts["month"].style == "word"
    }
    if len(orders) == 1:
        return orders.pop()
    if "-" in lang:
        return lang == "en-us"
    return _lands_told(scene) == {"the United States"}


def _lands_told(scene: Scene) -> set[str]:
    """The English-speaking countries that words ("GP surgery"), money, postal codes, telephone
    numbers or towns tell."""
    lexicon, lands = scene.lexicon, set[str]()
    text = " ".join(turn.text for turn in scene.dialogue.turns)
    for row in (row for row in lexicon.rows("signs") if row["kind"] in ("land", "money")):
        sign = row["form"]
        said = scene.says((sign,)) if sign[0].isalpha() else sign in text
        lands |= {row["value"]} if said else set()
    for land, number in _NUMBERED.items():
        items = scene.of_kind(scene.items, Kind.ZIP, Kind.PHONE)
        lands |= {land} if any(number.fullmatch(item.text) for item in items) else set()
    for item in scene.of_kind(scene.items, Kind.PLACE):
        place = lexicon.place_by_key.get(fold(item.text))
        code = lexicon.province_codes.get(place.province) if place is not None else None
        if code is not None and code[0]:
            lands.add("the United States" if code[0].isdecimal() else "the United Kingdom")
    return lands


def _expiries(scene: Scene, items: list[Item], calendar: Calendar) -> frozenset[int]:
    """Figures such as 09/27 that name a month of a year, by the index of their item: another date
    says that month, or the words before speak of a card's last one."""
    pairs = [(i, m) for i in items if (m := _PAIR.fullmatch(i.text)) and 1 <= int(m[1]) <= 12]
    if not pairs:
        return frozenset()
    moments = [m for i in items for m in read_dates(i.text, calendar).moments]
    said = {
        (moment.value("month"), year % 100)
        for moment in moments
        if "day" not in moment.parts and (year := moment.said("year") or 0) > 99
    }

    return frozenset(
        item.index
        for item, match in pairs
        if (int(match[1]), int(match[2])) in said
        or (int(match[2]) > _MONTHS and expires(scene, item, calendar))
    )


def expires(scene: Scene, item: Item, calendar: Calendar) -> bool:
    """Whether the words around a month, or the turn before, speak of a card's last one."""
    asked = scene.dialogue.turns[item.turn - 1].text if item.turn else ""
    said = words(f"{asked} | {scene.before(item)} | {scene.after(item)[:_BEHIND]}")
    return not calendar.phrases("expiry").keys().isdisjoint(said)


def feast_of(run: Run, own: Calendar) -> Entry | None:
    """A feast that a mention says alone ("San Juan"), as a date; `own`: of the dialogue, for "joan"
    is a Basque word, too."""
    item = run.items[0]
    for calendar in (own, run.calendar) if len(run.items) == 1 else ():
        moment = read_feast(item.text, calendar)
        if moment is not None:
            return Entry(Dated(moment), calendar, {FEAST: item}, run.base)
    return None


def entries_of(run: Run) -> list[Entry]:
    entries: list[Entry] = []
    if len(run.items) == 1:
        add_feast(run.items[0].text, run.reading.moments, run.calendar)
    parts = [p for m in run.reading.moments for p in m.parts.values()]
    filled = Counter(o.index for p in parts for o in owners_of(run, p))
    for moment in run.reading.moments:
        held = {n: found for n, p in moment.parts.items() if (found := owners_of(run, p))}
        owners = {n: found[0] for n, found in held.items()}
        shares = {n: found for n, found in held.items() if len(found) > 1}
        if owners:
            alone = frozenset(n for n, o in owners.items() if filled[o.index] == 1)
            dated = Dated(moment, alone=alone)
            entries.append(Entry(dated, run.calendar, owners, run.base, shares))
    return entries
