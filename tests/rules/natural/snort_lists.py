"""Col: neighbours may not share a colour; a row of cells is a list of None, 0 and 1."""


def start():
    yield [None] * 5


def paint(row, colour):
    for i, cell in enumerate(row):
        if cell is not None:
            continue
        near = [row[j] for j in (i - 1, i + 1) if 0 <= j < len(row)]
        if colour not in near:
            yield row[:i] + [colour] + row[i + 1:]


def left(row):
    yield from paint(row, 0)


def right(row):
    yield from paint(row, 1)
