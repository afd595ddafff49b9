"""Label schemes: which categories a project has, the key of each, its colour family, what it means.

Pure data and two pure functions; services make Label rows of them, the label screen shows them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain


def N_(text: str) -> str:  # noqa: N802 (the name that gettext's tools know)
    """Mark a text for translation without translating it now (run makemessages with `N_`)."""
    return text


def NC_(context: str, text: str) -> str:  # noqa: N802
    """The same with a context, for words that mean several things."""
    return text


# Letters that mean something else on the label screen, or everywhere (J, K).
RESERVED_KEYS = frozenset("ARGECQVBHUIZJK")
# What is left for labels, letters before digits.
FREE_KEYS = "FMSOTPDWLNXY1234567890"
FAMILIES = ("person", "org", "place", "time", "id", "other")


@dataclass(frozen=True, slots=True)
class LabelValue:
    """A category: the string in files, one key, a colour family, one sentence."""

    name: str
    key: str
    family: str
    description: str


@dataclass(frozen=True, slots=True)
class Scheme:
    """A named set of labels in the order in which they are shown."""

    name: str
    title: str
    labels: tuple[LabelValue, ...]

    def names(self) -> tuple[str, ...]:
        return tuple(label.name for label in self.labels)


ES_PORT = Scheme(
    "es-port",
    N_("Support calls (ES-Port, 11 labels)"),
    (
        LabelValue(NC_("label", "female name"), "F", "person", N_("Given name of a woman")),
        LabelValue(NC_("label", "male name"), "M", "person", N_("Given name of a man")),
        LabelValue(NC_("label", "surname"), "S", "person", N_("Family name, each word of it")),
        LabelValue(
            NC_("label", "organisation"), "O", "org", N_("Company, institution, association, team")
        ),
        LabelValue(
            NC_("label", "product/service"), "T", "org", N_("Product, service, programme, device")
        ),
        LabelValue(
            NC_("label", "place"), "P", "place", N_("Country, region, town, street, building")
        ),
        LabelValue(
            NC_("label", "month"), "D", "time", N_("Month or other word that gives a date away")
        ),
        LabelValue(
            NC_("label", "domain"), "W", "id", N_("Internet domain, mail provider, website")
        ),
        LabelValue(
            NC_("label", "letter"), "L", "id", N_("Letter spoken on its own, as in spelling a name")
        ),
        LabelValue(
            NC_("label", "number"),
            "N",
            "id",
            N_("Number word or digits of a telephone, address, code"),
        ),
        LabelValue(
            NC_("label", "other"), "X", "other", N_("Anything else that points at a person")
        ),
    ),
)

MEDDOCAN = Scheme(
    "meddocan",
    N_("Clinical notes (MEDDOCAN, 22 labels)"),
    (
        LabelValue("NOMBRE_SUJETO_ASISTENCIA", "N", "person", N_("Name or surname of the patient")),
        LabelValue("NOMBRE_PERSONAL_SANITARIO", "M", "person", N_("Name of a health worker")),
        LabelValue("FAMILIARES_SUJETO_ASISTENCIA", "F", "person", N_("Relative of the patient")),
        LabelValue("EDAD_SUJETO_ASISTENCIA", "Y", "other", N_("Age of the patient")),
        LabelValue("SEXO_SUJETO_ASISTENCIA", "S", "other", N_("Sex of the patient")),
        LabelValue("PROFESION", "W", "other", N_("Profession")),
        LabelValue("FECHAS", "D", "time", N_("Date, of any precision")),
        LabelValue("TERRITORIO", "T", "place", N_("Town, province, postcode")),
        LabelValue("CALLE", "L", "place", N_("Street and house number")),
        LabelValue("PAIS", "P", "place", N_("Country")),
        LabelValue("HOSPITAL", "O", "org", N_("Hospital")),
        LabelValue("CENTRO_SALUD", "1", "org", N_("Health centre")),
        LabelValue("INSTITUCION", "2", "org", N_("Other institution")),
        LabelValue("ID_SUJETO_ASISTENCIA", "3", "id", N_("Number of the patient or the record")),
        LabelValue("ID_ASEGURAMIENTO", "4", "id", N_("Insurance number")),
        LabelValue("ID_CONTACTO_ASISTENCIAL", "5", "id", N_("Number of the visit or episode")),
        LabelValue(
            "ID_TITULACION_PERSONAL_SANITARIO", "6", "id", N_("Licence number of a health worker")
        ),
        LabelValue(
            "ID_EMPLEO_PERSONAL_SANITARIO", "7", "id", N_("Staff number of a health worker")
        ),
        LabelValue("NUMERO_TELEFONO", "8", "id", N_("Telephone number")),
        LabelValue("NUMERO_FAX", "9", "id", N_("Fax number")),
        LabelValue("CORREO_ELECTRONICO", "0", "id", N_("E-mail address")),
        LabelValue(
            "OTROS_SUJETO_ASISTENCIA", "X", "other", N_("Anything else that points at the patient")
        ),
    ),
)

COARSE = Scheme(
    "coarse",
    N_("General (12 labels)"),
    (
        LabelValue(NC_("label", "PERSON"), "P", "person", N_("Name of a person")),
        LabelValue(NC_("label", "LOCATION"), "L", "place", N_("Country, town, street, building")),
        LabelValue(NC_("label", "ORG"), "O", "org", N_("Company or institution")),
        LabelValue(NC_("label", "DATETIME"), "D", "time", N_("Date or time")),
        LabelValue(NC_("label", "PHONE"), "T", "id", N_("Telephone or fax number")),
        LabelValue(NC_("label", "EMAIL"), "M", "id", N_("E-mail address")),
        LabelValue(
            NC_("label", "ID"), "N", "id", N_("Number or code of an account, contract, person")
        ),
        LabelValue(NC_("label", "AGE"), "Y", "other", N_("Age of a person")),
        LabelValue(NC_("label", "SEX"), "S", "other", N_("Sex or gender of a person")),
        LabelValue(
            NC_("label", "RELATION"), "F", "person", N_("Relative or other relation of a person")
        ),
        LabelValue(NC_("label", "PROFESSION"), "W", "other", N_("Profession")),
        LabelValue(
            NC_("label", "OTHER"), "X", "other", N_("Anything else that points at a person")
        ),
    ),
)

SCHEMES: Mapping[str, Scheme] = {scheme.name: scheme for scheme in (ES_PORT, MEDDOCAN, COARSE)}

# For schemes with more labels than keys on the keyboard's letters and digits; then Greek capitals.
_SPARE_KEYS = ",;-+*=<>'!$%&()@#_{}|~^"

# Words in a foreign label that tell its colour family; the first row with a hit decides.
_HINTS: tuple[tuple[str, str], ...] = (
    (
        "id",
        "id fid ufid number numero nr num phone fax email mail correo url domain dominio account",
    ),
    ("id", "card code zip iban ssn letter letra pass password username user policyid claimid ip"),
    ("org", "org organisation organization company empresa hospital centro institucion product"),
    ("org", "service brand restaurant hotel property misc"),
    ("place", "loc location place city town street calle country pais territorio address area gpe"),
    ("place", "state destination origin station airport venue lugar direccion provincia"),
    ("time", "date datetime time fecha fechas month mes year day hora timerange"),
    ("person", "per person name nombre apellido apellidos surname family given male female actor"),
    ("person", "actors artist cast director receiver first last firstname lastname relation nom"),
)


def guess_scheme(labels: Iterable[str]) -> Scheme:
    """The smallest known scheme that has all of `labels`, else one made from them.

    A made scheme is named "custom" and sorts its labels by name. No labels at all: "es-port".
    """
    found = set(labels)
    if not found:
        return ES_PORT
    fitting = [scheme for scheme in SCHEMES.values() if found <= set(scheme.names())]
    if fitting:
        return min(fitting, key=lambda scheme: len(scheme.labels))
    return make_scheme("custom", sorted(found))


def make_scheme(name: str, labels: Sequence[str], title: str = "") -> Scheme:
    """A scheme of these labels: a letter of its own name for each where one is free, and a family.

    Keys are handed out in two passes, so that a first letter goes before a letter inside.
    """
    free = list(FREE_KEYS)
    keys: dict[str, str] = {}
    for inside in (False, True):
        for label in labels:
            if label in keys:
                continue
            letters = [char for char in label.upper() if char in free]
            if letters and (inside or letters[0] == label[:1].upper()):
                keys[label] = letters[0]
                free.remove(letters[0])
    spare = chain(free, _SPARE_KEYS, filter(str.isupper, map(chr, range(0x391, 0x2000))))
    return Scheme(
        name,
        title or N_("Labels of the imported file"),
        tuple(
            LabelValue(label, keys.get(label) or next(spare), guess_family(label), "")
            for label in labels
        ),
    )


def guess_family(label: str) -> str:
    """The colour family of a label that we do not know, from the words in its name."""
    known = {each.name: each.family for scheme in SCHEMES.values() for each in scheme.labels}
    if label in known:
        return known[label]
    words = set(
        re.findall(
            r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{2})(?=[a-z])", " ", label).lower()
        )
    )
    return next((family for family, hints in _HINTS if words & set(hints.split())), "other")
