"""Codeforces 1104B style: remove a pair of equal neighbours; also a cyclic rotation is free to name."""
from kibitz import move

text = "abccbaabca"


def pairs(s):
    return [i for i, (a, b) in enumerate(zip(s, s[1:])) if a == b]


def start():
    yield text


def moves(s):
    for i in pairs(s):
        before, pair, after = s[:i], s[i:i + 2], s[i + 2:]
        yield move("remove %s at %d" % (pair, i), before + after)
    for ch in sorted(set(s), key=s.index):
        if s.startswith(ch) and s.endswith(ch) and len(s) > 2:
            yield move("strip " + ch, s.strip(ch))
