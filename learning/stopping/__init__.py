"""Whether to go on labelling: the stop set, the stopping rules, the audit stream, and the advice.
Called by the service that advises and by simulations; imports `choice`, `crf` and `metrics`."""
