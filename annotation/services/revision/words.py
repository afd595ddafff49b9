"""What people read for the codes of the engine: issues, severities, links, genders. Texts only."""

from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from annotation.services.revision.replay import OwnKind
from surrogates.codes import ConstraintKind, IssueCode

SEVERITIES = {"block": _("Block"), "warn": _("Warning"), "info": _("Note")}

# What an issue is called; a code that is not here is shown in plain words.
TITLES = {
    IssueCode.LEAK_ORIGINAL: _("Original in the output"),
    IssueCode.OUTSIDE_CHANGED: _("Text outside the labels changed"),
    IssueCode.RESIDUAL_MENTION: _("Known item without a label"),
    IssueCode.RESIDUAL_YEAR: _("Known year without a label"),
    IssueCode.KNOWN_ELSEWHERE: _("Labelled in another dialogue"),
    IssueCode.DUPLICATE_SURROGATE: _("Two people, one surrogate"),
    IssueCode.SHORT_AMBIGUOUS: _("Short form of which person?"),
    IssueCode.MERGE_SUGGESTED: _("The same person?"),
    IssueCode.NEAR_MISS: _("A misheard name?"),
    IssueCode.SPLIT_SUGGESTED: _("Two people?"),
    IssueCode.GENDER_UNKNOWN: _("Gender not known"),
    IssueCode.GENDER_CONFLICT: _("Gender does not fit the text"),
    IssueCode.EQUIV_LANG: _("One name in two languages"),
    IssueCode.KIN: _("Relatives with different surnames"),
    IssueCode.SURNAME_SHARED: _("One surname, two people"),
    IssueCode.SURNAME_AMBIGUOUS: _("Whose surname?"),
    IssueCode.LABEL_UNFIT: _("Values that do not fit the label"),
    IssueCode.SAME_WORD: _("One word, two labels"),
    IssueCode.NUMBER_GRAMMAR: _("Number that nobody says"),
    IssueCode.NUMBER_PARTIAL: _("Part of another number"),
    IssueCode.LOW_ENTROPY: _("Few other values possible"),
    IssueCode.SPELLING_MISMATCH: _("Spelling does not follow the name"),
    IssueCode.LETTER_FACT: _("The text says something about a letter"),
    IssueCode.EMAIL_UNLINKED: _("E-mail without its person"),
    IssueCode.DOMAIN_UNLINKED: _("Domain without its organisation"),
    IssueCode.USER_UNLINKED: _("User name without its person"),
    IssueCode.DATE_ANCHOR: _("Month no longer fits"),
    IssueCode.DATE_CONFLICT: _("Dates cannot move together"),
    IssueCode.DATE_INVALID: _("A date that does not exist"),
    IssueCode.SAID_AROUND: _("Said around too, left as it is"),
    IssueCode.NOTHING_COARSER: _("Nothing coarser known"),
    IssueCode.DATE_RELATIVE: _("Time or age, left as it is"),
    IssueCode.CHECKSUM_BAD: _("Check digit does not fit"),
    IssueCode.ASSIGNABLE: _("Number that may be somebody's"),
    IssueCode.PLACEHOLDER_SHOWN: _("Placeholder in the text"),
    IssueCode.POOL_SMALL: _("Few surrogates to choose from"),
    IssueCode.CONSTRAINT_RELAXED: _("Not everything could be kept"),
    IssueCode.RELATION_LOST: _("No longer true"),
    IssueCode.MAY_DEPEND: _("May no longer fit"),
    IssueCode.PUBLIC_FIGURE: _("Name of a public figure"),
    IssueCode.COLLISION_OUTSIDE: _("Surrogate stands in the text already"),
    IssueCode.NESTED_MENTION: _("Item inside another item"),
    "REPLACEMENT_LEFT_OUT": _("Replacement not used"),
    IssueCode.NO_TABLES: _("No tables for this language"),
    IssueCode.SINGLETON_STANDS_OUT: _("A name that stands out"),
}

# The step that an import makes of what another tool wrote in place of the items.
TOOL_REPLACEMENT = "TOOL_REPLACEMENT"
TITLES[TOOL_REPLACEMENT] = _("Replacements of another tool")

# What a person did by hand, by the kind of its constraint.
CHANGES = {
    ConstraintKind.SURROGATE: _("Surrogate typed"),
    ConstraintKind.REDRAW: _("Drawn again"),
    ConstraintKind.PLACEHOLDER: _("Placeholder"),
    ConstraintKind.LINK: _("Joined with another"),
    ConstraintKind.UNLINK: _("Told apart from another"),
    ConstraintKind.SPLIT: _("Set apart"),
    ConstraintKind.GENDER: _("Gender set"),
    ConstraintKind.SHORT_FORM: _("Short form named"),
    OwnKind.ITEM: _("Label added"),
    ConstraintKind.DISMISS: _("Issue dismissed"),
    ConstraintKind.SHIFT: _("Dates kept together"),
    OwnKind.TAUGHT: _("Lexicon taught"),
}

LINKS = {
    "person": _("joined by a person"),
    "compound": _("part of a compound"),
    "short_form": _("short form"),
    "equivalent": _("the same name in another language"),
    "false_start": _("a name cut off"),
    "near_miss": _("another name, heard wrong"),
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

# How a person is named, and what one is to another.
FORMS = {
    "given": _("first name"),
    "surname": _("surname"),
    "short_form": _("short form"),
    "compound": _("part of the name"),
    "equivalent": _("another language"),
    "near_miss": _("heard wrong"),
    "false_start": _("cut off"),
    "person": _("joined by hand"),
}
TIES = {
    "parent": _("parent of"),
    "sibling": _("brother or sister of"),
    "spouse": _("married to"),
    "other": _("of one family with"),
}

# How one entity belongs to another, as a person says it.
RELATIONS = {
    "short_form": _("is a short form of"),
    "equivalent": _("is the same name in another language as"),
    "near_miss": _("is another name, heard wrong:"),
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
