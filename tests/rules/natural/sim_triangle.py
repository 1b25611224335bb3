from itertools import combinations

# Sim on five points: who completes a triangle of his own colour loses.
points = 5
EDGES = list(combinations(range(points), 2))

def start():
    return (), ()

def moves(mine, yours):
    for e in EDGES:
        if e not in mine and e not in yours:
            yield yours, tuple(sorted(mine + (e,)))

def has_triangle(edges):
    for a, b, c in combinations(range(points), 3):
        if {(a, b), (a, c), (b, c)}.issubset(edges):
            return True
    return False

def over(mine, yours):
    if has_triangle(yours):
        return 1
    if len(mine) + len(yours) == len(EDGES):
        return 0
    return None
