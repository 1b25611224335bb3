# Hexapawn: the board is a list of strings; it is turned for the next player.
N = 4
TURNED = {"w": "b", "b": "w", ".": "."}


def start():
    yield ["b" * N] + ["." * N] * (N - 2) + ["w" * N]


def flip(board):
    return ["".join(TURNED[c] for c in reversed(row)) for row in reversed(board)]


def moves(board):
    for r in range(1, N):
        for c in range(N):
            if board[r][c] != "w":
                continue
            for dc in (-1, 0, 1):
                if 0 <= c + dc < N and board[r - 1][c + dc] == ("." if dc == 0 else "b"):
                    grid = [list(row) for row in board]
                    grid[r][c] = "."
                    grid[r - 1][c + dc] = "w"
                    yield flip(["".join(row) for row in grid])


def over(board):
    if "b" in board[N - 1]:
        return -1
