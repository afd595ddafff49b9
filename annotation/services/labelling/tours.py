"""Who has seen the first steps that the label page shows. Called by `views.labelling.tour`."""

from django.utils import timezone

from annotation.models import User


def finish_tour(user: User) -> None:
    """The person went through the tour or left it; the first time is kept."""
    User.objects.filter(pk=user.pk, toured_at=None).update(toured_at=timezone.now())
