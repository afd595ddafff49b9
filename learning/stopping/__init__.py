"""Whether to go on labelling: the stop set, what changes on it, what is enough, the price of going
on, the published rules, the audit stream, and the advice.
Called by the service that advises and by simulations; imports `choice`, `crf` and `metrics`."""
