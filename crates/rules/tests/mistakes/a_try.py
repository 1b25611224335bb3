n = 5


def start():
    yield n


def moves(left):
    try:
        yield left - 1
    except ValueError:
        pass
