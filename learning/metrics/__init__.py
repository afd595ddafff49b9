"""How good predictions are: precision, recall, F1, kappa, counts per turn, intervals.
Called by other rooms and by services; imports only the modules in the root of `learning`."""
