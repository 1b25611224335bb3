# Toads and Frogs (Richard Guy): Left's toads hop right, Right's frogs hop left,
# one step onto an empty cell or over one animal of the other kind onto one. A
# player who cannot move loses.
#
# 0 is an empty cell, 1 a toad, 2 a frog.
from kibitz import move

lane = [1, 1, 1, 0, 0, 0, 2, 2, 2]
LETTERS = [".", "T", "F"]


def start():
    yield lane


def left(cells):
    for i, animal in enumerate(cells):
        if animal == 1:
            to = i + 1
            if to < len(cells) and cells[to] == 2:
                to += 1
            if to < len(cells) and cells[to] == 0:
                after = cells.copy()
                after[i], after[to] = 0, 1
                yield move(f"toad {i + 1} to {to + 1}", after)


def right(cells):
    for i, animal in enumerate(cells):
        if animal == 2:
            to = i - 1
            if to >= 0 and cells[to] == 1:
                to -= 1
            if to >= 0 and cells[to] == 0:
                after = cells.copy()
                after[i], after[to] = 0, 2
                yield move(f"frog {i + 1} to {to + 1}", after)


def show(cells):
    return "".join(LETTERS[animal] for animal in cells)
