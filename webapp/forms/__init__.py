"""What a request may say, checked before a service is asked. Called by views and the API;
imports services, and no other room of the web layer."""
