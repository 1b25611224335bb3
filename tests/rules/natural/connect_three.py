"""Connect three on a small board of columns."""
WIDTH, HEIGHT, NEED = 3, 3, 3


def start():
    yield tuple("" for _ in range(WIDTH))


def moves(columns):
    stones = sum(len(c) for c in columns)
    me = "xo"[stones % 2]
    for i, column in enumerate(columns):
        if len(column) < HEIGHT:
            yield columns[:i] + (column + me,) + columns[i + 1:]


def cell(columns, x, y):
    if 0 <= x < WIDTH and 0 <= y < len(columns[x]):
        return columns[x][y]
    return None


def over(columns):
    for x in range(WIDTH):
        for y in range(HEIGHT):
            who = cell(columns, x, y)
            if who is None:
                continue
            for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                if all(cell(columns, x + k * dx, y + k * dy) == who for k in range(NEED)):
                    return -1
    if all(len(c) == HEIGHT for c in columns):
        return 0
