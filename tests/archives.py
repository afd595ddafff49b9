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


def unzipped(data: bytes) -> dict[str, bytes]:
    """The files of a zip, by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
