def moves(left):
    yield left - 1
