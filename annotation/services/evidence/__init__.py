"""Evidence of a release: measurements as jobs, what they need of a project, and what pages and
files say of them. Above the rooms that write releases; the web layer and the commands call it."""
