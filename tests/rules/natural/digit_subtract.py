# Subtract a nonzero digit of the number from the number
n = 347

def start():
    return n

def moves(n):
    for d in sorted(set(str(n))):
        if d != "0":
            yield n - int(d)
