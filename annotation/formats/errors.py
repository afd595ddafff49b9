"""What readers and writers say when a file is not what it should be; views and commands show it.

A message names the file, the line, what is wrong and what was expected. It never carries the text
of the corpus, which is personal data and would end in a log.
"""

import re

_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def shown_name(name: str) -> str:
    """A file name that is safe to print: no controls or direction tricks, 100 characters."""
    clean = _UNSHOWN.sub("\N{REPLACEMENT CHARACTER}", name).encode("utf-8", "replace").decode()
    return clean if len(clean) <= 100 else f"{clean[:60]}…{clean[-39:]}"


class FormatError(ValueError):
    """A file cannot be read or written as asked. `status` is the HTTP status that fits.

    `code` is stable: scripts and tests may compare it, and the interface translates by it.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        file: str,
        line: int | None = None,
        expected: str | None = None,
        status: int = 400,
    ) -> None:
        self.code = code
        self.message = message
        self.file = shown_name(file)
        self.line = line
        self.expected = expected
        self.status = status
        super().__init__(code, message)

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        what = f"{where}: {self.message}"
        return what if self.expected is None else f"{what}; expected {self.expected}"

    def __reduce__(self) -> tuple[object, ...]:
        """Keyword-only arguments do not survive the default pickling (test runners, pools)."""
        return (
            _restore,
            (self.code, self.message, self.file, self.line, self.expected, self.status),
        )


def _restore(
    code: str, message: str, file: str, line: int | None, expected: str | None, status: int
) -> FormatError:
    return FormatError(code, message, file=file, line=line, expected=expected, status=status)
