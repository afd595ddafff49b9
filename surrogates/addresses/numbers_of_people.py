"""Identifiers made of a person's name and birth: "GABE 1 780312 00 4" of Gasol Bernat, 12/03/1978.

Health cards and tax codes of several countries are. The letters follow the names, the six or eight
figures the date, where the dialogue says both; all else is what `numbers` drew. One whose surrogate
cannot be written so is flagged.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import permutations

from surrogates import notices
from surrogates.addresses.mexican_codes import Name, is_mexican, letters_of_names, state_of
from surrogates.addresses.owners import Owner, Owners
from surrogates.codes import ConstraintKind
from surrogates.dates.numeric import Moment
from surrogates.dates.reading import read_dates
from surrogates.dates.runs import calendars_of, entries_of, read_runs
from surrogates.folding import fold, letters_only
from surrogates.labels import Kind, is_password, is_plate_label
from surrogates.numbers.identifiers.checksums import repair_for
from surrogates.numbers.sums.totals import set_text
from surrogates.people.cast import Cast
from surrogates.rewrite import Item
from surrogates.scene import Scene

_LETTERS = re.compile(r"[^\W\d_]{3,6}")
_ONE_LETTER = re.compile(r"[\s/-]*([^\W\d_])(?=[\s/-]*\d)")
_FIGURES = re.compile(r"\d{6,}")
_WOMAN = 50
_SIZES = (2, 3, 4)  # letters of one name
_MOST = 24  # names of which some pair may make a code
_ORDERS = ("{y:02d}{m:02d}{d:02d}", "{d:02d}{m:02d}{y:02d}", "{m:02d}{d:02d}{y:02d}")
_LONG = ("{f}{m:02d}{d:02d}", "{d:02d}{m:02d}{f}", "{m:02d}{d:02d}{f}")
# Of a British driver: surname, decade of birth, month (50 more for women), day, year, initials.
_LICENCE = re.compile(r"([A-Z9]{5})\s?(\d)(\d\d)(\d\d)(\d)\s?([A-Z])([A-Z9])(9[A-Z\d]{2})")
Date = tuple[int, int, int]  # year, month, day
Piece = tuple[int, int, str]  # start and end in an identifier, and what stands there now


def follow_people(scene: Scene, cast: Cast) -> None:
    """Writes such identifiers anew; names, dates and numbers must have been drawn."""
    items = [i for i in scene.of_kind(scene.items, Kind.ID) if _may_be(scene, i)]
    if not items:
        return
    owners, dates = Owners(scene, cast).all, dict(dates_now(scene))
    names = list(dict.fromkeys(name for owner in owners for name in _names_of(owner)))
    every = [_names_of(owner) for owner in owners] + [names]
    whole = [(role, old, fold(owner.given) if role == "given" and owner.given else new)
             for owner in owners for role, old, new in _names_of(owner)]  # fmt: skip
    for item in items:
        if is_mexican(_plain(item.text)):
            letters = _at(item.text, [*letters_of_names(_plain(item.text), whole),
                                      *state_of(scene, _plain(item.text))])  # fmt: skip
        elif licence := _LICENCE.fullmatch(item.text.strip()):
            _write(scene, item, _of_licence(licence, every, dates))
            continue
        else:
            letters = [p for m in _LETTERS.finditer(item.text) for p in _of_names(m, every)]
        figures = [p for m in _FIGURES.finditer(item.text) for p in _of_dates(m, dates)]
        letters += _initial(item.text, figures, owners) if not letters else ()
        if letters or figures:
            _write(scene, item, [*letters, *figures])


def _may_be(scene: Scene, item: Item) -> bool:
    typed = (ConstraintKind.SURROGATE, ConstraintKind.PLACEHOLDER)
    if is_password(item.label) or is_plate_label(item.label):
        return False
    long = len(re.findall(r"\w", item.text)) > 8 and item.cue in ("", "id")
    return long and not any(scene.constraint_for(kind, item) for kind in typed)


def _names_of(owner: Owner) -> list[Name]:
    """The names of a person: role, folded, and what each became."""
    found = {(a.role, a.old, a.new) for a in owner.atoms if a.kind == "name"}
    return sorted(name for name in found if name[0] in ("surname", "given"))


def _at(text: str, pieces: list[Piece]) -> list[Piece]:
    """Pieces of the letters and figures of a text where they stand in it."""
    places = [at for at, char in enumerate(text) if char.isalnum()]
    return [(places[start + n], places[start + n] + 1, char)
            for start, _, new in pieces for n, char in enumerate(new)]  # fmt: skip


def _of_names(match: re.Match[str], people: list[list[Name]]) -> Iterator[Piece]:
    """The letters anew, where the beginnings or the first consonants of names make them."""
    said = fold(match.group())
    for names in people:
        for one, two in permutations([(old, new) for _, old, new in names[:_MOST]], 2):
            for size in _SIZES:
                for cut in (_begin, _consonants):
                    if cut(one[0], size) + cut(two[0], len(said) - size) == said:
                        new = cut(one[1], size) + cut(two[1], len(said) - size)
                        if len(new) == len(said):
                            yield match.start(), match.end(), new
                            return


def _of_licence(
    match: re.Match[str], people: list[list[Name]], dates: Mapping[Date, Date]
) -> list[Piece]:
    """What a licence has of surname, birth and given name, anew."""
    pieces: list[Piece] = []
    names = [name for some in people for name in some]
    for role, group, size in (("surname", 1, 5), ("given", 6, 1)):
        beside = ((_licensed(old, size), new) for kind, old, new in names if kind == role)
        new = next((new for old, new in beside if old == match[group]), "")
        if new:
            pieces.append((*match.span(group), _licensed(new, size)))
    if match[7] == "9":  # there is no second given name
        pieces.append((*match.span(7), "9"))
    woman = int(match[3]) > _WOMAN
    born = (match[2] + match[5], int(match[3]) - _WOMAN * woman, int(match[4]))
    for (old, month, day), now in dates.items():
        if (f"{old % 100:02d}", month, day) == born:
            year = f"{now[0] % 100:02d}"
            figures = f"{year[0]}{now[1] + _WOMAN * woman:02d}{now[2]:02d}{year[1]}"
            pieces.append((match.start(2), match.end(5), figures))
            break
    return pieces


def _licensed(name: str, size: int) -> str:
    return letters_only(name)[:size].upper().ljust(size, "9")


def _initial(text: str, figures: list[Piece], owners: list[Owner]) -> Iterator[Piece]:
    """The one letter behind a day of birth, where a surname begins so: "53 140671 K 504"."""
    for _, end, _ in figures:
        letter = _ONE_LETTER.match(text, end)
        surnames = [a for o in owners for a in o.atoms if a.kind == "name" and a.role == "surname"]
        said = _letter_of(letter[1]) if letter is not None else ""
        new = next((a.new[:1] for a in surnames if said and a.old.startswith(said)), "")
        if letter is not None and _letter_of(new):
            yield letter.start(1), letter.end(1), _letter_of(new)


def _letter_of(name: str) -> str:
    """The plain letter that a name begins with, folded."""
    return letters_only(name)[:1]


def _begin(name: str, size: int) -> str:
    return letters_only(name)[: max(size, 0)]


def _consonants(name: str, size: int) -> str:
    key = letters_only(name)
    ordered = [c for c in key if c not in "aeiou"] + [c for c in key if c in "aeiou"]
    return "".join(ordered)[: max(size, 0)]


def _of_dates(match: re.Match[str], dates: Mapping[Date, Date]) -> Iterator[Piece]:
    """The figures of a date anew; the longer writings first."""
    run = match.group()
    for form in (*_LONG, *_ORDERS):
        for old, new in dates.items():
            at = run.find(_figures(form, old))
            if at >= 0:
                start = match.start() + at
                yield start, start + len(_figures(form, old)), _figures(form, new)
                return


def _figures(form: str, date: Date) -> str:
    year, month, day = date
    return form.format(y=year % 100, f=year, m=month, d=day)


def _write(scene: Scene, item: Item, pieces: list[Piece]) -> None:
    drawn = scene.surrogates.get(item.index, "")
    if len(drawn) != len(item.text) or drawn.startswith("["):
        scene.raise_issue(notices.BIRTH_UNLIKE, item)
        return
    signs = list(drawn)
    for start, end, new in pieces:
        old = item.text[start:end]
        signs[start:end] = new.upper() if old.isupper() else new
    set_text(scene, item, _checked(item.text, "".join(signs)))


def _checked(old: str, new: str) -> str:
    """The new text with the check of its kind, sign by sign where it had its own."""
    repair = repair_for(_plain(old), Kind.ID)
    plain = _plain(new)
    if repair is None or len(plain) != len(_plain(old)) or not plain.isascii():
        return new
    signs = iter(repair(plain))
    return "".join(next(signs) if c.isalnum() else c for c in new)


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text)).upper()


def dates_now(scene: Scene) -> Iterator[tuple[Date, Date]]:
    """Each whole date, and what it became."""
    calendars = calendars_of(scene)
    dates = [item for item in scene.items if item.kind is Kind.DATE]
    for run in reversed(read_runs(scene, dates, calendars)):
        for entry in entries_of(run):
            old = _whole(entry.dated.moment)
            owners = sorted({entry.owners[n].index for n in entry.owners})
            text = " ".join(scene.surrogates.get(index, "") for index in owners)
            moments = read_dates(text, run.calendar, year_cue=True).moments
            new = next(filter(None, map(_whole, moments)), None)
            if old is not None and new is not None:
                yield old, new


def _whole(moment: Moment) -> Date | None:
    year, month, day = (moment.said(name) for name in ("year", "month", "day"))
    if year is None or month is None or day is None:
        return None
    return year, month, day
