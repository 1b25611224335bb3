# Bachet's game with memory: take 1 to `most` matches, but never as many as the
# opponent has just taken. Who cannot take loses.
#
# For an odd `most` the first player loses at multiples of most + 1, as without
# the memory: that is the tempting law, and the claim says it for every `most`.
# It is wrong already for 5: 6 is won and 7 is lost (a well-known contest trap).
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
