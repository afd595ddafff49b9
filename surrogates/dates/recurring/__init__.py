"""Days that recur: instalments, wedding days, the ends of months; what a shift undoes of them."""
