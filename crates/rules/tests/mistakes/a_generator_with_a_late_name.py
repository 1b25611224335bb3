n = 5


def start():
    yield n


def fewer(left):
    for k in range(left):
        if k > 2:
            best = k
        yield best


def moves(left):
    for k in fewer(left):
        yield k
