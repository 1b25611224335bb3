# Three men's morris: on the nine points of a square with its diagonals, place
# your stones in turn; then move one along a line to a free point next to it.
# Three in a line win; a player who cannot move loses; infinite play is a draw.
#
# With `stones = 4` it is Achi, from Ghana.
from kibitz import grid, move

stones = 3
LINES = [7, 56, 448, 73, 146, 292, 273, 84]
NEAR = [
    [1, 3, 4], [0, 2, 4], [1, 4, 5], [0, 4, 6], [0, 1, 2, 3, 5, 6, 7, 8],
    [2, 4, 8], [3, 4, 7], [4, 6, 8], [4, 5, 7],
]


def start():
    yield 0, 0, 2 * stones


def over(me, opp, in_hand):
    return -1 if any(opp & line == line for line in LINES) else None


def moves(me, opp, in_hand):
    free = 511 & ~(me | opp)
    if in_hand > 0:
        for to in range(9):
            if free >> to & 1:
                yield move(f"place {to + 1}", opp, me | 1 << to, in_hand - 1)
        return
    for at, near in enumerate(NEAR):
        for to in near:
            if me >> at & 1 and free >> to & 1:
                yield move(f"{at + 1} to {to + 1}", opp, me ^ (1 << at | 1 << to), 0)


def show(me, opp, in_hand):
    board = grid(3, 3, [(me >> i & 1) + 2 * (opp >> i & 1) for i in range(9)], ".xo")
    return board + f"\n{in_hand} in hand" if in_hand > 0 else board
