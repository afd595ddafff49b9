"""Background work: the life of a job's row, lanes and processes that do it, workers' signs of life,
and what a job waits for. Every room above may call it; it imports storage alone."""
