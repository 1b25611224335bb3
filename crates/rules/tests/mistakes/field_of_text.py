def start():
    yield "abc"


def moves(s):
    yield s
