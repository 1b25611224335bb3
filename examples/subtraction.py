# Bachet's game (1612): take 1, 2 or 3 matches; a player who cannot take loses.
#
# Multiples of 4 are lost: the reply to taking k is to take 4 - k.
from kibitz import move

n = 21
take = [1, 2, 3]


def start():
    yield n


def moves(left):
    for k in take:
        if k <= left:
            yield move(f"take {k}", left - k)


def claim(left):
    return left % 4 != 0


def show(left):
    return "|" * left
