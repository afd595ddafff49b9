"""Source models: their registry, their training from a corpus, and the corpora that wait for it.
Called by pages, commands and erasing; imports imports, jobs and corpus."""
