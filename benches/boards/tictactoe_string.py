# Three in a row on 3x4 cells: the board is a string.
ROWS, COLS = 3, 4
LINES = []
for r in range(ROWS):
    for c in range(COLS):
        for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            if r + 2 * dr < ROWS and 0 <= c + 2 * dc < COLS:
                LINES.append([(r + k * dr) * COLS + c + k * dc for k in range(3)])


def start():
    yield "." * (ROWS * COLS)


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
