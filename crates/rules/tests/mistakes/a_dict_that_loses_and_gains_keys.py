def start():
    yield 3


def moves(n):
    counts = {1: 2, 2: 3}
    for k in counts:
        value = counts.pop(k)
        counts[k] = value
    yield len(counts)
