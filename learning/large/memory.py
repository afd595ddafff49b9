"""How much memory there is, asked before a large model is trained: Linux ends a process that takes
more than there is, and nobody would be told why."""

from pathlib import Path

from learning.errors import MemoryShort

_SPARE = 200 << 20  # for everything else that the process does


def available_memory(root: Path = Path("/")) -> int | None:
    """Bytes that this process may still take, the limit of its container included; None if the
    system does not say (only Linux does)."""
    limits: list[int] = []
    try:
        for line in (root / "proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                limits.append(int(line.split()[1]) * 1024)
    except (OSError, ValueError):
        return None
    try:
        most = (root / "sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        used = (root / "sys/fs/cgroup/memory.current").read_text(encoding="ascii").strip()
        if most != "max":
            limits.append(max(0, int(most) - int(used)))
    except (OSError, ValueError):
        pass
    return min(limits) if limits else None


def has_memory(needed: int, available: int | None) -> bool:
    """Whether `needed` bytes are available, with something to spare."""
    return available is None or needed + _SPARE <= available


def require_memory(needed: int, available: int | None) -> None:
    """Raises: MemoryShort, with both numbers, when `needed` bytes are not `available`."""
    if available is not None and not has_memory(needed, available):
        raise MemoryShort(
            f"The large model needs about {_gib(needed + _SPARE)} GiB of memory and "
            f"{_gib(available)} GiB are free: choose a smaller one, or stop something else."
        )


def training_bytes(parameters: int, trained: int) -> int:
    """About what training takes beside the texts: weights, and for those that learn a gradient and
    two moments, in 4 bytes each, and as much again as the weights for what is in the making."""
    return 4 * (2 * parameters + 3 * trained)


def text_bytes(length: int, layers: int, hidden: int, heads: int) -> int:
    """About what one text of `length` sub-words takes while it is learnt from: in every layer some
    sixteen vectors a sub-word, and two tables of attention a head, in 4 bytes a number."""
    return 4 * layers * length * (16 * hidden + 2 * heads * length)


def _gib(size: int) -> str:
    return f"{size / (1 << 30):.1f}"
