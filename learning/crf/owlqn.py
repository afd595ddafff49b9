"""Minimises a smooth function plus c2 |x|^2 + c1 |x|_1: L-BFGS kept within an orthant [Andrew07].

Called by `descent`. The same optimiser and the same penalties as CRFsuite's "lbfgs".
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from learning.types import Doubles

MEMORY = 6  # pairs of differences that stand in for the Hessian
TRIALS = 20  # halvings of a step before the search gives up
ARMIJO = 1e-4
PERIOD = 3  # steps over which the gain is judged
ENOUGH = 6e-3  # share of the value that so many steps must gain for the search to go on

Function = Callable[[Doubles], tuple[float, Doubles]]


def minimise(
    function: Function,
    start: Doubles,
    *,
    c1: float,
    c2: float,
    iterations: int,
    enough: float = ENOUGH,
    progress: Callable[[float], None] | None = None,
) -> Doubles:
    """The point reached after `iterations` steps, or earlier when `PERIOD` steps gain less than the
    share `enough` of the value; `function` gives value and gradient, `progress` may raise."""
    penalised = _Penalised(function, c1, c2)
    point = np.array(start, np.float64)
    value, slope = penalised(point)
    values = [value]
    pairs: deque[tuple[Doubles, Doubles]] = deque(maxlen=MEMORY)
    for number in range(iterations):
        steep = _steepest(point, slope, c1)
        size = float(np.sqrt(steep @ steep))
        if size < 1e-8:
            break
        way = _newton(steep, pairs)
        if c1:
            way[way * steep <= 0] = 0.0  # the step must not leave what the slope says
        gain = float(way @ steep)
        if gain <= 0:
            pairs.clear()
            way, gain = steep.copy(), size * size
        length = 1.0 if pairs else min(1.0, 1.0 / size)
        better = _search(penalised, point, value, steep, way, length)
        if better is None:
            break
        new, new_value, new_slope = better
        step, bend = new - point, new_slope - slope
        if float(step @ bend) > 1e-12:
            pairs.append((step, bend))
        point, value, slope = new, new_value, new_slope
        if progress:
            progress((number + 1) / iterations)
        values.append(value)
        if len(values) > PERIOD and values[-PERIOD - 1] - value < enough * abs(value):
            break
    return point


@dataclass(frozen=True)
class _Penalised:
    """A function with both penalties."""

    function: Function
    c1: float
    c2: float

    def __call__(self, point: Doubles) -> tuple[float, Doubles]:
        """The whole value; the slope of the smooth part (likelihood and c2) alone."""
        value, slope = self.function(point)
        value += self.c2 * float(point @ point) + self.c1 * float(np.abs(point).sum())
        return value, slope + 2.0 * self.c2 * point


def _steepest(point: Doubles, slope: Doubles, c1: float) -> Doubles:
    """The negated pseudo-gradient: at zero the side that falls, if one does."""
    if not c1:
        return -slope
    side = np.sign(point)
    at_zero = np.where(slope < -c1, slope + c1, np.where(slope > c1, slope - c1, 0.0))
    return -np.where(side == 0, at_zero, slope + c1 * side)


def _newton(steep: Doubles, pairs: deque[tuple[Doubles, Doubles]]) -> Doubles:
    """`steep` times the inverse Hessian that the last steps show [Nocedal80, two loops]."""
    way = steep.copy()
    shares = []
    for step, bend in reversed(pairs):
        share = float(step @ way) / float(step @ bend)
        shares.append(share)
        way -= share * bend
    if pairs:
        step, bend = pairs[-1]
        way *= float(step @ bend) / float(bend @ bend)
    for (step, bend), share in zip(pairs, reversed(shares), strict=True):
        way += (share - float(bend @ way) / float(step @ bend)) * step
    return way


def _search(
    penalised: _Penalised,
    point: Doubles,
    value: float,
    steep: Doubles,
    way: Doubles,
    length: float,
) -> tuple[Doubles, float, Doubles] | None:
    """Halve the step until the value falls enough; None when it never does."""
    side = np.where(point == 0, np.sign(steep), np.sign(point))
    for _ in range(TRIALS):
        new = point + length * way
        if penalised.c1:
            new[new * side <= 0] = 0.0
        new_value, slope = penalised(new)
        if new_value <= value - ARMIJO * float(steep @ (new - point)):
            return new, new_value, slope
        length /= 2
    return None
