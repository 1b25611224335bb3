# Three in a row on 3x4 cells: the board is a list of rows; 1 and 2 are the players.
ROWS, COLS = 3, 4


def start():
    yield [[0] * COLS for _ in range(ROWS)]


def to_move(board):
    return 1 + sum(1 for row in board for cell in row if cell) % 2


def moves(board):
    me = to_move(board)
    for r in range(ROWS):
        for c in range(COLS):
            if board[r][c] == 0:
                board[r][c] = me
                yield board
                board[r][c] = 0


def has_line(board, who):
    for r in range(ROWS):
        for c in range(COLS):
            for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                if r + 2 * dr < ROWS and 0 <= c + 2 * dc < COLS:
                    if all(board[r + k * dr][c + k * dc] == who for k in range(3)):
                        return True
    return False


def over(board):
    if has_line(board, 3 - to_move(board)):
        return -1
    if all(cell for row in board for cell in row):
        return 0
