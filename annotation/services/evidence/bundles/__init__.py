"""Bundles of a project: the gate in front of them, who signs, what they say, how they are written.
Called by the bundle views and `manage.py release`."""
