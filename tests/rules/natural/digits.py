"""Lower one digit of a number; leading zeros are dropped, trailing digits may change when it is 0."""
number = 342


def start():
    yield number


def moves(n):
    text = str(n)
    options = set()
    for i, d in enumerate(text):
        for smaller in range(int(d)):
            options.add(int(text[:i] + str(smaller) + text[i + 1:]))
        if d != "0":
            options.add(int("0" + text[:i] + text[i + 1:]))
    for m in sorted(options, key=lambda m: (len(str(m)), -m)):
        if m != n:
            yield m
