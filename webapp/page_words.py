"""What the scripts of the labelling and adjudication pages say: one dictionary per page.

A page carries its own as JSON (`{% page_words %}`); `static/js/label/page.js` reads it.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# Of saving and of labels: on both pages.
SAVING = {
    "nothing": _("All saved"),
    "saved": _("Saved"),
    "saving": _("Saving"),
    "moving": _("Saving, then on"),
    "unsavedOne": _("Not saved: 1 step; keep this window open"),
    "unsavedMany": _("Not saved: {n} steps; keep this window open"),
    "signedOut": _("You are signed out: sign in again in another tab. {n} steps wait here."),
    "dropped": _("This step was refused."),
    "conflictOne": _("1 step made here was not applied."),
    "conflictMany": _("{n} steps made here were not applied."),
    "applyAgain": _("Apply again"),
    "token": _("token {i} of {n}"),
    "selected": _("{text}, tokens {i} to {j} of {n}"),
    "yours": _("{text}, {label}, yours."),
    "yoursEach": _("{n} words, {label}, yours."),
    "cleared": _("Label cleared."),
    "noLabel": _("No label."),
    "nothingToClear": _("There is no label here to clear."),
    "hasAlready": _("It has this label already."),
    "seek": _("Type the first letters of a word; Enter ends it."),
    "noWord": _("No word begins so."),
    "noBounds": _("There is no label here whose bounds could be edited."),
    "bounds": _("{text}: arrows move the end, with Shift the start; Enter saves, Escape leaves."),
    "boundsKept": _("Bounds left as they were."),
    "labelBegun": _("Now the rest of the label's key."),
    "noLabelKey": _("No label has this key."),
}
# Of steps that were made in two windows at once.
MERGE = {
    "title": _("Changed in another window"),
    "changed": _("This turn was changed in another window; what is there now is shown."),
    "elsewhere": _("{place}:"),
    "appliedOne": _("1 step made here does not touch that and was applied."),
    "appliedMany": _("{n} steps made here do not touch that and were applied."),
    "waitsOne": _("1 step made here waits for you."),
    "waitsMany": _("{n} steps made here wait for you."),
    "here": _("Done here"),
    "there": _("There now"),
    "same": _("The labels are the same."),
    "gone": _("{text}: {label}, removed"),
    "apply": _("Apply"),
    "leave": _("Leave"),
    "applyAll": _("Apply all"),
    "leaveAll": _("Leave all"),
    "applied": _("Applied."),
    "left": _("Left as it is."),
    "step": _("A step"),
    "spans": _("Label {text}: {label}"),
    "clear": _("Clear {text}"),
    "move": _("New bounds for {text}"),
    "accept": _("Accept {text}"),
    "reject": _("Reject {text}"),
    "undo": _("Undo"),
    "redo": _("Redo"),
    "finish": _("Done with this turn"),
    "skip": _("Skip this turn"),
    "flag": _("Flag"),
    "reopen": _("Take up again"),
    "fewer": _(
        "The server has {n} labels of yours here, the page showed {all}. "
        "No step of yours explains it."
    ),
    "notAsked": _("the turn is not asked any more; its labels are kept."),
    "close": _("Close"),
    "history": _("History"),
}
LABEL = {
    "notMoved": _("Stayed here: no connection. Your labels wait in this window."),
    "accepted": _("Accepted."),
    "rejected": _("Rejected."),
    "noProposal": _("No proposal here."),
    "marksHidden": _("Transcription marks hidden."),
    "marksShown": _("Transcription marks shown."),
    "notOpened": _("This did not open: no connection, or you are signed out. Try again."),
    "firstTurn": _("No turn is shown above this one."),
    "lastTurn": _("No turn is shown below this one."),
    "firstItem": _("This is the first of the list."),
    "lastItem": _("This is the last of the list."),
    "changedOne": _("Turn {n} changed."),
    "changedMany": _("Turn {n} and {more} more changed."),
    "questionAsked": _("Your question is asked."),
    "notAsked": _(
        "You began a question: ask it, or take it back with Escape, before you leave this turn."
    ),
    "chooseLabel": _("Choose a label."),
    "noneAbove": _("No proposal is that sure."),
    "acceptedMany": _("Accepted: {n}."),
    "snapOn": _("Selecting by token."),
    "snapOff": _("Selecting by character."),
    "brushOn": _("A drag labels with the label used last."),
    "brushOff": _("A drag selects."),
    "lettersOn": _("Keys of one character act."),
    "lettersOff": _("Keys of one character are off."),
    "twinHidden": _("The dialogue as it leaves is hidden."),
    "twinShown": _("The dialogue as it leaves stands beside the text."),
    "twinLate": _("not up to date: no answer"),
    "leavesAs": _("Leaves as {text}."),
    "sideHidden": _("Side panel hidden."),
    "sideShown": _("Side panel shown."),
    "everyOffline": _(
        "Occurrences are found on the server, and there is no connection. "
        "Nothing was changed; try again."
    ),
    "everySignedOut": _("You are signed out: sign in again in another tab, then try again."),
    "everyUnsaved": _("Occurrences can be shown when what you did here is saved."),
    "historyUnsaved": _("History opens when what you did here is saved."),
    "left": _("Left the text."),
}
ADJUDICATE = {
    "changed": _("Somebody has decided here since; this is the latest state."),
    "noAnswer": _("No answer: is there a connection?"),
    "says": _("{name}: {what}"),
    "noLabelHere": _("no label"),
    "decided": _("{n} of {total} decided"),
    "position": _("Difference {n} of {total}"),
    "barOpen": _("{where}: {n} not decided"),
    "barDone": _("{where}: all decided"),
    "place": _("Turn {number}, difference {n} of {total}."),
    "isOpen": _("Not decided."),
    "isDecided": _("Decided."),
    "none": pgettext_lazy("labelled here", "nothing"),
    "gold": _("Gold"),
    "goldText": _("Gold text of turn {number}"),
    "elsewhere": _("Changed in turn {number}."),
    "taken": _("{name}'s taken."),
    "neither": _("Neither taken."),
    "allDecided": _("All is decided. Space finishes the dialogue."),
    "openOne": _("1 difference is not decided."),
    "openMany": _("{n} differences are not decided."),
    "editing": _("Editing the gold text. Escape ends it."),
    "edited": _("Editing ended."),
    "left": _("Left the list."),
}
PAGES: dict[str, dict[str, object]] = {
    "label": {**SAVING, **LABEL, "merge": MERGE},
    "adjudicate": {**SAVING, **ADJUDICATE},
}


def words_for(page: str) -> dict[str, object]:
    """The sentences of a page by the names that its scripts use, translated when they are sent."""
    return PAGES[page]
