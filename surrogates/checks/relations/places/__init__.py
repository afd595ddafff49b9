"""What is said of places: how far apart they lie, at which roads, and how they are written."""
