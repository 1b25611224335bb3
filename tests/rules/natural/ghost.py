"""Ghost: add a letter; who completes a word loses."""
WORDS = {"cat", "car", "cart", "dog", "door", "doe"}
ALPHABET = "acdegort"


def is_prefix(text):
    return any(word.startswith(text) for word in WORDS)


def start():
    yield ""


def moves(text):
    if text not in WORDS:
        for letter in ALPHABET:
            if is_prefix(text + letter):
                yield text + letter


def over(text):
    return 1 if text in WORDS else None
