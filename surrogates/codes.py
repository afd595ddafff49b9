"""The words that leave this package as data: kinds of decisions and leaks, codes of issues.

Their values are stored in databases and files; they never change.
"""

from enum import StrEnum


class ConstraintKind(StrEnum):
    """What a person decides about mentions; `Constraint.value` says the rest."""

    LINK = "link"  # they are one entity, or what the value says (checks.constraints.RELATIONS)
    UNLINK = "unlink"  # they share no surname with the others of it
    SPLIT = "split"  # they stand apart from the others; those of one constraint stay together
    GENDER = "gender"  # their entity's gender: f, m or u
    SURROGATE = "surrogate"  # the value is their surrogate, typed by a person
    PLACEHOLDER = "placeholder"  # they become [TYPE]
    REDRAW = "redraw"  # another candidate; the value is a counter
    SHORT_FORM = "short_form"  # about no mention: the value is "Curro=Francisco"
    DISMISS = "dismiss"  # the issue of this code is fine
    SHIFT = "shift"  # what their dates keep as they move: month, season, or week (its weekdays)
    LABEL = "label"  # only ever proposed: "turn:start-end:label", for whoever may label


class IssueCode(StrEnum):
    """Something that does not cohere, or that a person should look at."""

    LEAK_ORIGINAL = "LEAK_ORIGINAL"  # a surrogate shows an original
    OUTSIDE_CHANGED = "OUTSIDE_CHANGED"  # text between the mentions is not what it was
    RESIDUAL_MENTION = "RESIDUAL_MENTION"  # unlabelled words are written like a labelled mention
    RESIDUAL_YEAR = "RESIDUAL_YEAR"  # an unlabelled year is a labelled one
    KNOWN_ELSEWHERE = "KNOWN_ELSEWHERE"  # unlabelled words are labelled in another dialogue
    DUPLICATE_SURROGATE = "DUPLICATE_SURROGATE"  # two entities have one surrogate
    SHORT_AMBIGUOUS = "SHORT_AMBIGUOUS"  # a short form fits several names
    MERGE_SUGGESTED = "MERGE_SUGGESTED"  # two entities may be one
    NEAR_MISS = "NEAR_MISS"  # a name may be another one, heard wrong
    SPLIT_SUGGESTED = "SPLIT_SUGGESTED"  # one entity may be two
    GENDER_UNKNOWN = "GENDER_UNKNOWN"  # nothing says which gender a name has
    GENDER_CONFLICT = "GENDER_CONFLICT"  # words around a name ask for another gender
    EQUIV_LANG = "EQUIV_LANG"  # two languages' forms of a name were taken for one person's
    KIN = "KIN"  # relatives whose surnames differ
    SURNAME_SHARED = "SURNAME_SHARED"  # two people have one surname, and nothing says why
    SURNAME_AMBIGUOUS = "SURNAME_AMBIGUOUS"  # of two people told apart, whose this one is
    LABEL_UNFIT = "LABEL_UNFIT"  # values that a label of this kind does not have
    SAME_WORD = "SAME_WORD"  # one word under two labels has two surrogates
    NUMBER_GRAMMAR = "NUMBER_GRAMMAR"  # a number that nobody would say so
    NUMBER_PARTIAL = "NUMBER_PARTIAL"  # a number may be a part of another
    LOW_ENTROPY = "LOW_ENTROPY"  # few other values are possible
    SPELLING_MISMATCH = "SPELLING_MISMATCH"  # a spelling is not of its surrogate
    LETTER_FACT = "LETTER_FACT"  # what is said of a name's letters is no longer true
    EMAIL_UNLINKED = "EMAIL_UNLINKED"  # an e-mail address of nobody in the dialogue
    DOMAIN_UNLINKED = "DOMAIN_UNLINKED"  # a domain of no organisation in the dialogue
    USER_UNLINKED = "USER_UNLINKED"  # a user name of nobody in the dialogue
    DATE_ANCHOR = "DATE_ANCHOR"  # a month, season or weekday said beside a date no longer fits
    DATE_CONFLICT = "DATE_CONFLICT"  # dates that cannot move together
    DATE_INVALID = "DATE_INVALID"  # a date that does not exist
    SAID_AROUND = "SAID_AROUND"  # what the words around say too was left as it is
    NOTHING_COARSER = "NOTHING_COARSER"  # no coarser value is known, or may be said
    DATE_RELATIVE = "DATE_RELATIVE"  # a relative date, left as it is
    CHECKSUM_BAD = "CHECKSUM_BAD"  # a check digit does not fit
    ASSIGNABLE = "ASSIGNABLE"  # a number that may be somebody's
    PLACEHOLDER_SHOWN = "PLACEHOLDER_SHOWN"  # [TYPE], where a natural surrogate was asked for
    POOL_SMALL = "POOL_SMALL"  # few candidates, or none
    CONSTRAINT_RELAXED = "CONSTRAINT_RELAXED"  # no candidate had all that the mentions ask for
    PUBLIC_FIGURE = "PUBLIC_FIGURE"  # the name of a public figure
    COLLISION_OUTSIDE = "COLLISION_OUTSIDE"  # a surrogate stands in the unlabelled text too
    RELATION_LOST = "RELATION_LOST"  # what was true of the originals is not of the surrogates
    MAY_DEPEND = "MAY_DEPEND"  # unlabelled words may depend on what was replaced near them
    NESTED_MENTION = "NESTED_MENTION"  # a mention inside another one went with it
    NO_TABLES = "NO_TABLES"  # a language without tables: another one's were used
    SINGLETON_STANDS_OUT = "SINGLETON_STANDS_OUT"  # named once, beside people that are named often


class LeakKind(StrEnum):
    """How an original is readable in a replaced dialogue."""

    WORD = "word"  # a name, or a part of it
    RELATED = "related"  # a short form of a name, or its form in another language
    HOMOGRAPH = "homograph"  # an ordinary word that is written like a name
    ADDRESS = "address"
    DIGITS = "digits"
    LETTERS = "letters"  # a name spelled out
    UNCHANGED = "unchanged"  # a mention of a closed class ("mayo") that was left as it was
    KNOWN = "known"  # what another dialogue labels
