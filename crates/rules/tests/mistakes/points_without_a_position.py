from kibitz import points

play = "score"


def start():
    yield 5


def moves(n):
    if n > 0:
        yield points(2)
