"""What readers and writers say when a file is not what it should be; views and commands show it.

A message names the file, the line, what is wrong and what was expected. It never carries the text
of the corpus, which is personal data and would end in a log.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Union

_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

Translate = Callable[[str], str]
Field = Union[str, int, "Phrase"]


class Phrase(NamedTuple):
    """A text that is translated, with the values in it."""

    template: str
    fields: Mapping[str, Field] = {}

    def said(self, translate: Translate) -> str:
        """In the language of `translate`; `str` leaves the English."""
        return translate(self.template) % {
            name: value.said(translate) if isinstance(value, Phrase) else value
            for name, value in self.fields.items()
        }


Where = tuple[Phrase | str, ...]  # from the outside inwards; what is quoted from a file is a str


class Fault(NamedTuple):
    """A thing that can be wrong. `code` is stable, and several faults may have one."""

    code: str
    message: str
    expected: str = ""
    status: int = 400


def shown_name(name: str) -> str:
    """A file name that is safe to print: no controls or direction tricks, 100 characters."""
    clean = _UNSHOWN.sub("\N{REPLACEMENT CHARACTER}", name).encode("utf-8", "replace").decode()
    return clean if len(clean) <= 100 else f"{clean[:60]}…{clean[-39:]}"


class FormatError(ValueError):
    """A file cannot be read or written as asked: a fault, where it is, the values of its texts.

    `where` goes inwards. Its last place stands in the message that has a `%(where)s`; the others
    stand before it. Each of `fields` is named in the message or in what was expected.
    """

    def __init__(
        self,
        fault: Fault,
        *,
        file: str,
        line: int | None = None,
        where: Where = (),
        **fields: Field,
    ) -> None:
        self.fault = fault
        self.file = shown_name(file)
        self.line = line or None
        self.where = where
        self.fields = fields
        super().__init__(fault.code)

    @property
    def code(self) -> str:
        """Stable: scripts and tests may compare it."""
        return self.fault.code

    @property
    def status(self) -> int:
        """The HTTP status that fits."""
        return self.fault.status

    @property
    def message(self) -> str:
        return self.message_in(str)

    @property
    def expected(self) -> str:
        return self.expected_in(str)

    def message_in(self, translate: Translate) -> str:
        """What is wrong, in the language of `translate`."""
        before, fields = self.where, self.fields
        if "%(where)s" in self.fault.message:
            before, fields = before[:-1], fields | {"where": before[-1]}
        places = [each.said(translate) if isinstance(each, Phrase) else each for each in before]
        return ": ".join([*places, Phrase(self.fault.message, fields).said(translate)])

    def expected_in(self, translate: Translate) -> str:
        """What was expected, in the language of `translate`; "" where nothing is to be said."""
        expected = self.fault.expected
        return Phrase(expected, self.fields).said(translate) if expected else ""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        what = f"{place}: {self.message}"
        return f"{what}; expected {self.expected}" if self.expected else what

    def __reduce__(self) -> tuple[object, ...]:
        """Keyword-only arguments do not survive the default pickling (test runners, pools)."""
        keywords: dict[str, Any] = {"file": self.file, "line": self.line, "where": self.where}
        return partial(type(self), **keywords | self.fields), (self.fault,)
