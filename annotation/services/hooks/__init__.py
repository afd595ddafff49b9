"""Programs elsewhere that are told when something has ended: to whom, what waits to be told, and
how it is sent. It knows jobs, batches and dialogues by their numbers alone."""
