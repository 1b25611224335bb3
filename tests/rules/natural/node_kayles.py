from kibitz import move
from collections import defaultdict

# Node Kayles: choose a vertex, delete it together with its neighbours.
edges = "ab bc cd de ef fa ag bh ci dj ek fl".split()

graph = defaultdict(set)
for u, v in edges:
    graph[u].add(v)
    graph[v].add(u)


def start():
    return frozenset(graph)


def moves(alive):
    for v in sorted(alive):
        yield move(v, alive - graph[v] - {v})


def show(alive):
    return " ".join(sorted(alive)) or "(empty)"
