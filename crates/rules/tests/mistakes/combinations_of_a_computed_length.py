from itertools import combinations


n = 5


def start():
    yield n


def moves(left):
    for pair in combinations(range(left), left):
        yield pair[0]
