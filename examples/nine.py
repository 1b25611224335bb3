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
hands = [  # the deal
    ["6C", "8C", "AC", "6D", "8D", "9D", "TD", "JD", "QD",
     "KD", "AD", "7S", "8S", "9S", "JS", "KS", "TH", "QH"],  # Alice
    ["7C", "9C", "TC", "JC", "QC", "KC", "7D", "6S", "TS",
     "QS", "AS", "6H", "7H", "8H", "9H", "JH", "KH", "AH"],  # Bob
]

# The contest: Alice moves first.
input = "cases until EOF / hands[2][18]"
limits = {
    "hands": "distinct 6C 7C 8C 9C TC JC QC KC AC 6D 7D 8D 9D TD JD QD KD AD "
    "6S 7S 8S 9S TS JS QS KS AS 6H 7H 8H 9H TH JH QH KH AH"
}
answer = {"win": "Alice", "loss": "Bob"}

RANKS = ["6", "7", "8", "9", "T", "J", "Q", "K", "A"]
SUITS = ["C", "D", "S", "H"]
bob = [  # 1 where Bob holds the card: for each suit the ranks from the six to the ace
    [int(rank + suit in hands[1]) for rank in RANKS]
    for suit in SUITS
]
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
