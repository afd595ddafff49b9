"""By what programs that read find their way: `llms.txt`, which holds nothing of any project.

`building/llms.py` makes the file.
"""

import re

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

# Addresses of the guides; those that begin with / are the site's own.
RELATIVE = re.compile(r"\]\((?=[^/)])")


@login_not_required
@require_GET
def show_llms(request: HttpRequest) -> HttpResponse:
    """The file; its links lead to where the operator says that the guides can be read."""
    text = (settings.BASE_DIR / "llms.txt").read_text(encoding="utf-8")
    if settings.GUIDES_URL:
        text = RELATIVE.sub(lambda _found: f"]({settings.GUIDES_URL.rstrip('/')}/", text)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
