"""Replays active learning on labelled corpora: samples, runs side by side, learning curves, plots.
Called by the command `simulate` and by benchmarks; may import every other room of `learning`
except `large` and `readings`."""
