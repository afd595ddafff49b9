"""How numbers of one sort become valid, sort by sort: `checksums` asks which one a number is."""
