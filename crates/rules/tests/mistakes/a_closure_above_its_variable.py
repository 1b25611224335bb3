n = 5


def start():
    yield n


def moves(left):
    def less():
        return left - step
    for step in range(left):
        yield less()
