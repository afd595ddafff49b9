"""Files of any length, dialogue by dialogue: read, worked on by several processes, put in order,
and gone on with after an interruption. Called by the services beside it."""
