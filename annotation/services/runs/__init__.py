"""The learning loop as rows: runs, their batches, which model proposes and how good it is. Nothing
is learnt here. Every room above may call it; it imports jobs, projects and figures."""
