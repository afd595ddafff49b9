"""Notes that readers leave at a word, a turn or a dialogue, for the curator who decides there.

Called by the label page, by adjudication and by revision. A reader sees her own. A note is never
logged, and leaves with nothing: it may say what it likes.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from annotation.models import Dialogue, Note, Project, Turn, User
from annotation.refusals import Refused, SpanRange, StaleVersion

MAX_TEXT = 2000


@dataclass(frozen=True, slots=True)
class Place:
    """What a note is about: a whole dialogue, a turn of it, or a stretch of that (code points)."""

    dialogue: Dialogue
    turn: Turn | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A note with the words that it is about; "" where it is about a turn or a dialogue."""

    note: Note
    words: str
    op_id: uuid.UUID = field(default_factory=uuid.uuid4)  # of the next version


@dataclass(frozen=True, slots=True)
class ReaderNote:
    """A note as a curator reads it."""

    text: str
    words: str  # that it is about; "" for a turn or the dialogue
    author: str  # hers, a letter where names are hidden, "" for who has none then
    turn: int | None  # id; None: about the dialogue
    number: int | None  # of the turn, 1 = first
    is_changed: bool


def leave_note(place: Place, user: User, *, op_id: uuid.UUID, text: str) -> Note:
    """Leave a note; once for an id. Raises: SpanRange, Refused (key_reuse)."""
    turn, start, end = place.turn, place.start, place.end
    if (start, end) != (None, None) and (
        turn is None or not 0 <= (start or 0) < (end or 0) <= len(turn.text)
    ):
        raise SpanRange(_("The note points at words that the turn does not have."))
    start = None if end is None else start or 0
    note = Note(
        dialogue=place.dialogue,
        turn=turn,
        start=start,
        end=end,
        author=user,
        thread=op_id,
        op_id=op_id,
        text=text.strip(),
    )
    return _keep(note)


@transaction.atomic
def change_note(note: Note, user: User, *, op_id: uuid.UUID, text: str, seen: int) -> Note:
    """A new version of one's own note; without text it is taken back. `seen`: the version that the
    person changes. Raises: StaleVersion, Refused."""
    now = Note.objects.select_for_update().get(thread=note.thread, is_current=True)
    if now.author_id != user.pk:
        raise Refused(_("This note is somebody else's."), code="not_yours", status=403)
    if now.op_id == op_id and now.text == text.strip():
        return now
    if now.version != seen:
        raise StaleVersion(_("This note was changed in another window; here it is as it is now."))
    Note.objects.filter(pk=now.pk).update(is_current=False)
    fields = ("dialogue_id", "turn_id", "start", "end", "thread")
    same = {field: getattr(now, field) for field in fields}
    version = now.version + 1
    return _keep(Note(author=user, op_id=op_id, text=text.strip(), version=version, **same))


def own_notes(turn: Turn, user: User) -> list[ShownNote]:
    """A reader's notes on a turn and on its dialogue, those on the dialogue last; one query."""
    own = _standing(turn.dialogue).filter(author=user)
    found = [note for note in own if note.turn_id in (turn.pk, None)]
    return [_shown(note) for note in sorted(found, key=lambda note: note.turn_id is None)]


def notes_of(dialogue: Dialogue) -> list[ShownNote]:
    """Everybody's notes on a dialogue: on the whole of it first, then in the order of its turns;
    one query."""
    notes = _standing(dialogue).order_by("turn__position", F("start").asc(nulls_last=True), "pk")
    return [_shown(note) for note in sorted(notes, key=lambda note: note.turn_id is not None)]


def noted_dialogues(project: Project) -> frozenset[int]:
    """Ids of the dialogues about which a reader has left word; one query."""
    notes = Note.objects.filter(dialogue__project=project, is_current=True).exclude(text="")
    return frozenset(notes.order_by().values_list("dialogue", flat=True).distinct())


def told_notes(
    dialogue: Dialogue, names: Mapping[int, str], *, named: bool
) -> dict[int | None, list[ReaderNote]]:
    """Everybody's notes by the id of their turn, those on the dialogue first; one query. `names`:
    what their readers (by id) are called where they are not to be named."""
    notes: dict[int | None, list[ReaderNote]] = {}
    for shown in notes_of(dialogue):
        note = shown.note
        author = note.author.get_username() if named else names.get(note.author_id, "")
        number = note.turn.number if note.turn else None
        told = ReaderNote(
            note.text, shown.words, author, note.turn_id, number, is_changed=note.version > 1
        )
        notes.setdefault(note.turn_id, []).append(told)
    return notes


def _standing(dialogue: Dialogue) -> QuerySet[Note]:
    return dialogue.notes.filter(is_current=True).exclude(text="").select_related("turn", "author")


def _shown(note: Note) -> ShownNote:
    text = note.turn.text if note.turn else ""
    return ShownNote(note, text[note.start or 0 : note.end or 0])


def _keep(note: Note) -> Note:
    """Write a version, or find it where the same request came before."""
    try:
        with transaction.atomic():
            note.save()
            return note
    except IntegrityError:
        written = Note.objects.filter(author=note.author, op_id=note.op_id).first()
    alike = ("dialogue_id", "turn_id", "start", "end", "text", "thread")
    if written is None or any(getattr(written, a) != getattr(note, a) for a in alike):
        message = _("This note's id was used for another note.")
        raise Refused(message, code="key_reuse", status=409)
    return written
