"""What people said of turns: agreement, adjudication, corrections, which proposals they accepted.
Called by services; imports `metrics`, and knows no tagger."""
