"""What stays in a released text and tells, and somebody who is asked to find out who it is."""
