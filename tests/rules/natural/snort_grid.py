"""Snort on a grid: no bull next to a cow."""
rows, cols = 2, 4
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def start():
    return tuple(tuple(0 for _ in range(cols)) for _ in range(rows))


def neighbours(r, c):
    for dr, dc in DIRECTIONS:
        if 0 <= r + dr < rows and 0 <= c + dc < cols:
            yield r + dr, c + dc


def options(board, me):
    for r in range(rows):
        for c in range(cols):
            if board[r][c] == 0 and all(board[y][x] != -me for y, x in neighbours(r, c)):
                new = [list(row) for row in board]
                new[r][c] = me
                yield tuple(map(tuple, new))


left = lambda board: options(board, 1)
right = lambda board: options(board, -1)


def show(board):
    return "\n".join("".join({0: ".", 1: "B", -1: "C"}[x] for x in row) for row in board)
