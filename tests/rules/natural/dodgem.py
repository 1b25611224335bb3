# Dodgem on a 3x3 board (Colin Vout). Left's cars drive right, Right's cars drive up.
n = 3


def start():
    left_cars = frozenset((r, 0) for r in range(n - 1))
    right_cars = frozenset((n - 1, c) for c in range(1, n))
    return left_cars, right_cars


def drive(mine, others, steps, exits):
    for car in mine:
        for dr, dc in steps:
            r, c = car[0] + dr, car[1] + dc
            if 0 <= r < n and 0 <= c < n:
                if (r, c) not in mine and (r, c) not in others:
                    yield mine - {car} | {(r, c)}
            elif exits(r, c):
                yield mine - {car}


def left(blue, red):
    steps = [(0, 1), (1, 0), (-1, 0)]
    for cars in drive(blue, red, steps, lambda r, c: c == n):
        yield cars, red


def right(blue, red):
    steps = [(-1, 0), (0, 1), (0, -1)]
    for cars in drive(red, blue, steps, lambda r, c: r < 0):
        yield blue, cars


play = "misere"     # having no car left to move wins
