"""Numbers as people read them in their language. Called by services, charts and template tags."""

from django.utils.formats import get_format, number_format

NO_BREAK = "\N{NO-BREAK SPACE}"


def grouped(number: int) -> str:
    """3447 -> "3,447" or "3.447"."""
    return str(number_format(number, force_grouping=True))


def percent(share: float, decimals: int = 0) -> str:
    """0.953 -> "95 %", whose two halves stay on one line. Cut, not rounded: .9996 is no "100 %"."""
    exact = round(100 * share, decimals + 6)  # 100 * .29 is 28.999999999999996
    return f"{number_format(exact, decimals)}{NO_BREAK}%"


def short_share(share: float, decimals: int = 2) -> str:
    """0.8157 -> ".82"; languages with a decimal comma keep the zero: "0,82"."""
    text = str(number_format(round(share, decimals), decimals))  # alone it would cut
    return text.removeprefix("0") if get_format("DECIMAL_SEPARATOR") == "." else text
