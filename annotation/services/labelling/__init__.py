"""Who labels what next, the label page, and every step that changes labels.
Called by views, the API, adjudication, guidance and team; imports access, corpus, runs, figures."""
