"""Why there is no finite epsilon: one sentence a reason, in the order in which they are told.

English with named places; whoever shows a sentence translates it and fills it from the bound.
"""

from annotation.translatable import N_

NEVER, DRAWN_ONCE, PRIVATE, HIDDEN = "never_itself", "drawn_once", "private", "placeholder"
COARSER, KEPT, MARKED, OFF_LIST, UNKNOWN = "coarser", "kept", "marked", "off_list", "unknown"

SENTENCES = {
    KEPT: N_("nothing is replaced"),
    COARSER: N_("what stands there is true, only less exact"),
    HIDDEN: N_("a placeholder hides nothing that was missed: any name still in the text is real"),
    DRAWN_ONCE: N_(
        "one draw stands for a whole person or thing: never itself, never two alike, and a name "
        "keeps its gender"
    ),
    PRIVATE: N_("the words that are drawn, and how often, come from these dialogues themselves"),
    NEVER: N_(
        "no word becomes itself or another original of its dialogue: what is shown tells what was "
        "not said"
    ),
    MARKED: N_("spans are marked, so any name outside them is real"),
    OFF_LIST: N_("%(outside)s of the real words are on no list: they can be missed, never drawn"),
    UNKNOWN: N_("nobody has measured how many items are missed"),
}
# What a strategy breaks of the lemma; `word` is looked at by itself.
OF_STRATEGY: dict[str, tuple[str, ...]] = {
    "none": (KEPT,),
    "generalise": (COARSER,),
    "redact": (HIDDEN,),
    "typed": (HIDDEN,),
    "named": (HIDDEN,),
    "indexed": (HIDDEN,),
    "entity": (DRAWN_ONCE,),
    "dissociation": (PRIVATE, NEVER),
    "word": (NEVER,),
}
