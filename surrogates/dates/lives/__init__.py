"""Ages and births: they move together, so that an age is what lies between two dates."""
