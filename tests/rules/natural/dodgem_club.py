"""Dodgem 3x3 (Colin Vout): cars drive off the far side; blocking everything loses."""
from __future__ import annotations
import dataclasses
from kibitz import move


@dataclasses.dataclass(frozen=True)
class Dodgem:
    blue: frozenset[tuple[int, int]]
    red: frozenset[tuple[int, int]]
    blue_to_move: bool = True


SIZE = 3


def start():
    yield Dodgem(blue=frozenset({(0, 0), (1, 0)}), red=frozenset({(2, 1), (2, 2)}))


def over(g: Dodgem) -> int | None:
    mine, other = (g.blue, g.red) if g.blue_to_move else (g.red, g.blue)
    if not other:
        return -1
    if not list(steps(g)):
        return 1  # the player who blocks loses
    return None


def steps(g):
    directions = [(0, 1), (-1, 0), (1, 0)] if g.blue_to_move else [(-1, 0), (0, -1), (0, 1)]
    cars = g.blue if g.blue_to_move else g.red
    for r, c in sorted(cars):
        for dr, dc in directions:
            to = r + dr, c + dc
            rest = cars - {(r, c)}
            leaves = to[1] == SIZE if g.blue_to_move else to[0] == -1
            if leaves:
                after = rest
            elif 0 <= to[0] < SIZE and 0 <= to[1] < SIZE and to not in g.blue | g.red:
                after = rest | {to}
            else:
                continue
            if g.blue_to_move:
                yield (r, c), to, dataclasses.replace(g, blue=after, blue_to_move=False)
            else:
                yield (r, c), to, dataclasses.replace(g, red=after, blue_to_move=True)


def moves(g):
    for src, to, after in steps(g):
        yield move(f"{src}{to}", after)
