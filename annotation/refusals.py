"""What services refuse, each with a stable code; messages hold no original text."""


class Refused(Exception):
    """A request that cannot be done as asked. `code` is for machines, `str()` for people."""

    code = "refused"
    status = 422

    def __init__(self, message: str, *, code: str | None = None, status: int | None = None) -> None:
        super().__init__(message)
        self.code = code or self.code
        self.status = status or self.status

    @property
    def for_people(self) -> str:
        return str(self)


class StaleVersion(Refused):
    """Somebody, or another window, wrote first."""

    code = "stale"
    status = 409


class SpanRange(Refused):
    code = "span_range"


class UndecidedProposals(Refused):
    """Proposals are never silently turned into labels, nor silently dropped."""

    code = "undecided"


class NothingToDo(Refused):
    code = "nothing_to_do"


class JobLost(Exception):
    """Another worker took this job over, or a person cancelled it: drop what was computed."""
