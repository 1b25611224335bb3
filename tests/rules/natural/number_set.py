# Take a number out of the set, or with it all smaller ones; a player who finds it empty loses.
def start():
    yield frozenset({1, 2, 3, 4})


def moves(numbers):
    for x in sorted(numbers):
        yield numbers - {x}
        yield frozenset(y for y in numbers if y > x)
