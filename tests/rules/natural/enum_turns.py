# The first player takes one or two stones, the second one or three; the last stone wins.
from enum import Enum


class Player(Enum):
    FIRST = "first"
    SECOND = "second"


TAKES = {Player.FIRST: (1, 2), Player.SECOND: (1, 3)}


def start():
    yield Player.FIRST, 12


def moves(player, stones):
    other = Player.SECOND if player is Player.FIRST else Player.FIRST
    for k in TAKES[player]:
        if k <= stones:
            yield other, stones - k
