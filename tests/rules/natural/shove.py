# Shove: a piece and everything to its left are pushed one place left
def start():
    return "..LR.RL"

def shove(strip, who):
    result = []
    for i, c in enumerate(strip):
        if c == who:
            pushed = strip[1:i + 1] + "." + strip[i + 1:]
            result.append(pushed.rstrip("."))
    return result

def left(strip): return shove(strip, "L")
def right(strip): return shove(strip, "R")
