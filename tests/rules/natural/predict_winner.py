from collections import deque

# LeetCode 486: take a number from either end, the larger sum wins
def start():
    return ((1, 5, 2, 4, 6), 0, 0)

def moves(numbers, me, other):
    if not numbers:
        return
    q = deque(numbers)
    x = q.popleft()
    yield tuple(q), other, me + x
    q.appendleft(x)
    y = q.pop()
    yield tuple(q), other, me + y

def over(numbers, me, other):
    if numbers:
        return None
    return 1 if me > other else -1 if me < other else 0
