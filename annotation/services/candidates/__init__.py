"""Where personal words may stand in a turn: the places that the ring of a page goes to first."""
