"""Pages of the team: adjudication, figures, the access record, alarms.
Called by the URLs; imports no other room of views."""
