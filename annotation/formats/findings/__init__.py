"""What other de-identifiers found in texts that are here already: their own output, read and placed
on our turns. Called by the import of findings; imports formats alone."""
