"""Days, weeks, working days and months that are counted between dates, and their names."""
