def start():
    yield 0


def moves(board):
    yield board | 1


def symmetry(i):
    yield (i,)
