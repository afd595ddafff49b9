"""Files before they have a format: packed, encoded, told by their content, read as a stream.
Called by the readers, the registry and services; imports errors and types."""
