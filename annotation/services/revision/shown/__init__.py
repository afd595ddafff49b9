"""What the revision page draws of a plan: turns before and after, and the people of a dialogue.

Called by `page` and `panels`; reads plans, decides nothing."""
