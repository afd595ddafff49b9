"""What de-identification tools leave in a text: placeholders, replaced versions, label names.
Called by the import of their work and by `convert`; imports errors and types."""
