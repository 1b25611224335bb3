# Kayles: knock down one pin or two adjacent pins.
from itertools import groupby

pins = 9


def start():
    return "X" * pins


def moves(row):
    for i, c in enumerate(row):
        if c == "X":
            yield row[:i] + "." + row[i + 1:]
        if row[i:i + 2] == "XX":
            yield row[:i] + ".." + row[i + 2:]


def show(row):
    groups = [len(list(g)) for c, g in groupby(row) if c == "X"]
    return row + "  groups: " + ", ".join(map(str, groups))
