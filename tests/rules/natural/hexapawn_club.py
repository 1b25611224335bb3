"""Hexapawn (Gardner) on a board of text; the board is turned round after each move."""
from kibitz import move

START = """
ppp
...
PPP
"""


def start():
    yield START.strip()


def turned(board):
    return board[::-1].swapcase()


def over(board):
    rows = board.split("\n")
    if "p" in rows[-1]:
        return -1


def moves(board):
    rows = board.splitlines()
    for r, row in enumerate(rows):
        for c, piece in enumerate(row):
            if piece != "P" or r == 0:
                continue
            for dc in (-1, 0, 1):
                if not 0 <= c + dc < len(row):
                    continue
                target = rows[r - 1][c + dc]
                if target == ("." if dc == 0 else "p"):
                    new = [list(x) for x in rows]
                    new[r][c] = "."
                    new[r - 1][c + dc] = "P"
                    yield move(f"{r}{c}-{r - 1}{c + dc}", turned("\n".join("".join(x) for x in new)))


def show(board):
    return board
