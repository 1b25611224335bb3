"""Turning Turtles: turn a head to tail, and optionally one other coin to its left."""
from kibitz import move


def start():
    return "HTHHTHHTH"


def flip(coins, *where):
    return "".join(
        ("T" if c == "H" else "H") if i in where else c
        for i, c in enumerate(coins)
    )


def moves(coins):
    for i, c in enumerate(coins):
        if c == "H":
            yield move(f"turn {i}", flip(coins, i))
            for j in range(i):
                yield move(f"turn {i} and {j}", flip(coins, i, j))
