n = 5


def start():
    yield n


@cache
def best(left):
    return left


def moves(left):
    for k in range(1, 4):
        if k <= left:
            yield left - k
