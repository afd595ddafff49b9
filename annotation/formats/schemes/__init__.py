"""Label schemes in files: our own JSON, doccano's and Label Studio's labels.
Called by the labels page and commands; imports files, checks and errors."""
