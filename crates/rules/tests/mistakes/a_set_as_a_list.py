n = 5


def start():
    yield n


def moves(left):
    taken = list({left, 2})
    yield taken[0]
