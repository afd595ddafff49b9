"""What people read of a refused file or a step on many turns. Called by views;
imports forms, services and template tags."""
