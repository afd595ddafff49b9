"""Members of a project from the command line. Called by `manage.py add_member`."""

from annotation.errors import Refused
from annotation.models import Project, User
from annotation.services.projects import create_account, place_member, remove_member


def change_member(
    project: str, username: str, *, role: str, create: bool = False, password: str = ""
) -> str:
    """Give the person this role, or none where it is empty; `create` makes her account if there is
    none, with this password or a drawn one, which is returned. Raises Refused."""
    found = Project.objects.filter(slug=project).first()
    if found is None:
        raise Refused(f"{project}: no project of this name; expected the short name of one")
    there = User.objects.filter(username=username.strip()).first()
    if there is None and create:
        return create_account(found, username=username, role=role, password=password)[1]
    if there is None or (role and not there.is_active):
        raise Refused(f"{username}: no such account; expected one that can sign in, or --create")
    if role:
        place_member(found, username=username, role=role)
        return ""
    member = found.memberships.filter(user=there).first()
    if member is None:
        raise Refused(f"{username}: no member of {project}; expected one")
    remove_member(found, member)
    return ""
