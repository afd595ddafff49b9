"""python-docx: a document is refused with what to do, and nothing of it is repeated."""

from io import BytesIO

import pytest

from annotation.formats import FormatError, read_corpus
from tests.clients.installed import client

docx = client("docx", "python-docx")
pytestmark = pytest.mark.clients


@pytest.mark.parametrize("name", ["call.docx", "call.txt", "call.json", "call"])
@pytest.mark.parametrize("format", ["auto", "plain", "xlsx", "jsonl"])
def test_a_document_is_refused(name: str, format: str) -> None:
    document, out = docx.Document(), BytesIO()
    document.add_paragraph("A: soy Zuriñe")
    document.save(out)
    with pytest.raises(FormatError) as caught:
        read_corpus(format, out.getvalue(), filename=name)
    assert (caught.value.code, caught.value.status) == ("content_type", 415)
    assert "plain text" in caught.value.expected
    assert "Zuriñe" not in str(caught.value)
