"""Hexapawn on a list of strings; the board is turned for the next player."""


def start():
    yield ["bbb", "...", "www"]


def flip(board):
    return ["".join({"w": "b", "b": "w", ".": "."}[c] for c in reversed(row)) for row in reversed(board)]


def moves(board):
    for r in range(1, 3):
        for c in range(3):
            if board[r][c] != "w":
                continue
            for dc in (-1, 0, 1):
                if 0 <= c + dc < 3 and board[r - 1][c + dc] == ("." if dc == 0 else "b"):
                    grid = [list(row) for row in board]
                    grid[r][c] = "."
                    grid[r - 1][c + dc] = "w"
                    yield flip(["".join(row) for row in grid])


def over(board):
    if "b" in board[2]:
        return -1
