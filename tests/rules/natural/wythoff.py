from kibitz import move
size_a, size_b = 12, 9


def start():
    return (size_a, size_b)


def moves(a, b):
    for k in range(1, max(a, b) + 1):
        if k <= a:
            yield move(f"{k} from the first", (a - k, b))
        if k <= b:
            yield move(f"{k} from the second", (a, b - k))
        if k <= min(a, b):
            yield move(f"{k} from both", (a - k, b - k))
