# A Game With Numbers (Codeforces 919F).
#
# Each player holds `cards` cards with numbers below `modulus`. A move takes a
# card a of the mover and a card b of the opponent, neither of them 0, and turns
# a into (a + b) % modulus. The first player to have only zeros wins. Infinite
# play is a draw.
#
# The order of a hand does not matter, so it is kept as counts: me[v] of my
# cards have the number v. me=[0, 7, 1, 0, 0] opp=[0, 0, 1, 7, 0] is won in 45
# plies, the longest win.
from kibitz import move

cards = 8
modulus = 5
first = 0  # 0: Alice moves first, 1: Bob
alice = [1, 1, 1, 1, 1, 1, 1, 1]
bob = [1, 1, 1, 1, 1, 1, 1, 1]

# The contest.
input = "T cases / first / alice[8] / bob[8]"
limits = {"first": "0..1", "alice": "0..4", "bob": "0..4"}


def answer(result):
    if result == "draw":
        return "Deal"
    return "Alice" if (result == "win") == (first == 0) else "Bob"


def counts(hand):
    hand = (hand + [1] * cards)[:cards]
    return [hand.count(v) for v in range(modulus)]


def start():
    assert any(alice) or any(bob), "a card is not 0"
    hands = [counts(alice), counts(bob)]
    yield hands[first], hands[1 - first]


def over(me, opp):
    if me[0] == cards:
        return 1
    if opp[0] == cards:
        return -1
    return None


def moves(me, opp):
    for a in range(1, modulus):
        for b in range(1, modulus):
            if me[a] > 0 and opp[b] > 0:
                turned = (a + b) % modulus
                hand = me.copy()
                hand[a] -= 1
                hand[turned] += 1
                yield move(f"{a}+{b}={turned}", opp, hand)


def show(me, opp):
    mine = "".join(str(v) * me[v] for v in range(modulus))
    theirs = "".join(str(v) * opp[v] for v in range(modulus))
    return f"{mine} against {theirs}"
