"""Reads the variables that set Antifaz up; a value that cannot be meant is refused by its name.
Called by `settings.py` alone."""

import math
import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def env(name: str, default: str = "") -> str:
    """The variable's value; `NAME_FILE` may point at a file that holds it (container secrets)."""
    if path := os.environ.get(f"{name}_FILE"):
        return Path(path).read_text(encoding="utf-8").strip()
    return os.environ.get(name) or default  # `NAME=` in a file of variables means: not set


def env_bool(name: str, default: bool) -> bool:
    value = env(name, str(default)).strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0.")


def env_number(name: str, default: float, low: float = 0, high: float = math.inf) -> float:
    """A number from `low` to `high`, both included."""
    value = env(name, str(default))
    try:
        number = float(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a number, not {value!r}.") from None
    if not low <= number <= high:  # not a number is in no range
        raise ImproperlyConfigured(f"{name} must be from {low:,} to {high:,}, not {value[:20]}.")
    return number


def env_whole(name: str, default: int, low: int, high: int) -> int:
    """The same without a fraction."""
    number = env_number(name, default, low, high)
    if number != int(number):
        raise ImproperlyConfigured(f"{name} must be a whole number.")
    return int(number)


def env_list(name: str, default: str = "") -> list[str]:
    return [item.strip() for item in env(name, default).split(",") if item.strip()]


def data_folder(code: Path) -> Path:
    """Where data are kept unless somebody says it: in a checkout its own `data`; else the person's
    folder for data [XDG base directories], never among installed packages."""
    if (code / "manage.py").is_file():
        return code / "data"
    home = Path(os.environ.get("XDG_DATA_HOME") or "")
    return (home if home.is_absolute() else Path.home() / ".local" / "share") / "antifaz"
