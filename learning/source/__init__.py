"""The source model: how it is trained, and how far a project's taggers use it (prior or features).
Called by `rounds`, `simulation` and the services of sources; imports `crf` and `features`."""
