"""Tokens of programs: made and shown once, found by their first letters, ended by their owner.

Called by the account's page of tokens and by the middleware that lets programs in. A token is
random (256 bits), so a plain hash of it is no easier to guess than the token.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.models import ApiToken, Member, Project, User
from annotation.models.programs import Scope
from annotation.refusals import Refused

BEGINS = "afz_"
MOST_DAYS = 366
MOST_OPEN = 50  # of one person
NOTE_EVERY = timedelta(seconds=60)  # not every call writes when it was


class TokenRefused(Refused):
    """A token that opens nothing (any more)."""

    status = 401
    code = "token_unknown"


def create_token(
    owner: User, *, name: str, days: int, scopes: Iterable[str], project: Project | None = None
) -> tuple[ApiToken, str]:
    """A new token, and its text, which is kept nowhere. Raises Refused."""
    chosen = [each for each in Scope.values if each in set(scopes)]
    if not chosen:
        raise Refused(_("Choose at least one thing that the program may do."), code="no_scope")
    if not 1 <= days <= MOST_DAYS:
        raise Refused(_("A token ends after a year at the latest."), code="too_much")
    if project and not Member.objects.filter(project=project, user=owner).exists():
        raise Refused(_("Choose one of your projects."), code="unknown_choice")
    if ApiToken.objects.open().filter(owner=owner).count() >= MOST_OPEN:
        raise Refused(_("There are too many tokens: revoke one first."), code="too_many")
    prefix = secrets.token_hex(6)
    text = f"{BEGINS}{prefix}_{secrets.token_urlsafe(32)}"
    token = ApiToken.objects.create(
        owner=owner,
        name=name,
        prefix=prefix,
        token_hash=_hash(text),
        project=project,
        scopes=chosen,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return token, text


def revoke_token(token: ApiToken) -> None:
    """Nothing is opened by it from now on."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())


def list_tokens(owner: User) -> list[ApiToken]:
    """The person's tokens, the newest first, those that have ended after them; one query."""
    tokens = ApiToken.objects.filter(owner=owner).select_related("project")
    now = timezone.now()
    return sorted(tokens, key=lambda each: bool(each.revoked_at) or each.expires_at <= now)


def use_token(text: str) -> ApiToken:
    """The token of this text, its owner loaded; that it was used is noted once a minute. Raises
    TokenRefused, which says of an ended token why to nobody but who has it whole."""
    begin, _line, _secret = text.removeprefix(BEGINS).partition("_")
    rows = ApiToken.objects.select_related("owner", "project")
    token = rows.filter(prefix=begin).first() if text.startswith(BEGINS) else None
    is_same = hmac.compare_digest(token.token_hash if token else "-" * 64, _hash(text))
    if token is None or not is_same or not token.owner.is_active:
        raise TokenRefused(_("There is no such token."))
    if token.revoked_at is not None:
        raise TokenRefused(_("This token was revoked."), code="token_revoked")
    now = timezone.now()
    if token.expires_at <= now:
        raise TokenRefused(_("This token has ended."), code="token_expired")
    if token.last_used_at is None or token.last_used_at < now - NOTE_EVERY:
        unnoted = Q(last_used_at=None) | Q(last_used_at__lt=now - NOTE_EVERY)
        ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=now)
    return token


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
