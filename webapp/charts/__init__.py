"""Figures as shapes, rows and cells that templates write. Called by views;
imports services and template tags."""
