def start():
    yield 5


def moves(left):
    if left:
        yield left - 1


def show(left):
    return f"{ {left: 1} }"
