"""How every page writes a date: day, month in letters, year; hours to 24. A language without a
folder here writes them as Django knows it to."""
