"""LeetCode 294: turn "++" into "--"."""
state = "+++++++"


def start():
    yield state


def moves(s):
    for i in range(len(s) - 1):
        if s[i:i + 2] == "++":
            yield s[:i] + "--" + s[i + 2:]
