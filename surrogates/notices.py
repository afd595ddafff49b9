"""The issues that the engine may raise; `Scene.raise_issue` places one. None tells an original."""

from typing import NamedTuple

from surrogates.codes import ConstraintKind, IssueCode
from surrogates.types import N_, Constraint, Fix, Issue


class Notice(NamedTuple):
    """An issue without its place."""

    code: IssueCode
    severity: str  # "block" | "warn" | "info"
    fix: ConstraintKind | None  # None: nothing is proposed, or what the caller says
    message: str

    def issue(
        self,
        turn: int,
        start: int,
        end: int,
        mentions: tuple[str, ...],
        fix: ConstraintKind | Constraint | None = None,
        value: str = "",
    ) -> Issue:
        """The issue at a place; `fix`: what is proposed instead, `value`: of what is proposed."""
        fix = fix or self.fix
        if isinstance(fix, ConstraintKind):
            values = {ConstraintKind.REDRAW: "1", ConstraintKind.DISMISS: self.code}
            fix = Constraint(fix, mentions, value or values.get(fix, ""))
        proposed = Fix((fix,)) if fix else None
        return Issue(self.code, self.severity, turn, start, end, self.message, proposed, mentions)


# fmt: off
# The dialogue as a whole
OUTSIDE_CHANGED = Notice(IssueCode.OUTSIDE_CHANGED, "block", None,
    N_("Text outside the labels was changed: this must not happen."))
NESTED_MENTION = Notice(IssueCode.NESTED_MENTION, "info", ConstraintKind.DISMISS,
    N_("A mention inside another was replaced with it."))
LEAK_ORIGINAL = Notice(IssueCode.LEAK_ORIGINAL, "block", ConstraintKind.PLACEHOLDER,
    N_("A surrogate shows an original of the dialogue."))
RESIDUAL_MENTION = Notice(IssueCode.RESIDUAL_MENTION, "block", None,
    N_("An unlabelled word is written like a labelled one: label it, or say that it is none."))
RESIDUAL_YEAR = Notice(IssueCode.RESIDUAL_YEAR, "block", ConstraintKind.DISMISS,
    N_("An unlabelled year equals a labelled one: label it, or say that it may be told."))
NUMBER_AGAIN = Notice(IssueCode.RESIDUAL_MENTION, "warn", ConstraintKind.DISMISS,
    N_("An unlabelled number equals a labelled one near it: label it, or say that it is another."))
DATE_AGAIN = Notice(IssueCode.RESIDUAL_MENTION, "warn", ConstraintKind.DISMISS,
    N_("An unlabelled date or time equals a labelled one near it: label it, or say it is another."))
CODE_AGAIN = Notice(IssueCode.RESIDUAL_MENTION, "warn", ConstraintKind.DISMISS,
    N_("An unlabelled piece equals that of a labelled code: label it, or say that it is another."))
NAME_AGAIN = Notice(IssueCode.RESIDUAL_MENTION, "warn", ConstraintKind.DISMISS,
    N_("An unlabelled name is the long form of a labelled one near it: label it, or dismiss this."))
LETTERS_AGAIN = Notice(IssueCode.RESIDUAL_MENTION, "warn", ConstraintKind.DISMISS,
    N_("Unlabelled letters are those of a labelled word: label them, or say that they are others."))
KNOWN_ELSEWHERE = Notice(IssueCode.KNOWN_ELSEWHERE, "block", None,
    N_("Another dialogue labels these words: label them here, or mark them as no name."))
DUPLICATE_SURROGATE = Notice(IssueCode.DUPLICATE_SURROGATE, "block", ConstraintKind.REDRAW,
    N_("Two people, places or organisations carry one surrogate."))
COLLISION_OUTSIDE = Notice(IssueCode.COLLISION_OUTSIDE, "info", ConstraintKind.REDRAW,
    N_("A word of this surrogate also stands outside the labels."))
PUBLIC_FIGURE = Notice(IssueCode.PUBLIC_FIGURE, "warn", ConstraintKind.REDRAW,
    N_("This surrogate is the name of a public figure."))
SINGLETON = Notice(IssueCode.SINGLETON_STANDS_OUT, "info", ConstraintKind.DISMISS,
    N_("Named only once, while others are named again and again: check that it is a name."))
NO_TABLES = Notice(IssueCode.NO_TABLES, "warn", ConstraintKind.DISMISS,
    N_("There are no tables for this language: names, places and words of another one were used."))

