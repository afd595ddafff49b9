"""What the corpus holds: the best labels of each turn, whose word they are, where readers differ,
and labels that went missing. Every room above may call it; it imports storage alone."""
