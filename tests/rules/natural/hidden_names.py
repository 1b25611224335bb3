# Take the nearest free seats: names of nested functions that are used again.
def start():
    yield (1, 4, 6, 9), 5


def moves(seats, me):
    def distance(seat):
        return abs(seat - me)

    if not seats:
        return
    nearest = min(seats, key=lambda me: distance(me))
    for seat in seats:
        if distance(seat) <= distance(nearest) + 1:
            yield tuple(me for me in seats if distance(me) != distance(seat)), seat