# What is drawn
NO_NAME_LEFT = Notice(IssueCode.POOL_SMALL, "warn", ConstraintKind.PLACEHOLDER,
    N_("No name is left; a placeholder stands here."))
PLACEHOLDER_SHOWN = Notice(IssueCode.PLACEHOLDER_SHOWN, "info", ConstraintKind.DISMISS,
    N_("No rule knows what could be said here, so a placeholder stands there: type a surrogate."))
SAID_AROUND = Notice(IssueCode.SAID_AROUND, "info", ConstraintKind.PLACEHOLDER,
    N_("The words around this say the same, so it was left as it is."))
KIN_STAYS = Notice(IssueCode.SAID_AROUND, "info", ConstraintKind.PLACEHOLDER,
    N_("Another relation may not fit the names or the words here, so this was left as it is."))
ONE_STAYS = Notice(IssueCode.SAID_AROUND, "info", ConstraintKind.PLACEHOLDER,
    N_("The noun after it agrees with one alone, so this number was left as it is."))
COUNT_STAYS = Notice(IssueCode.SAID_AROUND, "info", ConstraintKind.PLACEHOLDER,
    N_("This counts people or things and names nobody, so it was left as it is."))
AT_HOME = Notice(IssueCode.SAID_AROUND, "info", ConstraintKind.PLACEHOLDER,
    N_("This country is one where the language is spoken and the towns are: it was left as it is."))
PLAIN_NOUN = Notice(IssueCode.SAID_AROUND, "info", ConstraintKind.PLACEHOLDER,
    N_("This word says what it is and names nobody, so it was left as it is."))
RELATION_UNKNOWN = Notice(IssueCode.SAID_AROUND, "warn", ConstraintKind.PLACEHOLDER,
    N_("No table knows this word for somebody near, so it was left as it is."))
NOTHING_COARSER = Notice(IssueCode.NOTHING_COARSER, "warn", ConstraintKind.PLACEHOLDER,
    N_("No coarser value is known for this, or it would show another item: a placeholder stands."))
FEW_NAMES = Notice(IssueCode.POOL_SMALL, "info", ConstraintKind.DISMISS,
    N_("Few names fit here, so the surrogate tells something."))
NO_CANDIDATE_LEFT = Notice(IssueCode.POOL_SMALL, "warn", ConstraintKind.PLACEHOLDER,
    N_("No candidate is left here."))
DEMAND_DROPPED = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.REDRAW,
    N_("No name had all that the mentions ask for; one of the demands was dropped."))
CODE_OF_AREA = Notice(IssueCode.CONSTRAINT_RELAXED, "info", ConstraintKind.PLACEHOLDER,
    N_("Said in such words, this postal code is one of the town's area and perhaps not its own."))
PROVINCE_DROPPED = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.REDRAW,
    N_("No place was left in a province that fits the numbers or towns said with it."))
REGION_BECAME_TOWN = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.PLACEHOLDER,
    N_("This is said to be a province or the like; its surrogate is only a town."))
INHABITANTS = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.PLACEHOLDER,
    N_("This names the inhabitants of a place; its surrogate is the place alone."))

# Who is who
TWO_PLACES_ALIKE = Notice(IssueCode.MERGE_SUGGESTED, "warn", ConstraintKind.LINK,
    N_("Two places look like one; they have separate surrogates."))
TWO_NAMES_ALIKE = Notice(IssueCode.MERGE_SUGGESTED, "warn", ConstraintKind.LINK,
    N_("Two names look like one person's; they have separate surrogates."))
NAME_CORRECTED = Notice(IssueCode.MERGE_SUGGESTED, "warn", ConstraintKind.LINK,
    N_("A name that no list has was set right at once; both may be one person's."))
NEAR_MISS = Notice(IssueCode.NEAR_MISS, "warn", ConstraintKind.LINK,
    N_("This looks like another name heard wrong; its surrogate does not, so the slip is lost."))
EQUIVALENT = Notice(IssueCode.EQUIV_LANG, "warn", ConstraintKind.LINK,
    N_("Two forms of one name in two languages were taken for one person."))
INITIAL_AMBIGUOUS = Notice(IssueCode.SHORT_AMBIGUOUS, "warn", ConstraintKind.LINK,
    N_("This initial fits more than one name of the dialogue; it got a surrogate of its own."))
SHORT_OF_NAMES = Notice(IssueCode.SHORT_AMBIGUOUS, "warn", ConstraintKind.LINK,
    N_("This short form fits more than one name of the dialogue; it got a surrogate of its own."))
