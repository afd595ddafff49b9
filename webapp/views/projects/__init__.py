"""Pages of projects: list, front page, settings, people, imports, erasing.
Called by the URLs; imports no other room of views."""
