"""Pages on which a turn is labelled: items, steps on turns, every occurrence, history, the tour.
Called by the URLs; imports no other room of views."""
