"""Word chain: each word starts with the last letter of the previous one."""
from kibitz import move

words = ["apple", "egg", "goat", "tiger", "rabbit", "table", "elephant",
         "tree", "ear", "rat", "eagle", "tea", "ant"]


def start():
    return (None, frozenset(words))


def moves(last, unused):
    for word in unused:
        if last is None or word[0] == last[-1]:
            yield move(word, (word, unused - {word}))
