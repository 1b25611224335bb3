n = 3
a = [1, 2]
input = "n"
answer = {"win": "A", "lose": "B"}


def start():
    yield n


def moves(left):
    for k in a:
        if k <= left:
            yield left - k
