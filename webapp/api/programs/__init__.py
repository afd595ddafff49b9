"""Operations made for programs rather than for a person who labels: files in and out, many turns at
once, and texts that are transformed and not kept."""