SHORT_OF_PEOPLE = Notice(IssueCode.SHORT_AMBIGUOUS, "warn", ConstraintKind.LINK,
    N_("This short form fits more than one person of the dialogue."))
SPLIT_SUGGESTED = Notice(IssueCode.SPLIT_SUGGESTED, "warn", ConstraintKind.SPLIT,
    N_("One name, but the words around it tell two people apart; they share a surrogate."))
READ_AS_SURNAME = Notice(IssueCode.SHORT_AMBIGUOUS, "warn", ConstraintKind.PLACEHOLDER,
    N_("The last word here may be a part of the given name; it was read as a surname."))
SAID_OF_RELATIVE = Notice(IssueCode.SPLIT_SUGGESTED, "warn", ConstraintKind.SPLIT,
    N_("This name is said of a relative; it was taken for another name's person."))
KIN = Notice(IssueCode.KIN, "warn", ConstraintKind.LINK,
    N_("The words say that these two share a surname, but their surnames differ."))
SURNAME_SHARED = Notice(IssueCode.SURNAME_SHARED, "warn", ConstraintKind.UNLINK,
    N_("Two people have one surname, and nothing says that they are of one family."))
SURNAME_AMBIGUOUS = Notice(IssueCode.SURNAME_AMBIGUOUS, "warn", ConstraintKind.DISMISS,
    N_("Two people of this surname were told apart; said alone it may be either's."))
SAME_WORD = Notice(IssueCode.SAME_WORD, "warn", ConstraintKind.DISMISS,
    N_("This word stands under another label too, and has another surrogate there."))
GENDER_UNKNOWN = Notice(IssueCode.GENDER_UNKNOWN, "warn", ConstraintKind.GENDER,
    N_("Nothing says whether this name is a woman's or a man's."))
WORDS_BEAT_LEXICON = Notice(IssueCode.GENDER_CONFLICT, "warn", ConstraintKind.GENDER,
    N_("The words around this name and the lexicon say different genders; the words won."))
LABEL_BEATS_WORDS = Notice(IssueCode.GENDER_CONFLICT, "warn", ConstraintKind.GENDER,
    N_("The label of this name and the words around it say different genders; the label won."))
WORDS_SAY_BOTH = Notice(IssueCode.GENDER_CONFLICT, "warn", ConstraintKind.GENDER,
    N_("The words around this name say both genders."))
LEXICON_BEATS_WORDS = Notice(IssueCode.GENDER_CONFLICT, "warn", ConstraintKind.GENDER,
    N_("Words near this name and the lexicon say different genders; the lexicon won."))
LABEL_UNFIT = Notice(IssueCode.LABEL_UNFIT, "warn", ConstraintKind.PLACEHOLDER,
    N_("What carries this label contradicts its kind: the label may be mapped to a wrong one."))

# Addresses
EMAIL_AMBIGUOUS = Notice(IssueCode.EMAIL_UNLINKED, "warn", ConstraintKind.LINK,
    N_("This address fits more than one person of the dialogue; the nearest one was taken."))
EMAIL_UNEXPLAINED = Notice(IssueCode.EMAIL_UNLINKED, "warn", ConstraintKind.LINK,
    N_("No name of the dialogue explains this address; it was invented."))
DOMAIN_AMBIGUOUS = Notice(IssueCode.DOMAIN_UNLINKED, "warn", ConstraintKind.LINK,
    N_("This domain fits more than one organisation of the dialogue; the nearest was taken."))
DOMAIN_UNEXPLAINED = Notice(IssueCode.DOMAIN_UNLINKED, "warn", ConstraintKind.LINK,
    N_("No organisation of the dialogue explains this domain; it was invented."))

# Numbers
CHECKSUM_BAD = Notice(IssueCode.CHECKSUM_BAD, "block", ConstraintKind.PLACEHOLDER,
    N_("The check digit of this surrogate does not fit."))
LOW_ENTROPY = Notice(IssueCode.LOW_ENTROPY, "info", ConstraintKind.DISMISS,
    N_("The form of this number leaves no other value for it, or for a piece of it."))
ASSIGNABLE = Notice(IssueCode.ASSIGNABLE, "info", ConstraintKind.DISMISS,
    N_("This made-up number could belong to somebody: no range of such numbers is kept free."))
