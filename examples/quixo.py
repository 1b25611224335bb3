# Quixo (Thierry Chapeau, 1995) on n x n cubes.
#
# A move takes a cube from the border that is blank or has the mover's sign,
# turns it to the mover's sign, and pushes it in again at an end of its row or
# column other than where it was taken. A line of the mover's sign wins; a move
# that completes a line of the opponent loses, even if it completes one of the
# mover as well.
#
# Known: the first player wins on 3x3 in 7 plies and on 4x4; 5x5 is a draw.
from kibitz import grid, move

n = 3
ROWS = [sum(1 << (r * n + c) for c in range(n)) for r in range(n)]
COLS = [sum(1 << (r * n + c) for r in range(n)) for c in range(n)]
DIAGONALS = [sum(1 << (i * n + i) for i in range(n)), sum(1 << (i * n + n - 1 - i) for i in range(n))]
LINES = ROWS + COLS + DIAGONALS


def start():
    yield 0, 0


def over(me, opp):
    if any(me & line == line for line in LINES):
        return 1  # the opponent has completed a line of mine
    return -1 if any(opp & line == line for line in LINES) else None


def push(cells, taken, end, sign):
    """Cells after the cube at `taken` was pushed in again at `end` of its line."""
    step = 1 if taken // n == end // n else n
    if end < taken:
        step = -step
    while taken != end:
        cells = cells & ~(1 << taken) | (cells >> (taken + step) & 1) << taken
        taken += step
    return cells & ~(1 << end) | sign << end


def moves(me, opp):
    for cell in range(n * n):
        r, c = divmod(cell, n)
        if 0 < r < n - 1 and 0 < c < n - 1 or opp >> cell & 1:
            continue
        for end in [r * n, r * n + n - 1, c, (n - 1) * n + c]:
            if end != cell:
                name = f"row {r + 1}, column {c + 1} to row {end // n + 1}, column {end % n + 1}"
                yield move(name, push(opp, cell, end, 0), push(me, cell, end, 1))


def show(me, opp):
    return grid(n, n, [(me >> i & 1) + 2 * (opp >> i & 1) for i in range(n * n)], ".xo")
