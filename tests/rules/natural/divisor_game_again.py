# LeetCode 1025
n = 30


def start():
    return n


def moves(n):
    return [n - x for x in range(1, n) if n % x == 0]
