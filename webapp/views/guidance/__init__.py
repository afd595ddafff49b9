"""Pages of labels, guidelines and questions. Called by the URLs; imports no other room of views."""
