"""Flip a bit of a binary numeral so that the number decreases, leading zeros vanish."""
n = 45


def start():
    yield format(n, "b")


def moves(word):
    value = int(word, 2)
    for i, bit in enumerate(reversed(word)):
        new = value ^ (1 << i)
        if new < value:
            yield f"{new:b}"
            if i > 0:
                yield f"{new ^ (1 << i - 1):b}"


def show(word):
    return f"{word} (= {int(word, 2)})"
