# Amazons with one queen each on a small board: move like a queen, then shoot.
rows, cols = 2, 4
DIRS = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)]


def start():
    board = {}
    for y in range(rows):
        for x in range(cols):
            board[y, x] = "."
    board[0, 0] = "L"
    board[rows - 1, cols - 1] = "R"
    return tuple(board.items())


def rays(board, y, x):
    for dy, dx in DIRS:
        ny, nx = y + dy, x + dx
        while board.get((ny, nx)) == ".":
            yield ny, nx
            ny += dy
            nx += dx


def play_as(who, position):
    board = dict(position)
    here = next(cell for cell, piece in board.items() if piece == who)
    board[here] = "."
    for target in rays(board, *here):
        board[target] = who
        for arrow in rays(board, *target):
            yield tuple({**board, arrow: "#"}.items())
        board[target] = "."


def left(position):
    return play_as("L", position)


def right(position):
    return play_as("R", position)
