# The player with an even number of matches at the end wins (pile is odd).
class Parity:
    EVEN = 0
    ODD = 1

pile, most = 21, 4

def start():
    return (pile, Parity.EVEN, Parity.EVEN)

def moves(left_over, mine, theirs):
    for take in range(1, min(most, left_over) + 1):
        yield (left_over - take, theirs, (mine + take) % 2)

def over(left_over, mine, theirs):
    if left_over > 0:
        return None
    return 1 if mine == Parity.EVEN else -1
