"""A token walks over the bridges of a town, each once; a player who cannot move loses."""
from collections import Counter
from itertools import chain

BRIDGES = [("A", "B"), ("A", "B"), ("A", "C"), ("B", "C"), ("C", "D"), ("B", "D")]


def ends(bridge):
    yield from bridge


def degree(used):
    left = (bridge for i, bridge in enumerate(BRIDGES) if i not in used)
    return Counter(end for bridge in left for end in ends(bridge))


def start():
    yield "A", frozenset()


def moves(town, used):
    if degree(used)[town] == 0:
        return
    for i, bridge in enumerate(BRIDGES):
        if i in used or town not in bridge:
            continue
        other = next((end for end in ends(bridge) if end != town), town)
        yield other, frozenset({*used, i})
