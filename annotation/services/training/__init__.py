"""The work of a run: material, seed, round, proposals, advice, and the large model behind them.
Called by the process of a job, the demo and erasing; imports runs, corpus, jobs and storage."""
