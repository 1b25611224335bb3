"""A knight walks on a board with two counters; no square is visited twice."""
SIZE = 4
JUMPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


def start():
    yield (0, 0), frozenset({(0, 0)})


def on_board(r, c):
    return 0 <= r < SIZE and 0 <= c < SIZE


def moves(knight, seen):
    r, c = knight
    for dr, dc in JUMPS:
        to = r + dr, c + dc
        if on_board(*to) and to not in seen and len(seen) < 6:
            yield to, seen | {to}
