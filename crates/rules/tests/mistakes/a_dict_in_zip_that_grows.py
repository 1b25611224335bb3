def start():
    yield 3


def moves(n):
    counts = {1: 2, 2: 3}
    for k, i in zip(counts, range(n)):
        counts[k + 10] = i
    yield len(counts)
