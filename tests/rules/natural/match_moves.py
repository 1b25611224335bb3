"""Take matches; the rule depends on the remainder, written with match."""
n = 25


def options(left):
    match left % 3:
        case 0:
            return [1, 2]
        case 1:
            return [1, 3]
        case _:
            return [2]


def start():
    yield n


def moves(left):
    for k in options(left):
        if (rest := left - k) >= 0:
            yield rest
