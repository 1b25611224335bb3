n = 5


def start():
    yield n


def moves(left):
    match (left, 1):
        case (a, b):
            yield a - b
