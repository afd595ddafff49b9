"""Which languages the interface is offered in: English, and each that has a catalogue.

Called by the settings, so that a further language is a file and nothing else.
"""

from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language


def offered_languages(folder: Path) -> list[tuple[str, str]]:
    """Codes and own names; a catalogue is `<code>/LC_MESSAGES/django.po` or `.mo`."""
    catalogues = {path.parent.parent.name for path in folder.glob("*/LC_MESSAGES/django.[pm]o")}
    codes = sorted(to_language(name) for name in catalogues - {"en"})
    return [(code, str(LANG_INFO.get(code, {}).get("name_local", code))) for code in ("en", *codes)]
