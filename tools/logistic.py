"""A conditional logit, fitted by Newton's method towards what was guessed: who wins among some, by what each has."""

import math
from collections.abc import Sequence
from typing import NamedTuple

Vector = list[float]
ITERATIONS = 12
TINY = 1e-7


class Sample(NamedTuple):
    """A position: what each seat has, and how much of the win came to each."""

    features: Sequence[Vector]
    won: Sequence[float]


def fit(samples: Sequence[Sample], guess: Vector, trust: Vector) -> Vector:
    """Return the weights that explain the samples best; each is held to its guess by its trust."""
    weights = list(guess)
    for _ in range(ITERATIONS):
        gradient, hessian = _differentiate(samples, weights)
        for k, hold in enumerate(trust):
            gradient[k] -= hold * (weights[k] - guess[k])
            hessian[k][k] += hold
        step = solve(hessian, gradient)
        weights = [weight + more for weight, more in zip(weights, step, strict=True)]
        if max(map(abs, step)) < TINY:
            break
    return weights


def chances(features: Sequence[Vector], weights: Vector) -> Vector:
    """Return the chance of each seat."""
    logits = [sum(x * w for x, w in zip(row, weights, strict=True)) for row in features]
    most = max(logits)
    raised = [math.exp(logit - most) for logit in logits]
    total = sum(raised)
    return [one / total for one in raised]


def find_loss(samples: Sequence[Sample], weights: Vector) -> float:
    """Return the mean log loss."""
    found = 0.0
    for sample in samples:
        shares = chances(sample.features, weights)
        found -= sum(won * math.log(max(share, 1e-12)) for won, share in zip(sample.won, shares, strict=True) if won)
    return found / len(samples)


def _differentiate(samples: Sequence[Sample], weights: Vector) -> tuple[Vector, list[Vector]]:
    size = len(weights)
    gradient, hessian = [0.0] * size, [[0.0] * size for _ in range(size)]
    for sample in samples:
        shares = chances(sample.features, weights)
        mean = [sum(share * row[k] for share, row in zip(shares, sample.features, strict=True)) for k in range(size)]
        for share, won, row in zip(shares, sample.won, sample.features, strict=True):
            off = [x - m for x, m in zip(row, mean, strict=True)]
            for k, x in enumerate(off):
                if x:
                    gradient[k] += won * x
                    line, much = hessian[k], share * x
                    for j in range(k + 1):
                        line[j] += much * off[j]
    for k in range(size):
        for j in range(k):
            hessian[j][k] = hessian[k][j]
    return gradient, hessian


def solve(matrix: list[Vector], right: Vector) -> Vector:
    """Return x with matrix * x = right, for a matrix that is symmetric and positive."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for k in range(size):
        pivot = max(range(k, size), key=lambda row: abs(rows[row][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for row in rows[k + 1 :]:
            times = row[k] / rows[k][k]
            if times:
                for j in range(k, size + 1):
                    row[j] -= times * rows[k][j]
    found = [0.0] * size
    for k in reversed(range(size)):
        rest = sum(rows[k][j] * found[j] for j in range(k + 1, size))
        found[k] = (rows[k][size] - rest) / rows[k][k]
    return found
