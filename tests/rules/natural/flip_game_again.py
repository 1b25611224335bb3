# LeetCode 294 Flip Game II
def start():
    return "++++-+++++"

def moves(s):
    for i in range(len(s) - 1):
        if s[i:i+2] == "++":
            yield s[:i] + "--" + s[i+2:]
