"""Word chain: the next word begins with the last letter, no word twice."""
WORDS = ["ant", "tiger", "rat", "tapir", "rabbit", "newt", "cat"]


def start():
    yield "a", frozenset()


def moves(letter, used):
    for word in WORDS:
        if word not in used and word[0] == letter:
            yield word[-1], used | {word}
