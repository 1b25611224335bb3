"""Clobber: move a stone onto an orthogonally adjacent enemy stone."""
ROWS = 3
COLS = 3


def start():
    return "\n".join("".join("xo"[(r + c) % 2] for c in range(COLS)) for r in range(ROWS))


def clobber(board, me, enemy):
    step = COLS + 1                       # the line break is a wall
    for i, piece in enumerate(board):
        if piece != me:
            continue
        for d in (1, -1, step, -step):
            j = i + d
            if 0 <= j < len(board) and board[j] == enemy:
                cells = list(board)
                cells[i] = "."
                cells[j] = me
                yield "".join(cells)


def left(board):
    yield from clobber(board, "x", "o")


def right(board):
    yield from clobber(board, "o", "x")


def show(board):
    return board
