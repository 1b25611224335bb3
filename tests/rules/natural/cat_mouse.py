"""LeetCode 913, Cat and Mouse."""

GRAPH = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]
HOLE = 0
MOUSE, CAT = 0, 1


def start():
    return 1, 2, MOUSE


def moves(mouse, cat, turn):
    if turn == MOUSE:
        for node in GRAPH[mouse]:
            yield node, cat, CAT
    else:
        for node in GRAPH[cat]:
            if node != HOLE:
                yield mouse, node, MOUSE


def over(mouse, cat, turn):
    if mouse == HOLE:
        return 1 if turn == MOUSE else -1
    if mouse == cat:
        return 1 if turn == CAT else -1
    return None
