n = 5


def start():
    yield n


def moves(left):
    step = (lambda x: x - 1) if left else None
    yield left - len(step)
