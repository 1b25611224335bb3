n = 5


def start():
    yield n


