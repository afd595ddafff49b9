"""Commands for whoever runs the site, and what several of them share."""
