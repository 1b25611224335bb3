"""Clobber on one row: a stone captures a neighbour of the other colour."""
row = "xoxoxo"


def start():
    yield row


def clobber(cells, mine, other):
    for i in range(len(cells)):
        if cells[i] != mine:
            continue
        for j in (i - 1, i + 1):
            if 0 <= j < len(cells) and cells[j] == other:
                new = list(cells)
                new[i], new[j] = "-", mine
                yield "".join(new)


def left(cells):
    yield from clobber(cells, mine="x", other="o")


def right(cells):
    yield from clobber(cells, mine="o", other="x")
