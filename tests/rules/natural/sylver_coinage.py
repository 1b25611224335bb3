# Sylver coinage with numbers up to a limit; naming 1 loses.
from kibitz import move
limit = 13

def start():
    return tuple(range(2, limit + 1)), ()

def representable(coins):
    sums = {0}
    for total in range(1, limit + 1):
        if any(total - c in sums for c in coins):
            sums.add(total)
    return sums

def moves(free, named):
    for x in free:
        coins = named + (x,)
        sums = representable(coins)
        new_free = tuple(y for y in free if y not in sums)
        gens = tuple(sorted(c for c in coins
                            if c not in representable([d for d in coins if d < c])))
        yield move(f"name {x}", (new_free, gens))
