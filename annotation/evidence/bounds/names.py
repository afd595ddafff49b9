"""What the lists of words are called for people. English, translated where it is shown."""

from annotation.evidence.bounds.lists import PRIVATE
from annotation.translatable import N_

_TITLES = {
    "surname": N_("surnames"),
    "given ": N_("given names"),
    "given f": N_("given names of women"),
    "given m": N_("given names of men"),
    "given u": N_("given names of women and men"),
    "place": N_("places"),
    "street": N_("names of streets"),
    "type": N_("kinds of streets"),
    "org": N_("invented companies"),
    "product": N_("products"),
    "professions": N_("professions"),
    "relations": N_("relations"),
    "sexes": N_("words for sexes"),
    "month": N_("months"),
    "spoken": N_("names of letters"),
    "letter": N_("letters"),
    "sign": N_("letters of codes"),
    "figure": N_("figures"),
    "first figure": N_("first figures"),
    "ending": N_("endings of addresses"),
    "joiner": N_("small words"),
    "I": N_("number words from 0 to 9"),
    "II": N_("number words from 10 to 29"),
    "III": N_("number words from 30 to 90"),
    "IV": N_("number words from 100 to 900"),
}


def list_title(name: str) -> str:
    """ "given f" -> "given names of women", in English."""
    if name.startswith(PRIVATE):
        return N_("words of these dialogues")
    if name in _TITLES:
        return _TITLES[name]
    if name[-1:] in "fm" and name[:-1] in _TITLES:  # classes of numbers, by gender
        return _TITLES[name[:-1]]
    return N_("words of one kind")  # units and words that point to a time
