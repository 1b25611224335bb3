# Take 1, 2 or 3 matches; a player who cannot take loses.
n = 7

def start():
    yield n

def moves(left):
    for k in range(1, 4):
        if k <= left:
            yield left - k
