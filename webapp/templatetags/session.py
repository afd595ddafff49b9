"""What pages need to know about the session: the cookie with the token that posts must carry."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def csrf_cookie() -> str:
    return str(settings.CSRF_COOKIE_NAME)
