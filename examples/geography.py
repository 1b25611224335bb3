# Geography: players name countries in turn, each a neighbour of the one before,
# none of them twice. A player who cannot move loses.
#
# On an undirected map the mover wins if and only if every largest set of
# disjoint pairs of neighbours uses the current country (Berge, Fraenkel).
from kibitz import move

NAMES = [
    "Argentina", "Bolivia", "Brazil", "Chile", "Colombia", "Ecuador", "France",
    "Guyana", "Paraguay", "Peru", "Suriname", "Uruguay", "Venezuela",
]
borders = [
    [1, 2, 3, 8, 11], [0, 2, 3, 8, 9], [0, 1, 4, 6, 7, 8, 9, 10, 11, 12], [0, 1, 9],
    [2, 5, 9, 12], [4, 9], [2, 10], [2, 10, 12], [0, 1, 2], [1, 2, 3, 4, 5], [2, 6, 7],
    [0, 2], [2, 4, 7],
]
first = 2


def start():
    yield first, 1 << first


def moves(here, named):
    for country in borders[here]:
        if named >> country & 1 == 0:
            yield move(NAMES[country], country, named | 1 << country)


def pairs(free):
    """The most disjoint pairs of neighbours among the free countries."""
    if free == 0:
        return 0
    country = 0
    while free >> country & 1 == 0:
        country += 1
    rest = free & ~(1 << country)
    most = pairs(rest)
    for near in borders[country]:
        if rest >> near & 1:
            most = max(most, 1 + pairs(rest & ~(1 << near)))
    return most


def claim(here, named):
    free = (1 << len(NAMES)) - 1 & ~named
    return pairs(free | 1 << here) > pairs(free)


def show(here, named):
    return f"{NAMES[here]}, named: " + ", ".join(NAMES[i] for i in range(len(NAMES)) if named >> i & 1)
