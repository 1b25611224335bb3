# Hare and Hounds (the French military game): three hounds hunt a hare on a board
# of eleven points,
#
#       1   2   3
#   0   4   5   6   10      with lines along rows and columns, and diagonally
#       7   8   9           through 5 and to the two ends.
#
# Hounds step along a line but never back to the left; the hare steps anywhere.
# The hounds win when the hare cannot move, the hare when no hound is left of
# it. Hounds move first. Stalling is not a loss here: infinite play is a draw.
from kibitz import move

NEAR = [
    [1, 4, 7], [0, 2, 4, 5], [1, 3, 5], [2, 5, 6, 10], [0, 1, 5, 7], [1, 2, 3, 4, 6, 7, 8, 9],
    [3, 5, 9, 10], [0, 4, 5, 8], [7, 5, 9], [8, 5, 6, 10], [3, 6, 9],
]
COLUMN = [0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 4]
MIRROR = [0, 7, 8, 9, 4, 5, 6, 1, 2, 3, 10]


def start():
    yield 1 << 0 | 1 << 1 | 1 << 7, 10, True


def canon(hounds, hare, hounds_move):
    """A position and its mirror image, top to bottom, are the same."""
    mirrored = sum(1 << MIRROR[i] for i in range(11) if hounds >> i & 1)
    return min((hounds, hare, hounds_move), (mirrored, MIRROR[hare], hounds_move))


def over(hounds, hare, hounds_move):
    if all(COLUMN[i] >= COLUMN[hare] for i in range(11) if hounds >> i & 1):
        return -1 if hounds_move else 1
    return None


def moves(hounds, hare, hounds_move):
    if not hounds_move:
        for to in NEAR[hare]:
            if hounds >> to & 1 == 0:
                yield move(f"hare to {to}", hounds, to, True)
        return
    for hound, near in enumerate(NEAR):
        for to in near:
            if hounds >> hound & 1 and COLUMN[to] >= COLUMN[hound]:
                if to != hare and hounds >> to & 1 == 0:
                    yield move(f"hound {hound} to {to}", hounds ^ (1 << hound | 1 << to), hare, False)
