n = 3
a = [1, 2]
input = "n"
limits = {"n": "9..1"}
answer = {"win": "A", "loss": "B"}


def start():
    yield n


def moves(left):
    for k in a:
        if k <= left:
            yield left - k
