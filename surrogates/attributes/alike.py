"""Whether two words are forms of one job, by how they begin. Called by `professions` and
`trades_told`.
"""

ALIKE = 5  # letters that two words of one field begin with ("enfermería", "enfermera")
END = 3  # letters at the end of a word that may differ


def same_stem(one: str, other: str, *, end: int = END) -> bool:
    """Whether two words begin alike but for a few letters at the end of the shorter one."""
    size = max(ALIKE, min(len(one), len(other)) - end)
    return len(one) >= size and one[:size] == other[:size]


def akin(one: str, other: str) -> bool:
    """Whether two words are forms of one job: "Koch", "Köchin"; "waiter", "waitresses"."""
    short, long = sorted((one, other), key=len)
    return shares_stem(one, other) or (long.endswith(short) and len(short) >= ALIKE)


def shares_stem(one: str, other: str) -> bool:
    """The same of short words, too: "Koch", "Köche"."""
    short = min(len(one), len(other))
    return short > END and same_start(one, other) >= max(END, short - END)


def same_start(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
