"""Dialogues on their way in: files, checks, two passes, staging, and the work of other tools.
Called by views, commands, sources, erasing and the demo; imports jobs, projects, revision, runs."""
