"""What people read for the codes of the engine: issues, severities, links, genders. Texts only."""

from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

SEVERITIES = {"block": _("Block"), "warn": _("Warn"), "info": _("Info")}

# What an issue is called; a code that is not here is shown in plain words.
TITLES = {
    "LEAK_ORIGINAL": _("Original in the output"),
    "OUTSIDE_CHANGED": _("Text outside the labels changed"),
    "RESIDUAL_MENTION": _("Known item without a label"),
    "RESIDUAL_YEAR": _("Known year without a label"),
    "KNOWN_ELSEWHERE": _("Labelled in another dialogue"),
    "DUPLICATE_SURROGATE": _("Two people, one surrogate"),
    "SHORT_AMBIGUOUS": _("Short form of which person?"),
    "MERGE_SUGGESTED": _("The same person?"),
    "SPLIT_SUGGESTED": _("Two people?"),
    "GENDER_UNKNOWN": _("Gender not known"),
    "GENDER_CONFLICT": _("Gender does not fit the text"),
    "EQUIV_LANG": _("One name in two languages"),
    "KIN": _("Relatives with different surnames"),
    "SURNAME_SHARED": _("One surname, two people"),
    "NUMBER_GRAMMAR": _("Number that nobody says"),
    "NUMBER_PARTIAL": _("Part of another number"),
    "LOW_ENTROPY": _("Few other values possible"),
    "SPELLING_MISMATCH": _("Spelling does not follow the name"),
    "LETTER_FACT": _("The text says something about a letter"),
    "EMAIL_UNLINKED": _("E-mail without its person"),
    "DOMAIN_UNLINKED": _("Domain without its organisation"),
    "USER_UNLINKED": _("User name without its person"),
    "DATE_ANCHOR": _("Month no longer fits"),
    "DATE_CONFLICT": _("Dates cannot move together"),
    "DATE_INVALID": _("A date that does not exist"),
    "DATE_RELATIVE": _("Relative time, left as it is"),
    "CHECKSUM_BAD": _("Check digit does not fit"),
    "ASSIGNABLE": _("Number that may be somebody's"),
    "POOL_SMALL": _("Few surrogates to choose from"),
    "CONSTRAINT_RELAXED": _("Not everything could be kept"),
    "PUBLIC_FIGURE": _("Name of a public figure"),
    "COLLISION_OUTSIDE": _("Surrogate stands in the text already"),
    "NESTED_MENTION": _("Item inside another item"),
    "REPLACEMENT_LEFT_OUT": _("Replacement not used"),
    "SINGLETON_STANDS_OUT": _("A name that stands out"),
}

# The step that an import makes of what another tool wrote in place of the items.
TOOL_REPLACEMENT = "TOOL_REPLACEMENT"
TITLES[TOOL_REPLACEMENT] = _("Replacements of another tool")

# What a person did by hand, by the kind of its constraint.
CHANGES = {
    "surrogate": _("Surrogate typed"),
    "redraw": _("Drawn again"),
    "placeholder": _("Placeholder"),
    "link": _("Joined with another"),
    "unlink": _("Told apart from another"),
    "split": _("Set apart"),
    "gender": _("Gender set"),
    "short_form": _("Short form named"),
    "item": _("Label added"),
    "dismiss": _("Issue dismissed"),
    "shift": _("Dates kept together"),
    "teach": _("Lexicon taught"),
}

LINKS = {
    "person": _("joined by a person"),
    "compound": _("part of a compound"),
    "short_form": _("short form"),
    "equivalent": _("the same name in another language"),
    "false_start": _("a name cut off"),
    "same_value": _("the same number"),
    "derived_from": _("made from a name"),
    "spells": _("spells a name"),
    "offset": _("date at a distance"),
    "same_date": _("the same date"),
}
GENDERS = {"f": _("female"), "m": _("male"), "u": _("not known")}
EVIDENCE = {
    "label": _("from its label"),
    "lexicon": _("from the name"),
    "context": _("from the text around it"),
    "person": _("set by a person"),
}

# How one entity belongs to another, as a person says it.
RELATIONS = {
    "short_form": _("is a short form of"),
    "equivalent": _("is the same name in another language as"),
    "shares_surname": _("shares a surname with"),
    "no_surname": _("shares no surname with"),
    "derived_from": _("is made from"),
    "same_value": _("is the same number as"),
    "part_of": _("is a part of"),
}


def language_name(code: str) -> str:
    """A language in the language of the page; its code where that is not known."""
    try:
        return str(get_language_info(code)["name_translated"]) if code else ""
    except KeyError:
        return code
