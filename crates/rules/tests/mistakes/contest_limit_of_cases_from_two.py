n = 3
input = "T cases / n"
limits = {"T": "2..9", "n": "1..9"}
answer = {"win": "A", "loss": "B"}


def start():
    yield n


def moves(left):
    for k in (1, 2):
        if k <= left:
            yield left - k
