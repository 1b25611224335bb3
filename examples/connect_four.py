# Connect Four (Wexler and Strongin 1974) on a small board: drop a stone into a
# column; `line` stones of one player in a line win, a full board is a tie.
#
# Known (Tromp): a board of 4x4 has 161,029 positions and is a draw.
from kibitz import grid, move

rows = 4
cols = 4
line = 4


def lines():
    found = []
    for row in range(rows):
        for col in range(cols):
            for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                last_row, last_col = row + (line - 1) * down, col + (line - 1) * right
                if last_row < rows and 0 <= last_col < cols:
                    found.append(sum(1 << ((row + i * down) * cols + col + i * right) for i in range(line)))
    return found


LINES = lines()


def start():
    yield 0, 0


def over(me, opp):
    if any(opp & cells == cells for cells in LINES):
        return -1
    return 0 if me | opp == (1 << rows * cols) - 1 else None


def moves(me, opp):
    for col in range(cols):
        for row in range(rows - 1, -1, -1):
            stone = 1 << (row * cols + col)
            if (me | opp) & stone == 0:
                yield move(f"column {col + 1}", opp, me | stone)
                break


def show(me, opp):
    return grid(rows, cols, [(me >> i & 1) + 2 * (opp >> i & 1) for i in range(rows * cols)], ".xo")
