"""Projects, their choices and their people.
Views, commands and every room above may call it; it imports corpus."""
