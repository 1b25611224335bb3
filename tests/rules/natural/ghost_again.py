# Ghost: players add a letter; who completes a word of 4 letters or more loses.
from kibitz import move
from string import ascii_lowercase

WORDS = """
bear beard bead beast boat bone bonus brain bread break brick bring
cable call candle carrot castle cat cast chair change cheese chess
doll dolphin door dragon dream drink
""".split()


def start():
    return ""


def is_prefix(text):
    return any(word.startswith(text) for word in WORDS)


def moves(text):
    for letter in ascii_lowercase:
        if is_prefix(text + letter):
            yield move(letter, text + letter)


def over(text):
    if len(text) >= 4 and text in WORDS:
        return 1
    return None
