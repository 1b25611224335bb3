n = 3
a = [1, 2]
input = "n"


def answer(result):
    return 1


def start():
    yield n


def moves(left):
    for k in a:
        if k <= left:
            yield left - k
