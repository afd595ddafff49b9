"""The tables that papers print of a corpus: made of a project or of files, and shown."""
