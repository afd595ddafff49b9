"""One room of views per part of the site. Called by the URLs; calls services."""
