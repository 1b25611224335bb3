# Bachet's game with memory: take 1 to `most` matches, but never as many as the
# opponent has just taken. A player who cannot take loses.
#
# Without the memory multiples of most + 1 are lost, and with it they still are
# at first for 2, 3 and 4 at most. For 5 they are not, a well-known contest
# trap: 7, 13, 20, 26, 33, 39, … are lost. The claim (leave a multiple, unless
# that move is forbidden) is plausible and wrong.
from kibitz import move

n = 40
most = 5


def start():
    yield n, 0


def moves(left, last):
    for k in range(1, most + 1):
        if k <= left and k != last:
            yield move(f"take {k}", left - k, k)


def claim(left, last):
    if last != 0:
        return any(k != last and k <= left and (left - k) % (most + 1) == 0 for k in range(1, most + 1))
    return left % (most + 1) != 0
