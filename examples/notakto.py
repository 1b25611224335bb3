# Notakto (Bob Koshin; Thane Plambeck): tic-tac-toe where both players write
# crosses, and the player who makes three in a line loses.
#
# Known: on one board of 3x3 the first player wins by taking the middle. The
# board's symmetries leave 102 of its 512 sets of crosses; fewer can be reached.
from kibitz import grid, move

LINES = [7, 56, 448, 73, 146, 292, 273, 84]


def start():
    yield 0


def symmetry(cell):
    row, col = divmod(cell, 3)
    yield row * 3 + 2 - col
    yield col * 3 + row


def over(crosses):
    for line in LINES:
        if crosses & line == line:
            break
    else:
        return None
    return 1


def moves(crosses):
    for cell in range(9):
        if crosses >> cell & 1 == 0:
            yield move(f"cell {cell + 1}", crosses | 1 << cell)


def show(crosses):
    return grid(3, 3, crosses, ".x")
