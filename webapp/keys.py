"""The keys of the pages that are worked by keyboard: one table for handlers, sheets and hints.

The page carries its table (`{% key_table %}`), and the scripts look up there what a key does. The
sheet of keys (`{% key_sheet %}`) and every hint (`{% kbd %}`) are drawn from the same rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy


@dataclass(frozen=True)
class Row:
    """Keys, what they do, and the sentence of the sheet; without one they work and are not listed.

    A key is spelt as in `aria-keyshortcuts` ("Shift+A"). `acts` names one act for each key, or one
    for all. A row without keys is that of the project's labels, each with a key of its own; its
    `acts` is what is held with them: Shift with letters, Alt with digits and signs. "Enter+S" is
    pressed one after the other.
    """

    keys: str
    acts: str
    words: str | Promise = ""

    def pairs(self) -> Iterator[tuple[str, str]]:
        keys, acts = self.keys.split(), self.acts.split()
        return zip(keys, acts * len(keys) if len(acts) == 1 else acts, strict=True)


@dataclass(frozen=True)
class Section:
    title: str | Promise
    rows: tuple[Row, ...]


UNDO = Row("Z Ctrl+Z", "undo", _("undo (also Ctrl+Z)"))
REDO = Row("Shift+Z Ctrl+Shift+Z", "redo", _("redo"))
REDO_TOO = Row("Ctrl+Y Ctrl+Shift+Y", "redo")
# Caret and selection, as everywhere that text is written.
ENDS = Row("Home End", "first last", _("first, last token"))
EXTENDING = Row(
    "Shift+ArrowLeft Shift+ArrowUp Shift+ArrowDown Shift+Home Shift+End", "left up down first last"
)

WORK = Row("Shift+W", "work", _("all work in progress"))
SHEET = Row("?", "keys", _("these keys"))
EACH_BY_ALT = Row("", "Alt", _("the same; with a digit Shift does it too, if that writes no key"))
SEEK = Row(
    "/ ,", "seek", _("then letters: to the next word that begins so; Enter or an arrow ends it")
)

JUMPS = (
    Row(
        "[ ]",
        "jump-back jump-on",
        _("previous, next word that may be personal (also Ctrl with the arrows)"),
    ),
    Row("Ctrl+ArrowLeft Ctrl+ArrowRight", "jump-back jump-on"),
    Row("{ }", "reach-back reach-on", _("extend the selection up to such a word")),
    Row("Ctrl+Shift+ArrowLeft Ctrl+Shift+ArrowRight", "reach-back reach-on"),
)

LABEL = (
    Section(
        pgettext_lazy("keys", "Move"),
        (
            Row("ArrowLeft ArrowRight", "left right", _("previous, next token")),
            Row(
                "ArrowUp ArrowDown",
                "up down",
                _("line above, below; at the edge the turn above, below"),
            ),
            Row("Shift+ArrowRight", "right", _("extend the selection")),
            EXTENDING,
            ENDS,
            *JUMPS,
            SEEK,
            Row("Escape", "leave", _("back to the asked turn, then out of the text")),
        ),
    ),
    Section(
        pgettext_lazy("keys", "Label"),
        (
            Row("", "", _("label the selection, or change the label at the caret")),
            Row("", "Shift", _("label each word of the selection, or of the row, on its own")),
            EACH_BY_ALT,
            Row(".", "repeat", _("the last label again")),
            Row("C Delete", "clear", _("clear the label")),
            Row("Backspace", "clear"),
            Row(
                "E",
                "bounds",
                _("edit bounds: arrows move the end, with Shift the start, Enter saves"),
            ),
            Row("G", "propagate", _("every occurrence; then 1 2 3 say where, Enter does it")),
            Row("Enter", "more", _("more tools; there each key of one acts")),
            Row("Enter+S", "snap", _("select by character, or by token")),
            Row("Enter+D", "brush", _("label by drag")),
        ),
    ),
    Section(
        pgettext_lazy("keys", "Decide"),
        (
            Row("A R", "accept reject", _("accept, reject the proposal")),
            Row("Shift+A", "accept-all", _("accept all proposals from a confidence on")),
            UNDO,
            REDO,
            REDO_TOO,
            Row("Alt+Enter Alt+Backspace", "apply-waiting leave-waiting"),
        ),
    ),
    Section(
        pgettext_lazy("keys", "Turns"),
        (
            Row("Space", "finish", _("done, next turn")),
            Row("Shift+Space", "back", _("back to the turn before")),
            Row("J K", "after before", _("next, previous in the list, nothing finished")),
            Row("B", "skip", _("skip")),
            Row("V", "flag", _("flag for a curator")),
            Row("Q", "question", _("ask a curator")),
            Row("Ctrl+Enter", "send", _("send the question, or the note that is changed")),
            Row(
                "Shift+H",
                "history",
                _("history of the label at the caret or of the selection, else of the turn"),
            ),
        ),
    ),
    Section(
        pgettext_lazy("keys", "Page"),
        (
            Row("U", "queue", _("into the list of turns, and back")),
            Row("I", "side", _("hide or show the side panel")),
            Row("Shift+I", "twin", _("hide or show the text as it leaves")),
            Row("H", "marks", _("hide or show transcription marks")),
            WORK,
            Row("?", "keys", _("this sheet")),
        ),
    ),
)

ADJUDICATE = (
    Section(
        "",
        (
            Row("J K", "next previous", _("next, previous difference")),
            Row("ArrowLeft ArrowRight", "left right", _("take the left, the right reader's")),
            Row("ArrowUp ArrowDown", "up down"),
            *JUMPS,
            Row(
                "1 2 3 4 5 6 7 8 9",
                "take",
                _("take the first, the second reader's, and so on"),
            ),
            Row("0", "neither", _("neither: no label here")),
            Row(
                "E",
                "edit",
                _("edit the gold text, as on the labelling page; while editing, the bounds"),
            ),
            Row("/ ,", "seek", _("while editing: then letters, to the next word that begins so")),
            Row("", "", _("while editing: label the selection")),
            Row("", "Shift", _("while editing: label each word of it on its own")),
            EACH_BY_ALT,
            Row("C Delete", "clear", _("while editing: clear the label")),
            Row("Backspace", "clear"),
            Row("Home End Shift+ArrowRight", "first last right"),
            EXTENDING,
            Row("Enter Shift+Enter", "end"),
            Row("Escape", "leave", _("end editing; leave the list")),
            UNDO,
            REDO,
            REDO_TOO,
            Row("Space", "finish", _("finish the dialogue, when all is decided")),
            WORK,
            Row("?", "keys"),
        ),
    ),
)

REVISE = (
    Section(
        pgettext_lazy("keys", "Move"),
        (
            Row("J K", "after before", _("next, previous issue or entity")),
            Row("O", "other", _("from the issues to the entities, and back")),
            Row(
                "[ ]",
                "hop-before hop-after",
                _("previous, next turn that the fix touches"),
            ),
            Row("Escape", "leave", _("close what is open")),
            Row("N", "next", _("next dialogue")),
        ),
    ),
    Section(
        pgettext_lazy("keys", "Decide"),
        (
            Row("A", "accept", _("accept the fix")),
            Row(
                "Shift+A",
                "every",
                _("try out the fixes of all issues of the kind; A accepts"),
            ),
            Row("R", "dismiss", _("reject, with a reason")),
            Row("Y", "approve", _("approve the dialogue, and go on")),
            UNDO,
            REDO,
        ),
    ),
    Section(
        _("Change the entity"),
        (
            Row("E", "change", _("type a surrogate")),
            Row("D", "redraw", _("draw another")),
            Row("P", "placeholder", _("placeholder")),
            Row("M", "merge", _("choose an entity that is the same; Enter merges")),
            Row("S", "split", _("choose mentions that are another's; Enter splits them off")),
            Row("G", "gender", _("gender")),
            Row("L", "link", _("link with another entity")),
            Row("T", "teach", _("teach the project's lexicon")),
        ),
    ),
    Section(
        pgettext_lazy("keys", "Page"),
        (
            Row("F", "fold", _("changed turns only, or all")),
            Row("H", "hide", _("hide or show the originals")),
            WORK,
            SHEET,
        ),
    ),
)

CORPUS = (
    Section(
        pgettext_lazy("keys", "Map"),
        (
            Row("ArrowLeft ArrowRight ArrowUp ArrowDown", "left right up down", _("a square on")),
            Row("Home End", "first last", _("first, last of the row")),
            Row("PageUp PageDown", "block-before block-after", _("a block on")),
            Row("N", "alike", _("next of the same state")),
            Row("Enter", "open", _("open the dialogue")),
        ),
    ),
    Section(
        pgettext_lazy("keys", "List"),
        (
            Row("J K", "after before", _("next, previous dialogue")),
            Row("/", "search", _("search words")),
            Row("1 2 3 4 5 6", "state", _("only the first, the second state, and so on")),
            Row("W", "settle", _("do what waits")),
            Row("R", "assign", _("give dialogues to a reader")),
            Row("Escape", "leave", _("close what is open")),
            WORK,
            SHEET,
        ),
    ),
)

# On pages without keys of their own.
SITE = (Section("", (WORK, SHEET)),)
# On the front page of a project.
OVERVIEW = (Section("", (Row("L", "onward", _("label")), WORK, SHEET)),)
# On a page of many parts.
EVIDENCE = (Section("", (Row("J K", "after before", _("next, previous part")), WORK, SHEET)),)
# Where nothing waits to be labelled.
MEANWHILE = (
    Section(
        "",
        (
            Row("1 2 3 4 5", "thing", _("what there is to do meanwhile")),
            Row("Space", "go-on", _("go on without waiting")),
            WORK,
            SHEET,
        ),
    ),
)

PAGES = {
    "site": SITE,
    "overview": OVERVIEW,
    "evidence": EVIDENCE,
    "meanwhile": MEANWHILE,
    "corpus": CORPUS,
    "label": LABEL,
    "adjudicate": ADJUDICATE,
    "revise": REVISE,
}


@cache
def acts_of(page: str) -> dict[str, str]:
    rows = (row for section in PAGES[page] for row in section.rows)
    return dict(pair for row in rows for pair in row.pairs())


def key_of(act: str) -> str:
    """The first key of "label.accept"."""
    page, name = act.split(".")
    return next(key for key, each in acts_of(page).items() if each == name)


def parts_of(key: str) -> list[str]:
    """What stands on the keys: "Shift+ArrowLeft" gives Shift and ←."""
    names = {
        "ArrowLeft": "←",
        "ArrowRight": "→",
        "ArrowUp": "↑",
        "ArrowDown": "↓",
        "Shift": pgettext("key", "Shift"),
        "Alt": pgettext("key", "Alt"),
        "Ctrl": pgettext("key", "Ctrl"),
        "Space": pgettext("key", "Space"),
        "Home": pgettext("key", "Home"),
        "End": pgettext("key", "End"),
        "PageUp": pgettext("key", "PgUp"),
        "PageDown": pgettext("key", "PgDn"),
        "Delete": pgettext("key", "Del"),
        "Escape": pgettext("key", "Esc"),
        "Enter": pgettext("key", "Enter"),
    }
    return [names.get(part, part) for part in key.split("+")]
