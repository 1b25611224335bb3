# The L game (Edward de Bono 1968): on 4x4 each player has an L of four cells
# and there are two neutral stones. A move puts the mover's L in another place on
# free cells, and then may move one neutral stone to a free cell. A player who
# cannot move the L loses.
#
# Known: 18,368 positions (2,296 up to symmetry); in 120 the mover has no legal
# move, 112 more are lost; the start is a draw.
from kibitz import grid


def shapes():
    """The 48 ways to lay an L: a foot at one end of a bar of three."""
    found = []
    for cell in range(16):
        row, col = divmod(cell, 4)
        for down, right in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            for side in [-1, 1]:
                foot_row, foot_col = row + side * right, col + side * down
                if 0 <= row + 2 * down < 4 and 0 <= col + 2 * right < 4:
                    if 0 <= foot_row < 4 and 0 <= foot_col < 4:
                        bar = sum(1 << (cell + i * (4 * down + right)) for i in range(3))
                        found.append(bar | 1 << (4 * foot_row + foot_col))
    return found


SHAPES = shapes()


def cells(places):
    return sum(1 << place for place in places)


def start():
    yield cells([1, 2, 6, 10]), cells([5, 9, 13, 14]), cells([0, 15])


def moves(me, opp, neutral):
    for shape in SHAPES:
        if shape == me or shape & (opp | neutral):
            continue
        yield opp, shape, neutral
        taken = shape | opp | neutral
        for stone in range(16):
            if neutral >> stone & 1:
                for to in range(16):
                    if taken >> to & 1 == 0:
                        yield opp, shape, neutral ^ (1 << stone | 1 << to)


def show(me, opp, neutral):
    pieces = [(me >> i & 1) + 2 * (opp >> i & 1) + 3 * (neutral >> i & 1) for i in range(16)]
    return grid(4, 4, pieces, ".xon")
