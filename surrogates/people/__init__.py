"""Names of people: who is one person, and the person that stands for each of them.

Called by `policies`, `addresses`, `spelling`, `things` and `checks`; imports `scene`, `languages`
and the ground floor, never numbers or dates."""
