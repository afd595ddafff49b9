"""What speech recognisers write: JSON with times, one recording a file."""
