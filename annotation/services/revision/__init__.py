"""Surrogates of a dialogue: plans, issues, entities, lexicon, coverage, and decisions about them.
Called by views, imports, release, review and erasing; imports corpus, runs and figures."""
