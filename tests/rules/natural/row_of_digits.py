"""Cross out a digit of a number together with its right neighbours of the same digit."""
from itertools import accumulate

number = 11223


def runs(text):
    for i, digit in enumerate(text):
        if i == 0 or text[i - 1] != digit:
            end = i
            while end < len(text) and text[end] == digit:
                end += 1
            yield i, end


def start():
    yield str(number)


def moves(text):
    for k, (i, end) in enumerate(runs(text)):
        rest = text[:i] + text[end:]
        if k % 2 == 0 or sum(map(int, rest)) % 2 == 0:
            yield rest


def claim(text):
    totals = list(accumulate(map(int, text), lambda a, b: (a + b) % 10))
    return any(total > 2 for total in totals) or {*totals} <= {1}
