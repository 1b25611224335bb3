from itertools import product

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
         {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def adjacent(a, b):
    (r, c), (y, x) = divmod(a, 3), divmod(b, 3)
    return max(abs(r - y), abs(c - x)) == 1 and (4 in (a, b) or r == y or c == x)


def start():
    # (stones of the player to move, stones of the opponent)
    return frozenset(), frozenset()


def moves(mine, theirs):
    free = set(range(9)) - mine - theirs
    if len(mine) < 3:
        for cell in free:
            yield theirs, mine | {cell}
    else:
        for a, b in product(mine, free):
            if adjacent(a, b):
                yield theirs, (mine - {a}) | {b}


def over(mine, theirs):
    if any(line <= theirs for line in LINES):
        return -1
    return None
