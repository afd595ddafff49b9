"""Parts of the benchmark of importing, each run as a process of its own."""
