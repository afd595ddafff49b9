"""What lies on the disk and how the database is read: one snapshot, files that appear whole,
and what is removed again. Every other room may call it; it imports no other service."""
