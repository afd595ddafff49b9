"""One round of active learning on the CRF: train, choose, propose, measure, estimate what is left.
Called by the training service and by simulations; imports `choice`, `source`, `crf`, `features`
and `metrics`."""
