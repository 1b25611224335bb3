# Colour a cell that is connected to the corner by free cells; a player who cannot loses.
from collections import deque

rows, cols = 2, 3


def start():
    yield ((0,) * cols,) * rows


def reachable(board):
    if board[0][0]:
        return set()
    seen = {(0, 0)}
    queue = deque([(0, 0)])
    while queue:
        r, c = queue.popleft()
        for a, b in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if 0 <= a < rows and 0 <= b < cols and not board[a][b] and (a, b) not in seen:
                seen.add((a, b))
                queue.append((a, b))
    return seen


def moves(board):
    for r, c in sorted(reachable(board)):
        new = [list(row) for row in board]
        new[r][c] = 1
        yield tuple(tuple(row) for row in new)
