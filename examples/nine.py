# Nine (Игра в Девятку, Codeforces 1769 D1).
#
# 36 cards, four suits from the six to the ace, half of them for each player. A
# move lays a nine, or a card next to one of its suit that lies on the table. A
# player who can lay a card must; a player who cannot passes. The first player
# to lay all their cards wins.
#
# The hands are fixed, so a position is the cards on the table and the side to
# move: of each suit the cards from low to high - 1, where 3 is the nine.
from kibitz import move

opening = 3
bob = [  # 1 where Bob holds the card, 0 where Alice does
    [0, 1, 0, 1, 1, 1, 1, 1, 0],  # clubs, from the six to the ace
    [0, 1, 0, 0, 0, 0, 0, 0, 0],  # diamonds
    [1, 0, 0, 0, 1, 0, 1, 0, 1],  # spades
    [1, 1, 1, 1, 0, 1, 0, 1, 1],  # hearts
]
RANKS = ["6", "7", "8", "9", "T", "J", "Q", "K", "A"]
SUITS = ["C", "D", "S", "H"]
HELD = [sum(row.count(player) for row in bob) for player in [0, 1]]


def start():
    yield [opening] * len(bob), [opening] * len(bob), False


def finished(low, high, player):
    laid = 0
    for suit, row in enumerate(bob):
        laid += row[low[suit]:high[suit]].count(player)
    return laid == HELD[player]


def over(low, high, bob_moves):
    if finished(low, high, int(not bob_moves)):
        return -1
    return 1 if finished(low, high, int(bob_moves)) else None


def moves(low, high, bob_moves):
    stuck = True
    for suit, row in enumerate(bob):
        above, below = high[suit], low[suit] - 1
        if above < len(row) and row[above] == bob_moves:
            stuck = False
            high[suit] += 1
            yield move(RANKS[above] + SUITS[suit], low, high, not bob_moves)
            high[suit] -= 1
        if 0 <= below < above - 1 and row[below] == bob_moves:
            stuck = False
            low[suit] -= 1
            yield move(RANKS[below] + SUITS[suit], low, high, not bob_moves)
            low[suit] += 1
    if stuck:
        yield move("pass", low, high, not bob_moves)
