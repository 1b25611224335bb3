# AtCoder style: tokens on a directed acyclic graph, move one token along an edge.
EDGES = [(1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (3, 6), (6, 5), (5, 7), (2, 7), (6, 8)]
adj = {}
for u, v in EDGES:
    adj.setdefault(u, []).append(v)

tokens = [1, 1, 3]

def start():
    return tuple(tokens)

def moves(tokens):
    for index, node in enumerate(tokens):
        for target in adj.get(node, []):
            after = list(tokens)
            after[index] = target
            after.sort()
            yield tuple(after)
