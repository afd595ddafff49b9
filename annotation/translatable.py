"""Marks for texts that are translated later; pure packages use them in place of gettext."""


def N_(text: str) -> str:  # noqa: N802 (the name that gettext's tools know)
    """Mark a text for translation without translating it now (run makemessages with `N_`)."""
    return text


def NC_(context: str, text: str) -> str:  # noqa: N802
    """The same with a context, for words that mean several things."""
    return text
