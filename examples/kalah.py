# Kalah (Champion 1940) with few pits and seeds: sow the seeds of one of your pits
# to the right, one into each pit and your store, then on through the opponent's
# pits. If the last seed falls into your store you move again; if it falls into an
# empty pit of yours, it and the seeds opposite are yours. When one side is empty,
# the rest belongs to the other, and the player with more seeds wins.
from kibitz import again, move

pits = 3
seeds = 2


def start():
    yield [seeds] * pits, [seeds] * pits, 0, 0


def over(me, opp, mine, theirs):
    if sum(me) > 0 and sum(opp) > 0:
        return None
    lead = mine + sum(me) - theirs - sum(opp)
    return (lead > 0) - (lead < 0)


def moves(me, opp, mine, theirs):
    for pit in range(pits):
        hand = me[pit]
        if hand == 0:
            continue
        ring = me + [mine] + opp
        ring[pit] = 0
        at = pit
        while hand > 0:
            at = (at + 1) % len(ring)
            ring[at] += 1
            hand -= 1
        opposite = 2 * pits - at
        if at < pits and ring[at] == 1 and ring[opposite] > 0:
            ring[pits] += ring[opposite] + 1
            ring[at] = ring[opposite] = 0
        name = f"pit {pit + 1}"
        if at == pits:
            yield move(name, again(ring[:pits], ring[pits + 1:], ring[pits], theirs))
        else:
            yield move(name, ring[pits + 1:], ring[:pits], theirs, ring[pits])


def show(me, opp, mine, theirs):
    top = " ".join(str(count) for count in opp[::-1])
    return f"{theirs} | {top}\n    {' '.join(str(count) for count in me)} | {mine}"
