# Lamps that are on; a move turns one off, and its name lists all of them.
from kibitz import move

lamps = 4


def start():
    yield [True] * lamps


def moves(lamps):
    for i, is_on in enumerate(lamps):
        if is_on:
            after = lamps[:]
            after[i] = False
            yield move(" ".join(str(lamp)[0] for lamp in after), after)
