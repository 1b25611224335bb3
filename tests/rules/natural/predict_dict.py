"""Moves on a graph given as a dict; who cannot move loses."""
graph = {
    "a": ["b", "c"],
    "b": ["d"],
    "c": ["b", "d", "e"],
    "d": ["e"],
    "e": [],
}


def start():
    yield "a"


def moves(node):
    for to in graph[node]:
        yield to
