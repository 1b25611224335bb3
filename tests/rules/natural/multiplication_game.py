# UVa 847: p = 1, multiply by 2..9, the first to reach p >= n wins
n = 2000

def start():
    return 1

def moves(p):
    return [p * k for k in range(2, 10)]

def over(p):
    if p >= n:
        return -1
