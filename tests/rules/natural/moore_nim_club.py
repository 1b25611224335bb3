"""Moore's Nim_k: remove counters from up to k heaps."""
from itertools import combinations, product

heaps = (2, 3, 3)
k = 2


def start():
    yield heaps


def successors(heaps):
    for count in range(1, k + 1):
        for chosen in combinations(range(len(heaps)), count):
            for sizes in product(*(range(heaps[i]) for i in chosen)):
                new = list(heaps)
                for i, size in zip(chosen, sizes):
                    new[i] = size
                yield tuple(sorted(new))


def moves(heaps):
    yield from set(successors(heaps))


def claim(heaps):
    width = max(heaps).bit_length()
    return any(sum(h >> b & 1 for h in heaps) % (k + 1) for b in range(width))
