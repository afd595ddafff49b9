"""How far a project and its people are, how far readers agree, and the front page that says so.
Called by views and the API; imports labelling, learning, runs, jobs and the ground floor."""
