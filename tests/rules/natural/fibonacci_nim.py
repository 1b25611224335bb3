from kibitz import move
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Position:
    stones: int
    limit: int


n = 34


def start():
    return Position(stones=n, limit=n - 1)


def moves(p):
    for k in range(1, min(p.limit, p.stones) + 1):
        yield move(f"take {k}", replace(p, stones=p.stones - k, limit=2 * k))


def show(p):
    return f"{p.stones} stones, at most {p.limit}"
