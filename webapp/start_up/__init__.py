"""What runs before the site answers: environment, languages, checks, private files, supervisor.
Called by settings, entry points and commands; imports nothing else of the web layer."""
