"""A guess whether a label of a foreign scheme stands for personal information; people decide.

Called by the screen and the command that teach a source model from a corpus of another scheme.
"""

import re
from collections.abc import Collection

from annotation.schemes.known import SCHEMES

# Measures, kinds and opinions, whatever else the name of the label says.
_NEVER = """
amount attribute balance condition cost deriv description duration fare genre height humidity
importe intent kind length modifier noun precio price promotion quantity rating reason rent
score service size temperature tipo todo type unit units weather weight wind
"""
_PERSONAL = """
account actor actors address age airport apellido apellidos area artist calle card cast
centro city claimid codigo company confirmation contact correo country datetime date dates
destination direccion directed director dni edad email empresa ethnicity familia familiares
familiar fax fecha fechas firstname gender given gpe hora hospital iban id institucion ip job
lastname license loc location locations lugar mail match municipio nationality nif nombre nrp
org organisation organization origin pais parent passport password per person phone phonenumber
place plate policyid postal postcode profesion profession propn provincia receiver relation
relative religion sex sexo ssn state station street surname team telefono territorio time times
timerange town url user username venue where zip zipcode
"""
# Things that have a name of their own.
_THINGS = """
alarm album app book car category device dish entity event file food game item list movie
object playlist product show software song subcategory track
"""


def guess_personal(label: str, own: Collection[str] = ()) -> bool:
    """Whether `label` seems to stand for something that points at a person, a place or a day.

    own: labels that are personal for sure, such as those of the person's projects. A label that
    says nothing to us is not personal: what is counted so wrongly is seen in the list.
    """
    if label in own or any(label in scheme.names() for scheme in SCHEMES.values()):
        return True
    words = set(words_of(label))
    if words & set(_NEVER.split()):
        return False
    if words & set(_PERSONAL.split()):
        return True
    return "name" in words and not words & set(_THINGS.split())


def words_of(label: str) -> list[str]:
    """The words in a label's name, in small letters: LOCpart, US_SSN and first-name have two."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{2})(?=[a-z])", " ", label)
    return re.findall(r"[^\W\d_]+", apart.casefold())
