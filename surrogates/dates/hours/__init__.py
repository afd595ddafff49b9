"""Hours: read and moved together by the clock; noon is a word that moves in its own way."""
