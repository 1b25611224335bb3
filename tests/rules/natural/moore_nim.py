from itertools import combinations, product

# Moore's Nim_k: take from up to k heaps at once
k = 2
HEAPS = (2, 3, 4, 3)

def start():
    return HEAPS

def moves(heaps):
    for size in range(1, k + 1):
        for chosen in combinations(range(len(heaps)), size):
            ranges = [range(heaps[i]) for i in chosen]
            for values in product(*ranges):
                new = dict(enumerate(heaps))
                new.update(zip(chosen, values))
                yield tuple(new.values())
