coins = (1, 0, 1, 1, 0, 1)
def start():
    yield coins
def moves(c):
    c = list(c)
    for i in range(len(c)):
        if c[i]:
            for j in range(i + 1):
                d = c.copy()
                d[i] = 0
                if j < i:
                    d[j] ^= 1
                yield tuple(d)
