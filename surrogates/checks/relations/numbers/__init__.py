"""What numbers tell of one another: digits of one code, sums, counts, order, hours."""
