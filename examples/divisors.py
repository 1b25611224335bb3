# The game of divisors: a move divides a number by a power of one prime. A
# player who cannot, at 1, loses.
#
# It is equivalent to Nim: each prime is a heap whose size is its exponent.
from kibitz import move

number = 151200  # 2**5 * 3**3 * 5**2 * 7
claim_of = "grundy"


def start():
    yield number


def factors(rest):
    """The prime factors, each as often as it divides."""
    found = []
    prime = 2
    while prime * prime <= rest:
        if rest % prime == 0:
            found.append(prime)
            rest //= prime
        else:
            prime += 1
    else:
        found += [rest] if rest > 1 else []
    return found


def moves(left):
    for i, prime in enumerate(factors(left)):
        power = factors(left)[:i + 1].count(prime)
        yield move(f"divide by {prime}^{power}", left // pow(prime, power))


def claim(left):
    total = 0
    primes = factors(left)
    while len(primes) > 0:
        prime, exponent = primes[0], primes.count(primes[0])
        total ^= exponent
        primes = primes[exponent:]
    return total