HOST_ASSIGNABLE = Notice(IssueCode.ASSIGNABLE, "info", ConstraintKind.DISMISS,
    N_("This made-up address could belong to somebody: its ending is said outside the labels."))
CLASS_LOST = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.PLACEHOLDER,
    N_("The words of this telephone number leave no other of its class: mobile, landline, free."))
NUMBER_PARTIAL = Notice(IssueCode.NUMBER_PARTIAL, "warn", ConstraintKind.DISMISS,
    N_("This is a piece of a number that the dialogue does not give whole."))
NUMBER_UNKNOWN = Notice(IssueCode.NUMBER_GRAMMAR, "warn", ConstraintKind.PLACEHOLDER,
    N_("No number is known that these words say; a placeholder stands for them."))
NUMBER_UNSAYABLE = Notice(IssueCode.NUMBER_GRAMMAR, "block", ConstraintKind.PLACEHOLDER,
    N_("These number words do not make a number that a speaker would say."))
ARTICLE_DISAGREES = Notice(IssueCode.NUMBER_GRAMMAR, "warn", ConstraintKind.PLACEHOLDER,
    N_("The article before this number may not agree with it."))
BIRTH_UNLIKE = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.PLACEHOLDER,
    N_("This number tells a date of birth, and not the one that the dates here have become."))
TOTAL_LOST = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.PLACEHOLDER,
    N_("These amounts made a sum or a multiple, and what they make now cannot be said here."))
INITIALS_UNLIKE = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.PLACEHOLDER,
    N_("This code begins with an organisation's initials, and not with those it has now."))
SOUNDS_UNLIKE = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.DISMISS,
    N_("An unlabelled number is told apart from this one; they sound no longer alike: label both."))

# Spellings
SPELLING_MISMATCH = Notice(IssueCode.SPELLING_MISMATCH, "warn", ConstraintKind.PLACEHOLDER,
    N_("The letters and the name that they spell differ in length."))
FIRST_LETTER = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.PLACEHOLDER,
    N_("The words after this name ask for another first letter than its surrogate has."))
LAST_LETTER = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.PLACEHOLDER,
    N_("The words after this name ask for another last letter than its surrogate has."))
INNER_LETTER = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.PLACEHOLDER,
    N_("The words after this name ask for a letter inside it that is not there now."))
MARK = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.PLACEHOLDER,
    N_("The words after this name speak of an accent or the like; that is false now."))
ANY_LETTER = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.PLACEHOLDER,
    N_("A letter that is named outside the labels is not true of this surrogate."))
WORD_COUNT = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.PLACEHOLDER,
    N_("The words after this name say of how many words it is; that is false now."))
LETTER_ARTICLE = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.PLACEHOLDER,
    N_("The article before this letter does not go with it now."))
KEY_WORD = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.PLACEHOLDER,
    N_("This word tells the letter that was said before it: put both under one label."))
LETTERS_FALSE = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.DISMISS,
    N_("What is said here of the letters of names is not as true of their surrogates."))
LETTERS_UNREAD = Notice(IssueCode.LETTER_FACT, "warn", ConstraintKind.PLACEHOLDER,
    N_("Something is said here of the letters of a name; no rule understood it."))

# Dates
DATE_INVALID = Notice(IssueCode.DATE_INVALID, "warn", ConstraintKind.PLACEHOLDER,
    N_("This is not a real calendar date."))
DATE_RELATIVE = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("This says how long or how far away, which stays true, so it was left as it is."))
HOUR_STAYS = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("No other hour fits the words, hours and parts of the day here: it was left as it is."))
DAYPART_STAYS = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("This says a part of the day and no hour, so it was left as it is."))
AGE_OF_LAW = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("A law or a rule names this age, the same for everybody, so it was left as it is."))
AGE_TOLD = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("Words outside the labels tell this age, so it was left as it is."))
AGE_TIED = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("No other age fits the dates and words here, so this age or birth was left as it is."))
LEAP_STAYS = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("A leap day or year is called one here, so this was left as it is: its year moved."))
MONTH_STAYS = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("The words here, or a decision, ask for this month, so it was left as it is."))
WEEKDAY_STAYS = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("A weekend, a working week or words here ask for this weekday, so it was left as it is."))
DATE_UNFIT = Notice(IssueCode.DATE_CONFLICT, "warn", ConstraintKind.PLACEHOLDER,
    N_("No shift gives a date that fits the words around this one."))
MONTHS_UNLIKE = Notice(IssueCode.DATE_CONFLICT, "warn", ConstraintKind.PLACEHOLDER,
    N_("No shift moves the full dates and the months alike."))
