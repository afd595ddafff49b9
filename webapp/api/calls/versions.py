"""`ETag` and `If-Match`: the version of a turn's labels, beside the one in the body."""

from django.http import HttpRequest

from annotation.refusals import Refused


class Changed(Refused):
    """The version that the program saw is not the one that is there."""

    status = 412
    code = "stale"


def tag_of(version: int) -> str:
    return f'"{version}"'


def check_match(request: HttpRequest, version: int) -> None:
    """Raises Changed where `If-Match` names other versions than this one."""
    header = request.headers.get("If-Match", "")
    wanted = [each.strip() for each in header.split(",")]
    if header and "*" not in wanted and tag_of(version) not in wanted:
        raise Changed("It has changed since: ask for it again.")


def version_in(answer: object) -> int | None:
    """The version that an answer tells of, itself or of the turn in it."""
    if not isinstance(answer, dict):
        return None
    state = answer.get("state")
    version = answer.get("version", state.get("version") if isinstance(state, dict) else None)
    return version if isinstance(version, int) else None
