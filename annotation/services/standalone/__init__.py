"""Work on files without a project or a database: train, tag, evaluate, simulate, pseudonymise.
Called by commands alone; imports release, revision and storage."""
