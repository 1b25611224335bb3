from typing import NamedTuple
class Pos(NamedTuple):
    a: int
    b: int
    def swapped(self):
        return Pos(self.b, self.a)
    @property
    def total(self):
        return self.a + self.b
def start():
    yield Pos(5, 3)
def moves(p):
    for k in range(1, p.a + 1):
        yield p._replace(a=p.a - k).swapped()
