"""What every operation gets, whatever it does: who may call it with which scope, how often, once
per key, with which version. Used by `webapp.api` and by the middleware of programs."""
