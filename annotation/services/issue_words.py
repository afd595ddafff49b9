"""What people read for the codes of the engine: issues, severities, links, genders. Texts only."""

from django.utils.translation import gettext_lazy as _

SEVERITIES = {"block": _("Block"), "warn": _("Warn"), "info": _("Info")}

# What an issue is called; a code that is not here is shown in plain words.
TITLES = {
    "LEAK_ORIGINAL": _("Original in the output"),
    "OUTSIDE_CHANGED": _("Text outside the labels changed"),
    "RESIDUAL_MENTION": _("Known item without a label"),
    "DUPLICATE_SURROGATE": _("Two people, one surrogate"),
    "SHORT_AMBIGUOUS": _("Short form of which person?"),
    "MERGE_SUGGESTED": _("The same person?"),
    "SPLIT_SUGGESTED": _("Two people?"),
    "GENDER_UNKNOWN": _("Gender not known"),
    "GENDER_CONFLICT": _("Gender does not fit the text"),
    "EQUIV_LANG": _("One name in two languages"),
    "KIN": _("Relatives with different surnames"),
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
    "CHECKSUM_BAD": _("Check digit does not fit"),
    "POOL_SMALL": _("Few surrogates to choose from"),
    "CONSTRAINT_RELAXED": _("Not everything could be kept"),
    "COLLISION_OUTSIDE": _("Surrogate stands in the text already"),
    "NESTED_MENTION": _("Item inside another item"),
    "SINGLETON_STANDS_OUT": _("A name that stands out"),
}

LINKS = {
    "person": _("name and surname of one person"),
    "compound": _("part of a compound"),
    "short_form": _("short form"),
    "equivalent": _("the same name in another language"),
    "false_start": _("a name cut off"),
    "same_value": _("the same number"),
    "derived_from": _("made from a name"),
    "spells": _("spells a name"),
    "offset": _("date at a distance"),
}
GENDERS = {"f": _("female"), "m": _("male"), "u": _("not known")}
EVIDENCE = {
    "label": _("from its label"),
    "lexicon": _("from the name"),
    "context": _("from the text around it"),
    "person": _("set by a person"),
}
