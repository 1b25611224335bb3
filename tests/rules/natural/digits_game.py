"""Subtract a nonzero digit of the number."""


def start():
    yield 57


def moves(n):
    for d in sorted({int(ch) for ch in str(n)} - {0}):
        yield n - d
