"""Take a square number of stones."""
from math import isqrt

n = 40


def squares(limit):
    return [k * k for k in range(1, isqrt(limit) + 1)]


def start():
    yield n


def moves(left):
    yield from (left - s for s in squares(left))
