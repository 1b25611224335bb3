# Codeforces 1104B: delete two equal adjacent letters
s = "abbacddceffeabba"


def start():
    return s


def moves(s):
    seen = set()
    for i in range(1, len(s)):
        if s[i] == s[i - 1]:
            t = s[:i - 1] + s[i + 1:]
            if t not in seen:
                seen.add(t)
                yield t
