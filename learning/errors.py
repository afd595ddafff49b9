"""Named failures of the learning package; every one carries a stable `code` for the interface."""


class LearningError(Exception):
    """Base class: `code` is stable, `str()` is a plain English sentence without any text."""

    code = "learning"


class EmptyPool(LearningError):
    """There is nothing to choose from or to learn from."""

    code = "empty_pool"


class OneClassOnly(LearningError):
    """What was labelled holds labels of one class only, so nothing can be learnt from it."""

    code = "one_class_only"


class TooFewDrawn(LearningError):
    """Too few turns that chance drew are read to tell one model from another."""

    code = "too_few_drawn"


class NothingLabelled(EmptyPool):
    """A round was asked for before anything was labelled."""

    code = "nothing_labelled"


class NoSource(LearningError):
    """The strategy needs a source model and the project has none."""

    code = "no_source"


class UnknownStrategy(LearningError):
    """No seed or query strategy has this name."""

    code = "unknown_strategy"


class ModelDamaged(LearningError):
    """A model on disk is incomplete, altered, or does not answer as it did when it was saved."""

    code = "model_damaged"


class NotTrained(LearningError):
    """The tagger has no weights yet."""

    code = "not_trained"


class BadCorpus(LearningError):
    """A corpus file or label map does not have the expected form."""

    code = "bad_corpus"


class ExtraMissing(LearningError):
    """The packages of the large taggers are not installed."""

    code = "extra_missing"


class WeightsMissing(LearningError):
    """The pretrained weights that a large tagger starts from are not on this machine."""

    code = "weights_missing"


class MemoryShort(LearningError):
    """There is not enough memory for the model."""

    code = "memory_short"


class ProcessLost(LearningError):
    """A process that worked on a part ended without an answer."""

    code = "process_lost"


class SourceSilent(LearningError):
    """A source does not answer, or not in time."""

    code = "source_silent"


class SourceMalformed(LearningError):
    """A source answers what is no answer to the question."""

    code = "source_malformed"


class SourceRefused(LearningError):
    """A source that may not be asked, or cannot be opened as what it is said to be."""

    code = "source_refused"
