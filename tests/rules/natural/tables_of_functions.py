"""A number, which the players change by the operations of a table."""

from operator import sub


def drop_digit(n):
    text = str(n)
    for k in range(len(text)):
        yield int(text[:k] + text[k + 1:] or "0")


def lower_digit(n):
    text = str(n)
    for k, digit in enumerate(text):
        if digit != "0":
            yield int(text[:k] + str(int(digit) - 1) + text[k + 1:])


OPERATIONS = [("half", lambda n: n // 2), ("decrement", lambda n: n - 1), ("root", lambda n: int(str(n)[0]))]
RULES = {"drop": drop_digit, "lower": lower_digit}


def start():
    yield 57, "half"


def moves(n, last):
    for name, operation in OPERATIONS:
        if name != last and operation(n) < n:
            yield operation(n), name
    for name, rule in RULES.items():
        if name != last:
            for option in rule(n):
                if option < n:
                    yield option, name
    for step in (sub, lambda a, b: a // b):
        if n > 50:
            yield step(n, 7), last


def over(n, last):
    if n == 0:
        return -1
    return None
