"""Commands that need the web layer."""
