# Remove a matching pair of brackets with everything inside, or only the pair itself "()".
import re

def start():
    return "(()())(())()"

def closing(s, i):
    depth = 0
    for j in range(i, len(s)):
        depth += 1 if s[j] == "(" else -1
        if depth == 0:
            return j

def moves(s):
    for m in re.finditer(r"\(", s):
        i = m.start()
        j = closing(s, i)
        yield s[:i] + s[j + 1:]
        if j > i + 1:
            yield s[:i] + s[i + 1:j] + s[j + 1:]
