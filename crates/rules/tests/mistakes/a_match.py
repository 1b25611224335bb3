n = 5


def start():
    yield n


def moves(left):
    match left:
        case 1:
            yield 0
