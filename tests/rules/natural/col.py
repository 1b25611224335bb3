from enum import Enum

# Col: colour a vertex so that no two neighbours share a colour.


class Colour(Enum):
    NONE = "."
    BLUE = "b"
    RED = "r"

NEIGHBOURS = {
    0: [1, 3],
    1: [0, 2, 4],
    2: [1, 5],
    3: [0, 4],
    4: [1, 3, 5, 6],
    5: [2, 4],
    6: [4],
}


def start():
    return tuple(Colour.NONE for _ in NEIGHBOURS)


def paint(board, colour):
    for v, neighbours in NEIGHBOURS.items():
        if board[v] is not Colour.NONE or any(board[w] is colour for w in neighbours):
            continue
        new = list(board)
        new[v] = colour
        yield tuple(new)


def left(board):
    yield from paint(board, Colour.BLUE)


def right(board):
    yield from paint(board, Colour.RED)


def show(board):
    return "".join(c.value for c in board)
