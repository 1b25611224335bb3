"""Chomp: the board is a tuple of row lengths."""
rows, cols = 3, 4


def start():
    yield (cols,) * rows


def moves(board):
    for r in range(rows):
        for c in range(board[r]):
            if (r, c) != (0, 0):
                yield tuple(min(x, c) if i >= r else x for i, x in enumerate(board))
