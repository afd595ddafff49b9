"""Work on files and texts without a project or a database: train, tag, evaluate, simulate,
pseudonymise. Called by commands, and by the API for texts that are transformed and not kept;
imports release, revision, runs, training and storage."""
