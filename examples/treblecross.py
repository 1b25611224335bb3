# Treblecross: tic-tac-toe on one row where both players write crosses; the
# player who makes three in a row wins.
#
# A cross within two cells of another loses immediately, so it is the octal game
# 0.007. On rows of odd length the first player wins: take the middle, then
# reply symmetrically, unless a move wins.
from kibitz import grid

n = 13


def start():
    yield 0


def symmetry(cell):
    yield n - 1 - cell


def over(crosses):
    if crosses & crosses >> 1 & crosses >> 2:
        return -1
    return None


def moves(crosses):
    for cell in range(n):
        if crosses & 1 << cell == 0:
            yield crosses | 1 << cell


def show(crosses):
    return grid(1, n, crosses, ".x")
