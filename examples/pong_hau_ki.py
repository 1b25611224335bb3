# Pong hau k'i, from China (in Korea ou-moul-ko-no): two stones each on five
# points, a square with its middle and three of its sides. A move takes a stone
# of the mover along a line to the empty point. A player who cannot move loses.
#
#   0   1
#   | x |      0 and 1 are not joined
#   3 - 4      2 is the middle
#
# Known: neither player can force a win; infinite play is a draw.
from kibitz import move

SWAPPED = [0, 2, 1]
NEAR = [[2, 3], [2, 4], [0, 1, 3, 4], [0, 2, 4], [1, 2, 3]]


def start():
    yield [1, 1, 0, 2, 2]  # 1 is the mover's stone, 2 the opponent's


def moves(points):
    empty = points.index(0)
    for at in NEAR[empty]:
        if points[at] == 1:
            after = [SWAPPED[stone] for stone in points]
            after[empty], after[at] = after[at], after[empty]
            yield move(f"{at} to {empty}", after)


def show(points):
    return " ".join(["." if stone == 0 else "x" if stone == 1 else "o" for stone in points])
