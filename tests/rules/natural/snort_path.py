# Snort on a path: cats and dogs, neighbours must not be enemies.
from kibitz import move

length = 8
EMPTY, CAT, DOG = range(3)


def start():
    yield [EMPTY] * length, CAT


def moves(fields, player):
    enemy = CAT + DOG - player
    padded = [EMPTY, *fields, EMPTY]
    for i, (left, here, right) in enumerate(zip(padded, padded[1:], padded[2:])):
        if here == EMPTY and enemy not in (left, right):
            new = list(fields)
            new[i] = player
            yield move(f"field {i}", new, enemy)


def show(fields, player):
    return "".join(".cd"[f] for f in fields)
