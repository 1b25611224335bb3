from itertools import chain, combinations

# Gale's subset take-away: name a proper nonempty subset, no superset of a named one
n = 4

def powerset(items):
    return chain.from_iterable(combinations(items, k) for k in range(1, len(items)))

ALL = frozenset(map(frozenset, powerset(range(n))))

def start():
    return ALL

def moves(available):
    for chosen in available:
        yield frozenset(s for s in available if not chosen <= s)
