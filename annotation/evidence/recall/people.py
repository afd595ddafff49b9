"""The persons of a dialogue, whom each item names, and what they are in it: caller, agent or third.

Who is one person is told by the engine's links between names (`surrogates.people`). Her role is
told by, in this order: a label that says it (staff, patient); a speaker who names herself ("me
llamo ...") and whose own name says what she is (agent, customer), or else the order of speaking:
who speaks first has taken the call. Everybody else is a third party. Called by the service.
"""

from collections.abc import Iterable, Sequence

from annotation.evidence.recall.items import key_of
from annotation.evidence.recall.types import Checked
from surrogates import Dialogue, Mention, SurrogateError, Turn, pseudonymise
from surrogates.folding import fold
from surrogates.languages import lexicon_for

CALLER, AGENT, THIRD = "caller", "agent", "third"
ROLES = (THIRD, CALLER, AGENT)
_KEY = b"\0" * 32  # nothing that is drawn is kept
_BEFORE = 40  # characters in which a speaker says that the name is her own
_OF_LABEL = {
    AGENT: "nombre_personal_sanitario doctor doctor_name staff hcw agent_name agent",
    CALLER: "nombre_sujeto_asistencia patient customer_name customer caller client_name",
}
_OF_SPEAKER = {
    AGENT: "agent operator operador operadora agente teleoperador teleoperadora assistant system"
    " staff asesor asesora advisor representative berater agentin",
    CALLER: "caller customer client cliente user usuario usuaria patient paciente kunde kundin"
    " llamante contact",
}
_LABEL_ROLE = {name: role for role, names in _OF_LABEL.items() for name in names.split()}
_SPEAKER_ROLE = {name: role for role, names in _OF_SPEAKER.items() for name in names.split()}


def people_of(turns: Sequence[Checked], lang: str) -> list[tuple[str, frozenset[str]]]:
    """The persons of one dialogue: role, and keys of the items that name them. Nobody where the
    engine cannot tell, as in a dialogue with labels that cross."""
    first = [turn for turn in turns if turn.reader == turns[0].reader]
    said = tuple(
        Turn(
            turn.speaker,
            turn.text,
            tuple(Mention(s.start, s.end, s.label, key_of(turn.turn, s)) for s in turn.gold),
        )
        for turn in first
    )
    try:
        people = pseudonymise(Dialogue("", lang, said), strategy="entity", key=_KEY).people
    except SurrogateError:
        return []
    labels = {mention.key: mention.label for turn in said for mention in turn.mentions}
    own = _own_names(said, lang)
    roles = _roles_of_speakers(said)
    return [(_role(person.mentions, labels, own, roles), person.mentions) for person in people]


def _role(
    mentions: Iterable[str], labels: dict[str, str], own: dict[str, str], roles: dict[str, str]
) -> str:
    mentions = sorted(mentions)
    for key in mentions:
        if role := _LABEL_ROLE.get(labels.get(key, "").casefold()):
            return role
    for key in mentions:
        if key in own:
            return roles.get(own[key], THIRD)
    return THIRD


def _own_names(turns: Iterable[Turn], lang: str) -> dict[str, str]:
    """Items that follow words by which a speaker names herself -> the speaker."""
    cues = [
        f" {fold(cue)} " for cue, of in lexicon_for(lang).cues("name_intro").items() if of == "self"
    ]
    named = {}
    for turn in turns:
        for mention in turn.mentions:
            before = turn.text[max(0, mention.start - _BEFORE) : mention.start]
            if any(f" {fold(before)} ".rstrip(" ,.:").endswith(cue.rstrip()) for cue in cues):
                named[mention.key] = turn.speaker
    return named


def _roles_of_speakers(turns: Iterable[Turn]) -> dict[str, str]:
    speakers = list(dict.fromkeys(turn.speaker for turn in turns))
    known = {
        each: _SPEAKER_ROLE.get(each.casefold().rstrip("0123456789_ "), "") for each in speakers
    }
    if len(speakers) == 2 and not any(known.values()):
        return {speakers[0]: AGENT, speakers[1]: CALLER}
    return {each: role or THIRD for each, role in known.items()}
