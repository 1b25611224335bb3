"""LeetCode 464: choose distinct numbers until the total is reached."""
most, total = 6, 14


def start():
    yield (), 0


def moves(used, reached):
    for n in range(1, most + 1):
        if n not in used:
            yield tuple(sorted(used + (n,))), reached + n


def over(used, reached):
    if reached >= total:
        return -1
    if len(used) == most:
        return 0
