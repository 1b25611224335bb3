from functools import reduce

# Several knights on a board; a move brings one of them closer to the corner a1.
size = 8
KNIGHTS = [(6, 5), (3, 7)]
STEPS = [(-2, 1), (-2, -1), (1, -2), (-1, -2)]


def start():
    return tuple(sorted(KNIGHTS))


def on_board(square):
    return reduce(lambda ok, x: ok and 0 <= x < size, square, True)


def moves(knights):
    for i in range(len(knights)):
        x, y = knights[i]
        for dx, dy in STEPS:
            target = (x + dx, y + dy)
            if on_board(target):
                others = knights[:i] + knights[i + 1:]
                yield tuple(sorted(others + (target,)))
