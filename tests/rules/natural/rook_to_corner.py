"""A rook moves towards the corner."""
size = 8


def start():
    yield (size - 1, size - 1)


def moves(square):
    row, col = square
    yield from ((r, col) for r in range(row))
    yield from ((row, c) for c in range(col))


def claim(square):
    row, col = square
    return row != col
