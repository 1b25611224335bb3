n = 3
input = "n"
answer = {"win": "{i}: {score}", "loss": "B"}


def start():
    yield n


def moves(left):
    for k in (1, 2):
        if k <= left:
            yield left - k
