# Konane (Hawaiian checkers): jump over enemy stones in a straight line.
SETUP = """
xoxo
o..x
xoxo
oxox
"""


def start():
    return tuple(SETUP.split())


def jumps(board, me, other):
    grid = [list(row) for row in board]
    R, C = len(grid), len(grid[0])
    for r in range(R):
        for c in range(C):
            if grid[r][c] != me:
                continue
            for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                g = [row[:] for row in grid]
                y, x = r, c
                while (0 <= y + 2 * dr < R and 0 <= x + 2 * dc < C
                       and g[y + dr][x + dc] == other and g[y + 2 * dr][x + 2 * dc] == "."):
                    g[y][x] = g[y + dr][x + dc] = "."
                    y, x = y + 2 * dr, x + 2 * dc
                    g[y][x] = me
                    yield tuple("".join(row) for row in g)


def left(board):
    return jumps(board, "x", "o")


def right(board):
    return jumps(board, "o", "x")


def show(board):
    return "\n".join(board)
