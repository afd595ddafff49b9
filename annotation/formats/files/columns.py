"""Which column of a table is the dialogue's id, the speaker, the text, its time, its language.

A person says so (`ReadOptions.columns`), or the names in the header tell. Called by the reader of
tables and by `detection`, which takes nothing for a table that lacks such names.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Mapping, Sequence

TABLES = ("csv", "xlsx")  # formats that have columns
DELIMITERS = ("\t", ";", ",")
LONGEST_NAME = 80  # of a column, in characters; a longer one is a text
# What a column may be, and its usual names, without case, accents and signs; the first that a
# header has is taken.
ROLES: dict[str, tuple[str, ...]] = {
    "id": (
        *("dialogueid", "dialogid", "dialogoid", "iddialogo", "conversationid", "conversacionid"),
        *("idconversacion", "convid", "callid", "llamadaid", "idllamada", "threadid", "chatid"),
        *("sessionid", "sesionid", "interactionid", "ticketid", "caseid", "documentid", "docid"),
        *("fileid", "dialogue", "dialog", "dialogo", "conversation", "conversacion", "call"),
        *("llamada", "thread", "chat", "session", "sesion", "document", "documento", "id"),
    ),
    "text": (
        *("text", "texto", "utterance", "transcript", "transcription", "transcripcion", "message"),
        *("mensaje", "enunciado", "intervencion", "content", "contenido", "body", "cuerpo"),
        *("sentence", "frase", "turntext", "nachricht"),
    ),
    "speaker": (
        *("speaker", "hablante", "locutor", "interlocutor", "role", "rol", "sender", "remitente"),
        *("emisor", "speakerid", "speakername", "participant", "participante", "author", "autor"),
        *("from", "who", "quien", "agent", "agente", "user", "usuario", "sprecher"),
    ),
    "start": (
        *("start", "starttime", "begin", "inicio", "horainicio", "time", "timestamp", "tiempo"),
        *("hora", "datetime", "fechahora", "date", "fecha"),
    ),
    "end": ("end", "endtime", "fin", "horafin", "final"),
    "lang": ("lang", "language", "idioma", "lengua", "sprache"),
    "spans": ("spans",),
}
NONE = -1  # said of a role that no column has
Columns = Mapping[str, str | int]  # role -> the name of its column, or its place
ALIASES = {"time": "start", "language": "lang"}  # that a person may say, too
_TEXTLESS = re.compile(r"[\W_]+")


def role_named(name: str) -> str | None:
    """The role that a person means by this name."""
    role = ALIASES.get(name, name)
    return role if role in ROLES else None


def folded(name: str) -> str:
    """A column's name without case, accents, blanks and signs."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return _TEXTLESS.sub("", "".join(c for c in letters if not unicodedata.combining(c)))


def find_columns(
    header: Sequence[str], said: Columns | None = None
) -> tuple[dict[str, int], str | None]:
    """The places of the roles in a header, and the role whose column, as `said`, is not there."""
    places: dict[str, int] = {}
    exact = {name: at for at, name in reversed(list(enumerate(header)))}
    loose = {folded(name): at for at, name in reversed(list(enumerate(header)))}
    for role, name in (said or {}).items():
        if name == NONE:
            continue
        if isinstance(name, int):
            at = name if 0 <= name < len(header) else None
        else:
            at = exact.get(name, loose.get(folded(name)))
        if at is None or at in places.values():
            return places, role
        places[role] = at
    for role, names in ROLES.items():
        if role in (said or {}):
            continue
        free = (loose[name] for name in names if name in loose)
        at = next((each for each in free if each not in places.values()), None)
        if role not in places and at is not None:
            places[role] = at
    return places, None


def told_delimiter(head: str, said: Columns | None = None) -> str:
    """The sign between the cells of a table: that with which its header says most."""
    return max(DELIMITERS, key=lambda sign: _worth(first_rows(head, sign, 1), said))


def _worth(rows: Sequence[Sequence[str]], said: Columns | None) -> tuple[int, int]:
    header = rows[0] if rows else []
    named = {role: name for role, name in (said or {}).items() if isinstance(name, str)}
    return len(find_columns(header, named)[0]), len(header)


def first_rows(head: str, delimiter: str, most: int) -> list[list[str]]:
    """The first rows of a beginning that can be read whole; of a broken one those before."""
    rows: list[list[str]] = []
    try:
        for row in csv.reader(io.StringIO(head, newline="\n"), delimiter=delimiter, strict=True):
            rows += [row] if row else []
            if len(rows) == most:
                break
    except csv.Error:
        pass
    return rows


def looks_like_table(head: str, filename: str) -> bool:
    """Whether a text begins as a table that has a text and one more column that we know by name.

    Of a file that is called .csv or .tsv the text alone is enough. Half of the rows must have as
    many cells as the header: commas in a text do not make a table, and a short row does not make
    one a text. JSON is none, whatever its lists name.
    """
    if head.lstrip().startswith(("{", "[")):
        return False
    called = re.search(r"\.[ct]sv(\.gz)?$", filename.lower()) is not None
    rows = first_rows(head, told_delimiter(head), 50)
    if len(rows) < (1 if called else 2) or not _is_header(rows[0]):
        return False
    places, _missing = find_columns(rows[0])
    named = "text" in places and (len(places) > 1 or called)
    fitting = sum(len(row) == len(rows[0]) for row in rows)
    return named and (called or (2 * fitting >= len(rows) and fitting > 1))


def _is_header(cells: Sequence[str]) -> bool:
    short = all(len(name) <= LONGEST_NAME and "\n" not in name for name in cells)
    return len(cells) > 1 and short
