ADJ = {0: (2, 3), 1: (2, 4), 2: (0, 1, 3, 4), 3: (0, 2, 4), 4: (1, 2, 3)}


def start():
    return "BB.WW", "W"


def moves(board, turn):
    gap = board.index(".")
    for i in ADJ[gap]:
        if board[i] == turn:
            cells = list(board)
            cells[gap], cells[i] = cells[i], cells[gap]
            yield "".join(cells), ("B" if turn == "W" else "W")


def show(board, turn):
    a, b, c, d, e = board
    return f"{a}   {b}\n  {c}\n{d}   {e}"
