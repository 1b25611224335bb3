# Red-blue Hackenbush (Conway): a picture of blue and red edges, joined to the
# ground. Left cuts a blue edge, Right a red one, and all edges no longer joined
# to the ground are removed. A player who cannot cut loses.
#
# Node 0 is the ground. The picture is a girl and a flower; a position is the
# set of remaining edges.
from kibitz import move

edges = [  # two nodes, and 0 for a blue edge or 1 for a red one
    (0, 1, 0), (0, 2, 0), (1, 3, 1), (2, 3, 1), (3, 4, 0), (4, 5, 1), (4, 6, 0),
    (0, 7, 1), (7, 8, 0), (8, 9, 1), (8, 10, 0),
]


def start():
    yield (1 << len(edges)) - 1


def standing(picture):
    """The edges of the picture that are joined to the ground."""
    reached = 1
    held = 0
    grows = True
    while grows:
        grows = False
        for i, (a, b, colour) in enumerate(edges):
            if picture >> i & 1 and not held >> i & 1 and reached & (1 << a | 1 << b):
                reached |= 1 << a | 1 << b
                held |= 1 << i
                grows = True
    return held


def left(picture):
    for i, (a, b, colour) in enumerate(edges):
        if picture >> i & 1 and colour == 0:
            yield move(f"cut {a}-{b}", standing(picture ^ 1 << i))


def right(picture):
    for i, (a, b, colour) in enumerate(edges):
        if picture >> i & 1 and colour == 1:
            yield move(f"cut {a}-{b}", standing(picture ^ 1 << i))


def show(picture):
    return ", ".join(f"{a}-{b}" for i, (a, b, colour) in enumerate(edges) if picture >> i & 1)
