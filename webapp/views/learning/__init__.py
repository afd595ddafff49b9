"""Pages of learning, the state of training, and source models. Called by the URLs;
imports no other room of views."""
