# The game of Euclid: subtract a positive multiple of the smaller number from the larger
a, b = 34, 55

def start():
    return tuple(sorted((a, b)))

def moves(small, large):
    if small == 0:
        return
    q, r = divmod(large, small)
    for k in range(1, q + 1):
        yield tuple(sorted([small, large - k * small]))
