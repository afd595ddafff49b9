"""What every request and answer goes through. Named by the settings;
imports the API's problems and the views of errors."""
