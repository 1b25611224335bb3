# -*- coding: latin-1 -*-
# Größe
def start():
    yield 5


def moves(a):
    if a > 0:
        yield a - 1
