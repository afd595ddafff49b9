"""Archives that tests put files into."""

import io
import zipfile


def zipped(**files: str) -> bytes:
    """A zip of these files; an underscore stands for the point of a name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return out.getvalue()
