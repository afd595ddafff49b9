"""Roman figures, 1 to 3999."""

_UNITS = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


def say_roman(number: int) -> str:
    """Capitals; 1 <= number < 4000, ValueError outside."""
    if not 0 < number < 4000:
        raise ValueError(f"{number}; expected 0 < number < 4000")
    made = ""
    for value, letters in _UNITS:
        count, number = divmod(number, value)
        made += letters * count
    return made


def read_roman(text: str) -> int | None:
    """The number that capitals write, or None when they are no Roman figure."""
    rest, number = text, 0
    for value, letters in _UNITS:
        while rest.startswith(letters):
            rest = rest.removeprefix(letters)
            number += value
    if rest or not 0 < number < 4000 or say_roman(number) != text:
        return None
    return number
