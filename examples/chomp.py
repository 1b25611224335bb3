# Chomp (Gale, Schuh): a bar of chocolate. A bite takes a square and everything
# below and to the right of it; the player who must eat the top left square loses.
#
# A position is the lengths of the rows. On a square bar a position and its
# mirror image over the diagonal have the same value; `canon` maps both to one.
# Known: the first player wins every bar but 1x1, but no general strategy is
# known; on a square the only winning bite leaves one row and one column.
from kibitz import move

rows = 5
cols = 5


def start():
    yield [cols] * rows


def canon(bar):
    if rows != cols:
        return bar
    mirrored = [sum(1 for length in bar if length > col) for col in range(cols)]
    return mirrored if mirrored < bar else bar


def moves(bar):
    for row, length in enumerate(bar):
        for col in range(length):
            if row + col > 0:
                rest = bar[:row] + [min(below, col) for below in bar[row:]]
                yield move(f"row {row + 1}, column {col + 1}", rest)


def show(bar):
    return "\n".join("#" * length for length in bar if length > 0)
