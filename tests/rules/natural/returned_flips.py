# Turn the cells from one on: moves() changes its board and returns copies too late to differ.
def start():
    yield [1, 1, 0]


def flip(board, i):
    board[i] = 0
    return board


def moves(board):
    return [flip(board, i) for i in range(len(board)) if board[i]]
