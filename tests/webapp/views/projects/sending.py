"""Files as a browser sends them to be imported."""

import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.imports import sent

URL = "/p/support/import"
SECRET = "Etxeberri"
GOOD = json.dumps(
    {
        "id": "a",
        "turns": [
            {
                "speaker": "x",
                "text": f"Soy {SECRET}",
                "spans": [{"start": 4, "end": 13, "label": "surname"}],
            },
            {"speaker": "y", "text": "Hola"},
        ],
    }
).encode()
FORM = {"format": "auto", "lang": "es", "spans": "gold", "split": "pool"}


def send(client: Any, *files: tuple[str, bytes], **form: str) -> Any:
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return sent(client, client.post(URL, FORM | form | {"files": uploads}))
