"""Mu torere, the Maori game: eight kewai around the putahi (index 8)."""

CENTRE = 8


def start():
    return ("W", ) * 4 + ("B", ) * 4 + (None, ), "W"


def moves(board, player):
    empty = board.index(None)
    for i, piece in enumerate(board):
        if piece != player:
            continue
        if empty == CENTRE:
            neighbours = [board[(i - 1) % 8], board[(i + 1) % 8]]
            if all(x == player for x in neighbours):
                continue
        elif i != CENTRE and (i - empty) % 8 not in (1, 7):
            continue
        new = list(board)
        new[empty], new[i] = new[i], None
        yield tuple(new), "B" if player == "W" else "W"


def show(board, player):
    return "".join(x or "-" for x in board) + f" {player} to move"
