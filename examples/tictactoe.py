# Tic-tac-toe: three marks of one player in a line win; a full board is a tie.
#
# The mover's marks and the opponent's are two sets of cells. Up to the board's
# eight symmetries there are 765 positions, 5,478 without (`fold = False`); the
# game is a draw.
from kibitz import grid, move

fold = True
LINES = [7, 56, 448, 73, 146, 292, 273, 84]
TURN = [6, 3, 0, 7, 4, 1, 8, 5, 2]  # where each cell goes in a quarter turn
MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6]


def image(cells, where):
    return sum(1 << where[i] for i in range(9) if cells >> i & 1)


def start():
    yield 0, 0


def canon(me, opp):
    best = me, opp
    if fold:
        for turn in range(8):
            if turn == 4:
                me, opp = image(me, MIRROR), image(opp, MIRROR)
            me, opp = image(me, TURN), image(opp, TURN)
            best = min(best, (me, opp))
    return best


def over(me, opp):
    if any(opp & line == line for line in LINES):
        return -1
    return 0 if me | opp == 511 else None


def moves(me, opp):
    for cell in range(9):
        if (me | opp) >> cell & 1 == 0:
            row, col = divmod(cell, 3)
            yield move(f"row {row + 1}, column {col + 1}", opp, me | 1 << cell)


def show(me, opp):
    return grid(3, 3, [(me >> i & 1) + 2 * (opp >> i & 1) for i in range(9)], ".xo")
