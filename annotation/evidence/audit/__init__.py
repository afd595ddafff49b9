"""How a second reading is planned and judged: how many items it must meet, which turns are drawn,
when it may stop, and what two readers together overlooked. Pure; called by
`annotation.services.evidence.second_readings`."""
