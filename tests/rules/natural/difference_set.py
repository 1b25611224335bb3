# Codeforces 346A "Alice and Bob": add |x - y| of two numbers if it is new
from kibitz import move
numbers = {6, 10, 20}

def start():
    return frozenset(numbers)

def moves(s):
    new = {abs(x - y) for x in s for y in s if x != y} - s
    for d in new:
        yield move(str(d), s | {d})

def show(s):
    return "{" + ", ".join(map(str, sorted(s))) + "}"
