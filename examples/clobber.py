# Clobber (Albert, Grossman, Nowakowski 2001) on one row of stones, black and
# white in turn. A move takes a stone of the mover onto a neighbouring stone of
# the opponent, which it replaces. A player who cannot move loses. Left is black.
from kibitz import move

n = 10


def start():
    yield [1 + i % 2 for i in range(n)]  # 1 is black, 2 is white, 0 is empty


def clobber(row, at, to):
    after = row.copy()
    after[to] = after[at]
    after[at] = 0
    return after


def left(row):
    for at in range(n):
        for to in [at - 1, at + 1]:
            if 0 <= to < n and row[at] == 1 and row[to] == 2:
                yield move(f"{at + 1} takes {to + 1}", clobber(row, at, to))


def right(row):
    for at in range(n):
        for to in [at - 1, at + 1]:
            if 0 <= to < n and row[at] == 2 and row[to] == 1:
                yield move(f"{at + 1} takes {to + 1}", clobber(row, at, to))


def show(row):
    return "".join("." if stone == 0 else "x" if stone == 1 else "o" for stone in row)
