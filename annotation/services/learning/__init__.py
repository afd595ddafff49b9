"""What the Learning page and its readers get: rounds, figures, cards and advice in words.
Called by views, the API and the team's overview; imports runs, access, figures and storage."""
