"""Keys of what a dialogue names: mentions with one key are one name, place or thing.

A key is a string, because keys are sorted, drawn from and looked up as text.
"""


class NodeKey(str):
    """The folded text of a name, and what tells it from the same text elsewhere: "ana#cut"."""

    __slots__ = ()

    @classmethod
    def of(cls, text: str, apart: str) -> "NodeKey":
        """The key of a text that `apart` sets apart: a mention's key, a whole name, "cut"."""
        return cls(f"{text}#{apart}")

    @property
    def text(self) -> str:
        return self.split("#", 1)[0]

    @property
    def is_apart(self) -> bool:
        return "#" in self

    @property
    def is_cut(self) -> bool:
        """Whether the name was broken off."""
        return self.endswith("#cut")
