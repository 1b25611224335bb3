# Tic-tac-toe: the board is a string of nine characters.
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def start():
    yield "." * 9


def to_move(board):
    return "x" if board.count("x") == board.count("o") else "o"


def moves(board):
    me = to_move(board)
    for i, cell in enumerate(board):
        if cell == ".":
            yield board[:i] + me + board[i + 1:]


def over(board):
    other = "o" if to_move(board) == "x" else "x"
    if any(all(board[i] == other for i in line) for line in LINES):
        return -1
    if "." not in board:
        return 0
    return None
