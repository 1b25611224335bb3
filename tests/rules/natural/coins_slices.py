"""Take a coin from either end; the row itself is the position."""


def start():
    yield [3, 9, 1, 2], 0


def moves(row, lead):
    if row:
        first, *rest = row
        yield rest, -(lead + first)
        *rest, last = row
        yield rest, -(lead + last)


def over(row, lead):
    if not row:
        return 1 if lead > 0 else -1 if lead < 0 else 0
