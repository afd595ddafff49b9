"""What can be wrong with the demo's own plan files; raised while they are read."""


class PlanError(ValueError):
    """A plan file breaks the template syntax, or names a slot or fragment that does not exist."""
