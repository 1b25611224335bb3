"""Treblecross on a string with runs found by groupby-like code."""
LENGTH = 8


def start():
    yield "." * LENGTH


def moves(row):
    for i in range(len(row)):
        if row[i] == ".":
            yield row[:i] + "x" + row[i + 1:]


def over(row):
    if row.find("xxx") >= 0:
        return -1
    if row.count(".") == 0:
        return 0
