"""Who may read which dialogue, who was shown it, and who read unusually much.
Called by `webapp.access`, the record's pages, labelling, learning; imports corpus and storage."""
