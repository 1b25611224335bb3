"""Connect three with gravity; columns are strings growing to the right."""
from kibitz import move

width, height, k = 4, 3, 3


def start():
    return ("",) * width, "X"


def at(cols, x, y):
    try:
        return cols[x][y] if x >= 0 and y >= 0 else None
    except IndexError:
        return None


def has_line(cols, who):
    for x in range(width):
        for y in range(height):
            for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                if all(at(cols, x + i * dx, y + i * dy) == who for i in range(k)):
                    return True
    return False


def moves(cols, who):
    other = "O" if who == "X" else "X"
    for x in range(width):
        if len(cols[x]) < height:
            new = list(cols)
            new[x] += who
            yield move("column %d" % (x + 1), (tuple(new), other))


def over(cols, who):
    if has_line(cols, "O" if who == "X" else "X"):
        return -1
    if all(len(c) == height for c in cols):
        return 0
    return None