YEARS_UNLIKE = Notice(IssueCode.DATE_CONFLICT, "warn", ConstraintKind.PLACEHOLDER,
    N_("No shift moves the full dates and the years alike."))
SERIES_LOST = Notice(IssueCode.DATE_CONFLICT, "warn", ConstraintKind.PLACEHOLDER,
    N_("These dates were on one day of the month, whole months apart, and are no more."))
FEAST_LABELLED = Notice(IssueCode.DATE_ANCHOR, "warn", ConstraintKind.PLACEHOLDER,
    N_("A feast or a season cannot be moved with the dates, so it became a placeholder."))
FEAST_STAYS = Notice(IssueCode.DATE_RELATIVE, "info", ConstraintKind.PLACEHOLDER,
    N_("A feast is the same day for everybody and no others fit here, so it was left as it is."))
FEAST_OUTSIDE = Notice(IssueCode.DATE_ANCHOR, "warn", ConstraintKind.PLACEHOLDER,
    N_("A feast or a season outside the labels says when this was."))
MONTH_OUTSIDE = Notice(IssueCode.DATE_ANCHOR, "warn", ConstraintKind.PLACEHOLDER,
    N_("A month outside the labels says when this was."))
WEEKDAY_OUTSIDE = Notice(IssueCode.DATE_ANCHOR, "warn", ConstraintKind.PLACEHOLDER,
    N_("A weekday outside the labels says which day this was."))
PLACE_IN_YEAR = Notice(IssueCode.DATE_ANCHOR, "warn", ConstraintKind.PLACEHOLDER,
    N_("Words outside the labels say where in the month or the year this was."))

# What no table can verify: the place of the issue is that of the words outside the labels
WORKING_DAY = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This goes with a working day, and the day that was replaced is one of rest now: check it."))
WAY_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This says how to get from one place to another that was replaced: check that it can be."))
LAND_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This tells of sea or land beside a place that was replaced: check that it lies so."))
ORIGIN_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This says where somebody comes from, and that place was replaced: check that it fits."))
WORK_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This goes with a trade that was replaced: check that it goes with the new one."))
FLOOR_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This tells of a floor or a door beside a number that was replaced: check that it fits."))
NAME_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This name has no label and stands beside what was replaced: check that they go together."))
MEMBER_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This tells what an organisation is that was replaced: check that the new name fits."))
COMPARED_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This compares or counts beside a number that was replaced: check that it is still right."))
HOUR_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This time has no label and stands beside one that was replaced: check that they fit."))
YEAR_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This year has no label and stands beside an age or a date that was replaced: check it."))
REASON_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This explains a name that was replaced: check that it explains the new one."))
RULE_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This speaks of a law or a rule beside a number that was replaced: check that it is met."))
PART_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This says which part of a month or a year, and the date was replaced: check that it fits."))
CLIMATE_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This tells of weather beside a place or a month that was replaced: check that it fits."))
TOLD_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("This may tell something of what was replaced near it: check that it is true of the new."))
SPEECH_BESIDE = Notice(IssueCode.MAY_DEPEND, "info", ConstraintKind.DISMISS,
    N_("People speak or live so in one region, and places were replaced: check that they fit."))

# What no longer holds of the finished dialogue, whatever the cause
_LOST = (IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS)
SAME_LOST = Notice(*_LOST, N_("These mentions were the same words, and their surrogates are not."))
NAMESAKE_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words say that these two are called alike, and their surrogates are not."))
INITIAL_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words say that these two begin with one letter, and their surrogates do not."))
PART_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This was a part of another mention, and its surrogate is none of that one's."))
WRITING_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This was another way to write or to call another mention; its surrogate is none."))
TRADE_UNSURE = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.DISMISS,
    N_("No near trade is known that could stand here: check that this one fits the words around."))
NATION_NAMED = Notice(IssueCode.CONSTRAINT_RELAXED, "warn", ConstraintKind.DISMISS,
    N_("Nobody's name was drawn to go with this nationality: check that the names suit it."))
