"""What tells readers how to label: labels, scheme files, guidelines, and questions with answers.
Called by views and commands; imports labelling, projects and storage."""
