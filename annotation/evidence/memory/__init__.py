"""What a model remembers of the texts that it learnt from: canaries among their rivals, and words
of originals that stand in clear in a model's folder."""