DIFFER_LOST = Notice(*_LOST, N_("These mentions named two things, and carry one surrogate."))
REUSED = Notice(*_LOST, N_("This surrogate is what another mention of the dialogue was."))
DIGITS_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("These digits were a piece of another number here, and are none of it now."))
SWAP_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This number differed from another in one sign or in two that changed places: not now."))
CODE_LETTER_LOST = Notice(*_LOST, N_("This letter was the one of a code here, and is not now."))
CODE_WORD = Notice(*_LOST, N_("A word stands where this code had letters."))
PHONE_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This telephone number is of another class than it was: mobile, landline, free."))
AREA_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("Digits of this number told the area of a place here, and tell another one now."))
ACRONYM_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("These letters were the initials of a name here, and are not now."))
ADDRESS_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This address was made of a name here, or its initial, and is not now."))
SUM_LOST = Notice(*_LOST, N_("These numbers made a sum or a multiple, and do not now."))
SIDE_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("Somebody says odd or even here, and this number has changed from one to the other."))
SHAPE_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("What is said here of the digits of a number was true of it, and is not of its surrogate."))
BESIDE_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This unlabelled number went with a labelled one near it, and may not go with the new one."))
SUM_SAID = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This unlabelled number was the sum of labelled ones, and is not that of their surrogates."))
SINCE_LOST = Notice(*_LOST, N_("These years since a year led to the present, and do not now."))
OFFER_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("Of these two prices near each other the higher one is the lower one now."))
LEAD_LOST = Notice(*_LOST, N_("This score of two numbers has another winner now, or none."))
DAY_LOST = Notice(*_LOST, N_("This was the day of another date here, and is not now."))
PLATE_YEAR_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This plate told the year of a date here, and tells another one now."))
HOST_SAID = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The ending of an address is said outside the labels, and its surrogate has another one."))
INITIAL_SAID = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The first letter of an address is said outside the labels, and is another one now."))
AGE_LOST = Notice(*_LOST, N_("This age was the one between two years here, and is not now."))
LETTER_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words around this name speak of a letter that its surrogate has not, or not twice."))
SIGN_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words around this name speak of a sign in it that its surrogate has not."))
RANGE_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("These two dates are not in the order, or as many days apart, as they were."))
MONTHS_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("These dates were whole months apart, on one day of the month, and are not now."))
ORDER_LOST = Notice(*_LOST, N_("These two dates stand in another order now."))
EXPIRY_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This last month of something is none now, or many years away from what it was."))
HOURS_LOST = Notice(*_LOST, N_("These two times are not as many hours apart as they were."))
NIGHT_NOW = Notice(*_LOST, N_("This was a time of the day, and is one of the night now."))
DAYPART_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("A word near this time says a part of the day that it is not in now."))
AGREEMENT_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words around this, or its ending, went with it and do not go with its surrogate."))
ROAD_STAYS = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("A road is said by its number beside this town, and need not lead past its surrogate."))
DISTANCE_STAYS = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words around say how these two places lie to each other: their surrogates may not."))
COAST_STAYS = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words around say that this place lies by the sea: its surrogate may not."))
SURROUNDINGS_STAY = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words around say what lies beside this place: its surrogate may not lie there."))
TRADE_SHORT = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This was a shorter word for a trade of the dialogue, and is another trade now."))
TRADE_WORD = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This word was made of a trade's and named nobody; its surrogate is somebody's trade."))
TRADE_TOLD = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words around say what one of this trade does or where; its surrogate is another one."))
SMALL_WORD = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This was a word in small letters and no name; a name stands for it now."))
FAMILY_FIRM = Notice(*_LOST, N_("This was called after somebody of the dialogue, and is not now."))
MEANING_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("The words beside this name say what else is called so; its surrogate is not."))
ALIKE_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("One of these names was heard for the other; their surrogates are not alike."))
LETTERS_UNLIKE = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("Of these letters one could be heard for the other, and cannot now."))
SHORT_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This was a short form of another name here, and its surrogate is not."))
READING_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("These letters and numbers read a code out, and are not those of its surrogate."))
SPELLED_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("These letters spelled something of the dialogue, and do not spell its surrogate."))
KEY_WORD_LOST = Notice(*_LOST, N_("The word beside this letter began with it, and does not now."))
LETTERS_COUNTED = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This said how many of a letter a name has, and its surrogate has not as many."))
SAINT_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This name is that of the feast's saint, and its surrogate is not that of the new one."))
PIECE_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This piece of an address is said here, and is written otherwise in its surrogate."))
ALPHABET_LOST = Notice(*_LOST,
    N_("The words here tell where this name stands in the alphabet: not so of its surrogate."))
KEY_LOST = Notice(IssueCode.RELATION_LOST, "warn", ConstraintKind.DISMISS,
    N_("This key was worked out from the number before it, and does not fit it now."))
