from kibitz import move
from typing import NamedTuple

# LeetCode 877: take a pile from either end, most stones wins.
PILES = (5, 3, 4, 5, 9, 2)


class State(NamedTuple):
    lo: int
    hi: int
    mine: int
    yours: int


def start() -> State:
    return State(0, len(PILES) - 1, 0, 0)


def moves(s: State):
    if s.lo > s.hi:
        return
    yield move("left", State(s.lo + 1, s.hi, s.yours, s.mine + PILES[s.lo]))
    yield move("right", State(s.lo, s.hi - 1, s.yours, s.mine + PILES[s.hi]))


def over(s: State):
    if s.lo <= s.hi:
        return None
    if s.mine == s.yours:
        return 0
    return 1 if s.mine > s.yours else -1
