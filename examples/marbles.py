# Marbles (弹珠游戏, Luogu P7395): fill the board with runs of marbles.
#
# A move places marbles on 1 to `run` consecutive empty cells in a row, a column
# or a diagonal. A player who cannot move loses. The contest's diamond of 16
# cells is a 4x4 square on its corner, with the same lines.
#
# Known: of the 65,536 boards of 4x4 6,808 are lost; the empty board is won.
from kibitz import grid

rows = 4
cols = 4
run = 3
holes = 0  # cells that the board does not have, as a set
board = [".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", ".", "."]

# The contest prints the board as a diamond, diagonal by diagonal.
input = "T cases / board[16]"
limits = {"board": ". *"}
answer = {"win": "Possible.", "loss": "Impossible."}


def runs():
    """Every set of cells that one move can fill."""
    found = []
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            cells = 0
            for step in range(run):
                r, c = row + step * down, col + step * right
                if not (0 <= r < rows and 0 <= c < cols):
                    break
                cells |= 1 << (r * cols + c)
                if cells not in found:
                    found.append(cells)
    return found


RUNS = runs()


DIAMOND = sorted(range(rows * cols), key=lambda cell: (sum(divmod(cell, cols)), cell % cols))


def start():
    cells = holes
    for cell, marble in zip(DIAMOND, board):
        if marble == "*":
            cells |= 1 << cell
    yield cells


def moves(cells):
    for marbles in RUNS:
        if cells & marbles == 0:
            yield cells | marbles


def show(cells):
    return grid(rows, cols, cells, ".*")
