"""What an attack found kind by kind, in words: for the page, the data sheet and the command.

Counts below 10 are printed "< 10" everywhere, at home as well. Reads findings, and nothing else.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from annotation.evidence.attacks.outcome import NOT_RUN
from annotation.evidence.bundle.counts import OF_FEW
from annotation.evidence.bundle.kinds import rows_that_leave
from annotation.services.evidence.attacks.share_words import interval_words, share_words
from annotation.translatable import N_
from surrogates.labels import Kind

NAMES = ("what", "kind", "variant", "property")
CORRELATED, OF_KINDS = "frequency", "real-or-surrogate"
# Names that rows have and nobody chose: translated. Labels of a project stay as they are called.
KNOWN = frozenset({
    N_("claims right, if spans were marked"), N_("missed words found"),
    N_("differing words that were replaced"), N_("rare equal words that are real"),
    N_("dialogues with one shift for all full dates"),
    N_("dialogues with a missed date that is said shifted, too"),
    N_("dialogues that say a weekday, shifted by whole weeks"), N_("bits of a shift, seen"),
    N_("standard errors above chance"), N_("gender"), N_("initial"), N_("length"),
    N_("region"), N_("region of a postcode"), N_("first digit"), N_("age by tens"),
    N_("ours"), N_("consistent"), N_("markov"), N_("random"),
    N_("role"), N_("age"),
})  # fmt: skip
TITLES = {
    Kind.GIVEN: N_("given names"), Kind.SURNAME: N_("surnames"),
    Kind.PERSON: N_("whole names"), Kind.PLACE: N_("towns"), Kind.COUNTRY: N_("countries"),
    Kind.STREET: N_("streets"), Kind.ORG: N_("companies and institutions"),
    Kind.PRODUCT: N_("products"), Kind.DATE: N_("dates"), Kind.TIME: N_("times"),
    Kind.NUMBER: N_("numbers"), Kind.AGE: N_("ages"), Kind.PHONE: N_("telephone numbers"),
    Kind.ID: N_("identifiers"), Kind.CARD: N_("card numbers"), Kind.ZIP: N_("postcodes"),
    Kind.EMAIL: N_("e-mail addresses"), Kind.USER: N_("user names"),
    Kind.URL: N_("web addresses"), Kind.DOMAIN: N_("domains"), Kind.LETTER: N_("letters"),
    Kind.PROFESSION: N_("professions"), Kind.SEX: N_("sex"),
    Kind.RELATION: N_("relations"), Kind.OTHER: N_("the rest"),
}  # fmt: skip


READ = {  # what is read of a person
    "whole": N_("by all that is said"), "outside": N_("by what was not replaced"),
    "read": N_("by what surrogates say"), "encoder": N_("by vectors of an encoder"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class KindRow:
    """A kind, label, property or variant, and what was found of it."""

    name: str
    told: str


def kinds_of(finding: Mapping[str, Any]) -> list[KindRow]:
    """The rows of a finding, as it was measured or as it left."""
    name = str(finding.get("name", ""))
    return [KindRow(_name(row, name), _told(row, name)) for row in rows_that_leave(finding)]


def _name(row: Mapping[str, Any], attack: str) -> str:
    name = next((str(row[key]) for key in NAMES if key in row), "")
    title = name
    if "kind" in row or attack == OF_KINDS:
        title = {str(kind): title for kind, title in TITLES.items()}.get(name, name)
    said = _(title) if title != name or name in KNOWN else name
    part = READ.get(str(row.get("text", "")), "")
    return f"{said}, {_(part)}" if part else said


def _told(row: Mapping[str, Any], attack: str) -> str:
    return "; ".join(_parts(row, attack)) or "–"


def _parts(row: Mapping[str, Any], attack: str) -> Iterator[str]:
    if row.get("state") == NOT_RUN:
        yield _("not run")
        return
    if row.get("state") or row.get("bound") == OF_FEW:
        yield _("too few to say")
        return
    if "of_bits" in row:
        yield _bits(row)
    if attack == CORRELATED:
        yield f"{_number(row['value'])} ({_number(row['low'])}–{_number(row['high'])})"
    elif "low" in row:
        yield _share(row)
    if "lift" in row:
        yield _("lift %(lift)s") % {"lift": _number(row["lift"])}
        if row["precision"] is not None:
            right = share_words(row["precision"])
            yield _("%(right)s of the forms said once are real") % {"right": right}
    if "hits" in row:
        yield _("%(hits)s of %(n)s") % row
    if "equal" in row:
        values = {**row, "expected": _number(row["expected"])}
        yield _("%(equal)s of %(tried)s, by chance %(expected)s") % values
    if "errors" in row and "of_bits" not in row:
        yield _number(row["errors"])


def _share(row: Mapping[str, Any]) -> str:
    interval = interval_words(row)
    told = f"{share_words(row)} ({interval})" if interval else share_words(row)
    if "chance" in row:
        told += f", {pgettext('of an attack', 'chance')} {share_words(row['chance'])}"
    return told


def _bits(row: Mapping[str, Any]) -> str:
    values = {name: _number(row[name]) for name in ("bits", "of_bits")}
    if "chance_bits" not in row:
        return _("%(bits)s of %(of_bits)s bits") % values
    values["chance"] = _number(row["chance_bits"])
    return _("%(bits)s of %(of_bits)s bits, by chance %(chance)s") % values


def _number(value: object) -> str:
    if not isinstance(value, int | float):
        return str(value)
    return str(number_format(value, 2)).replace("-", "−")
