"""The tables that papers on such corpora print: what a corpus holds, how well taggers do on it, how
far people agree. Pure; `services.evidence.tables` fills them."""
