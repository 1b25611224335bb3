# Euclid's game (Cole and Davie 1969; Luogu P1290): subtract a positive multiple
# of the smaller number from the larger, leaving it at least 0; the player who
# makes a zero wins.
#
# The mover wins if the numbers are equal or their quotient is more than the
# golden ratio. larger / smaller > phi is (2 * larger - smaller)² > 5 * smaller².
from kibitz import move

m = 233
n = 144

# The contest (Luogu P1290) has numbers below 2^31. From (m, 1) there are m moves and m positions,
# with as many moves each, so the limit is what can be enumerated.
input = "C cases / m n"
limits = {"m": "1..10000", "n": "1..10000"}
answer = {"win": "Stan wins", "loss": "Ollie wins"}


def start():
    yield max(m, n), min(m, n)


def moves(larger, smaller):
    if smaller == 0:
        return
    for times in range(1, larger // smaller + 1):
        rest = larger - times * smaller
        yield move(f"{larger} - {times} * {smaller}", max(rest, smaller), min(rest, smaller))


def claim(larger, smaller):
    if smaller == 0:
        return False
    return larger == smaller or (2 * larger - smaller) ** 2 > 5 * smaller**2
