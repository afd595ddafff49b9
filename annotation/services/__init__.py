"""What the site does, a room per subject. Called by views, tasks and commands."""
