"""Subtract a square: remove a perfect square number of stones."""
from kibitz import move

n = 40


def start():
    return n


def moves(stones):
    k = 1
    while k * k <= stones:
        yield move(f"take {k * k}", stones - k * k)
        k += 1
