"""Dates and times of a dialogue: read, shifted together and written in their form.

Called by `policies`, `addresses` and `checks`; imports `scene`, `languages` and the ground floor,
never people or numbers."""
