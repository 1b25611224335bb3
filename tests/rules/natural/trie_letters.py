# Codeforces 455B: build a word, it must stay a prefix of one of the strings
strings = ["abacaba", "abd", "acda", "b", "bba", "cab"]

def build(words):
    root = {}
    for word in words:
        node = root
        for ch in word:
            node = node.setdefault(ch, {})
    return root

TRIE = build(strings)

def start():
    return ""

def moves(prefix):
    node = TRIE
    for ch in prefix:
        node = node[ch]
    for ch in node:
        yield prefix + ch
