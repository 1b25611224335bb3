# Octal games (Guy and Smith 1956): digit i of the code says what may be left of a
# heap from which i are taken: 1 nothing, 2 one heap, 4 two heaps, or a sum of
# these. `code` lists the digits after the point: 0.77 is Kayles, 0.07 Dawson's
# Kayles, and this one, 0.45, has the period 20 from 498 on.
from kibitz import move

code = [4, 5]
heaps = [60]


def start():
    for heap in heaps:
        yield heap, 0


def split(heap, other):
    for part in [heap, other]:
        if part > 0:
            yield part, 0


def moves(heap, other):
    for i, digit in enumerate(code):
        rest = heap - i - 1
        if rest < 0:
            return
        if digit & 1 and rest == 0:
            yield move(f"take all {i + 1}", 0, 0)
        if digit & 2 and rest > 0:
            yield move(f"take {i + 1}", rest, 0)
        if digit & 4:
            for part in range(1, rest // 2 + 1):
                yield move(f"take {i + 1}, leave {part} and {rest - part}", rest - part, part)
