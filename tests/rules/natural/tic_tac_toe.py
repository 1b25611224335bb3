from kibitz import move
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8),
         (0, 3, 6), (1, 4, 7), (2, 5, 8),
         (0, 4, 8), (2, 4, 6)]


def start():
    return " " * 9


def player(board):
    return "X" if board.count("X") == board.count("O") else "O"


def over(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return -1       # the previous player has made the line
    if " " not in board:
        return 0
    return None


def moves(board):
    mark = player(board)
    for i in range(9):
        if board[i] == " ":
            yield move(f"{mark} at {i}", board[:i] + mark + board[i + 1:])


def show(board):
    return "\n-+-+-\n".join("|".join(board[i:i + 3]) for i in range(0, 9, 3))
