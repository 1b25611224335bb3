n = 5


def start():
    yield n


async def moves(left):
    yield left - 1
