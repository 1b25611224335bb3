n = 5


def start():
    yield n


def moves(left):
    for k in range(1, 4):
        if k <= left:
            yield left - k


def claim(left):
    return left % 4
