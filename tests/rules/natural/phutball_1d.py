"""One-dimensional phutball: add a man or jump the ball over men; reach the own goal line."""
from kibitz import move

length = 7


def start():
    row = ["-"] * length
    row[length // 2] = "O"
    yield "".join(row), "R"


def over(row, who):
    ball = row.index("O")
    if ball == len(row) - 1:
        return 1 if who == "R" else -1
    if ball == 0:
        return 1 if who == "L" else -1


def jumps(row):
    """All rows after one or more jumps."""
    result = []
    stack = [row]
    while stack:
        here = stack.pop()
        ball = here.find("O")
        for step in (1, -1):
            j = ball + step
            while 0 <= j < len(here) and here[j] == "+":
                j += step
            if abs(j - ball) > 1 and 0 <= j < len(here):
                cells = list(here)
                lo, hi = sorted((ball, j))
                cells[lo:hi + 1] = "-" * (hi - lo + 1)
                cells[j] = "O"
                new = "".join(cells)
                result.append(new)
                if j not in (0, len(here) - 1):
                    stack.append(new)
    return result


def moves(row, who):
    other = "L" if who == "R" else "R"
    for i, ch in enumerate(row):
        if ch == "-" and 0 < i < len(row) - 1:
            yield move(f"man {i}", row[:i] + "+" + row[i + 1:], other)
    for after in dict.fromkeys(jumps(row)):
        yield move("jump " + after, after, other)
