# Kōnane, Hawaiian checkers, on a small board filled with black and white stones
# in turn. A move jumps over a neighbouring stone of the opponent onto an empty
# cell beyond it and takes it; it may go on jumping the same way. A player who
# cannot move loses. Left is black. Play begins after two stones in the middle
# were taken.
from kibitz import grid, move

n = 4
BLACK = sum(1 << i for i in range(n * n) if (i // n + i % n) % 2 == 0)
WHITE = (1 << n * n) - 1 - BLACK
MIDDLE = n // 2 * n + n // 2


def start():
    yield BLACK & ~(1 << MIDDLE), WHITE & ~(1 << (MIDDLE - 1))


def jump(mine, theirs, cell, down, across):
    """After one jump: mine, theirs and the cell reached, or -1 if there is none."""
    row, col = cell // n + 2 * down, cell % n + 2 * across
    over_cell, to = cell + down * n + across, row * n + col
    if 0 <= row < n and 0 <= col < n and theirs >> over_cell & 1 and (mine | theirs) >> to & 1 == 0:
        return mine & ~(1 << cell) | 1 << to, theirs & ~(1 << over_cell), to
    return mine, theirs, -1


def left(black, white):
    for cell in range(n * n):
        for down, across in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            mine, theirs, at = black, white, cell
            while at >= 0 and black >> cell & 1:
                mine, theirs, at = jump(mine, theirs, at, down, across)
                if at >= 0:
                    yield move(f"{cell} to {at}", mine, theirs)


def right(black, white):
    for cell in range(n * n):
        for down, across in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            mine, theirs, at = white, black, cell
            while at >= 0 and white >> cell & 1:
                mine, theirs, at = jump(mine, theirs, at, down, across)
                if at >= 0:
                    yield move(f"{cell} to {at}", theirs, mine)


def show(black, white):
    return grid(n, n, [(black >> i & 1) + 2 * (white >> i & 1) for i in range(n * n)], ".xo")
