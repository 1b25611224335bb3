"""Random rule programs with tuples of different lengths, lists of them, and lists
of those: values of one type with different memory layouts.

Kinds of values: "int", "bool", "t" (a tuple of ints, of any length), "lt" (a
list of these), "llt" (a list of such lists), "tt" (a tuple of tuples), "ltt" (a
list of these), "lp" (a list of pairs of an int and a "t"), "lot" (a list of "t"
or None), "p" (a pair of an int and an "lt").
"""

HEAD = '''\
def dt(t):
    h = len(t)
    for x in t:
        h = (h * 31 + x) % 1000003
    return h


def dlt(m):
    h = len(m)
    for v in m:
        h = (h * 37 + dt(v)) % 1000003
    return h


def dllt(m):
    h = len(m)
    for v in m:
        h = (h * 41 + dlt(v)) % 1000003
    return h


def dtt(m):
    h = len(m)
    for v in m:
        h = (h * 43 + dt(v)) % 1000003
    return h


def dltt(m):
    return sum(dtt(v) * (i + 1) for i, v in enumerate(m)) % 1000003


def dlp(m):
    return sum(x * 3 + dt(v) for x, v in m) % 1000003


def dlot(m):
    h = len(m)
    for v in m:
        h = (h * 47 + (5 if v is None else dt(v))) % 1000003
    return h


def dp(p):
    return (p[0] + dlt(p[1])) % 1000003


def at(t, i):
    return t[i % len(t)] if t else 7


def grown(m, t):
    return m + [t]


def deep(m, n):
    if n <= 0 or n > 5:
        return m
    return deep(m + [(n,) * (n % 3)], n - 1)


def put(m, t):
    m.append(t)
    return len(m)


TABLE = [(1, 2), (3, 4), (5, 6)]
RAGGED = [(1,), (2, 3), (), (4, 5, 6)]
'''

KINDS = ["t", "lt", "lt", "lt", "llt", "tt", "ltt", "lp", "lot", "p"]
ITEM = {"lt": "t", "llt": "lt", "ltt": "tt"}


class Nested:
    """The text of a random rule file, and random positions for it."""

    def __init__(self, rng):
        self.rng = rng
        self.names = {"int": ["a", "b"]}
        self.made = 0
        self.lines = []
        self.depth = 1
        self.source = HEAD + self.game()

    def position(self):
        return [0, self.rng.randint(0, 6), self.rng.randint(-2, 9)]

    def game(self):
        for _ in range(self.rng.randint(3, 9)):
            self.statement()
        digests = [f"d{kind}({name})" for kind, names in self.names.items() if kind != "int" for name in names]
        self.lines.append("        yield 1, (" + (" + ".join(digests) or "a") + ") % 1000003, b")
        self.lines.append(f"        yield 1, {self.int(2)}, {self.int(1)}")
        return "\n".join([
            "", "", "def start():", "    yield 0, 5, 3", "", "", "def moves(k, a, b):", "    if k == 0:", *self.lines,
        ]) + "\n"

    # ---- statements ----

    def line(self, text):
        self.lines.append("    " * (self.depth + 1) + text)

    def fresh(self):
        self.made += 1
        return f"v{self.made}"

    def name(self, kind):
        names = self.names.get(kind)
        return self.rng.choice(names) if names else None

    def inside(self, write, count=1):
        """Statements one level further in; the names they bind are dropped."""
        before = {kind: list(names) for kind, names in self.names.items()}
        self.depth += 1
        for _ in range(count):
            write()
        self.depth -= 1
        self.names = before

    def statement(self):
        if self.depth > 3:
            return self.change()
        self.rng.choice([self.bind, self.bind, self.bind, self.change, self.change, self.change, self.loop, self.choose])()

    def bind(self):
        kind = self.rng.choice(KINDS)
        known = self.name(kind)
        if known and self.rng.random() < 0.35:
            # In a loop a value built from itself grows without bound.
            short = "[:6]" if kind != "p" and self.depth > 1 else ""
            self.line(f"{known} = {self.value(kind, 2)}{short}")
            return
        if self.rng.random() < 0.1:
            first, second = self.fresh(), self.fresh()
            self.line(f"{first}, {second} = {self.t(1)}, {self.lt(1)}")
            self.names.setdefault("t", []).append(first)
            self.names.setdefault("lt", []).append(second)
            return
        name = self.fresh()
        self.line(f"{name} = {self.value(kind, 2)}")
        self.names.setdefault(kind, []).append(name)

    def change(self):
        kind = self.rng.choice(["lt", "lt", "lt", "llt", "ltt", "lp", "lot"])
        name = self.name(kind)
        if name is None:
            return self.bind()
        whole, item = self.value(kind, 1), self.item(kind, 1)
        ways = [
            f"{name} += {whole}", f"{name}.extend({whole})", f"{name}.append({item})", f"{name} *= {self.few()}",
            f"{name}.insert({self.int(0)}, {item})", f"{name}.reverse()", f"{name} = {name} + {whole}",
            f"if {name}:\n{name}.pop({self.rng.choice(['', '0', '-1'])})",
            f"if {name}:\n{name}[{self.int(0)} % len({name})] = {item}",
            f"if {item} in {name}:\n{name}.remove({item})",
        ]
        if kind in ["lt", "llt", "ltt"]:
            ways.append(f"{name}.sort()")
        if kind == "lt":
            ways.append(f"put({name}, {item})")
        if kind == "llt":
            ways.append(f"if {name}:\n{name}[0].append({self.t(1)})")
        first, *then = self.rng.choice(ways).split("\n")
        self.line(first)
        for text in then:
            self.line("    " + text)
        if self.depth > 1:
            self.line(f"while len({name}) > 12:")
            self.line(f"    {name}.pop()")

    def loop(self):
        v, w = self.fresh(), self.fresh()
        kind = self.rng.choice(["lt", "lt", "llt", "ltt"])
        how = self.rng.random()
        if how < 0.5:
            self.line(f"for {v} in {self.value(kind, 1)}[:5]:")
            bound = [(ITEM[kind], v)]
        elif how < 0.75:
            self.line(f"for {w}, {v} in enumerate({self.value(kind, 1)}[:5]):")
            bound = [(ITEM[kind], v), ("int", w)]
        elif how < 0.9:
            self.line(f"for {v}, {w} in zip({self.lt(1)}, {self.value(kind, 1)}[:5]):")
            bound = [("t", v), (ITEM[kind], w)]
        else:
            self.line(f"for {w}, {v} in {self.lp(1)}[:5]:")
            bound = [("int", w), ("t", v)]

        def body():
            for kind, name in bound:
                self.names.setdefault(kind, []).append(name)
            self.change()
            if self.rng.random() < 0.5:
                self.statement()

        self.inside(body)

    def choose(self):
        self.line(f"if {self.bool(1)}:")
        self.inside(self.change, self.rng.randint(1, 2))
        if self.rng.random() < 0.6:
            self.line("else:")
            self.inside(self.change, self.rng.randint(1, 2))

    # ---- values ----

    def value(self, kind, depth):
        return getattr(self, kind)(depth)

    def item(self, kind, depth):
        if kind == "lp":
            return f"({self.int(0)}, {self.t(depth)})"
        if kind == "lot":
            # A list of None only has another type.
            return self.rng.choice([f"(None if {self.bool(0)} else {self.t(depth)})", self.t(depth)])
        return self.value(ITEM[kind], depth)

    def few(self):
        return self.rng.choice(["0", "1", "2", "3", "(a % 4)", "(b % 3)"])

    def over(self):
        return self.rng.choice([f"range({self.rng.randint(0, 4)})", "range(a % 5)", "range(b % 4)", "range(a % 3, 6)"])

    def cut(self):
        start, stop = (self.rng.choice(["", "", "0", "1", "-1", "2", "a", "b % 3"]) for _ in range(2))
        return f"[{start}:{stop}{self.rng.choice(['', '', ':-1', ':2', ':-2'])}]"

    def int(self, depth):
        if depth <= 0 or self.rng.random() < 0.4:
            return self.rng.choice([self.name("int"), str(self.rng.randint(0, 5))])
        depth -= 1
        name = self.fresh()
        return self.rng.choice([
            lambda: f"({self.int(depth)} {self.rng.choice('+-*')} {self.int(depth)})",
            lambda: f"at({self.t(depth)}, {self.int(0)})",
            lambda: f"len({self.value(self.rng.choice(['t', 'lt', 'llt', 'tt']), depth)})",
            lambda: f"sum(at({name}, 0) for {name} in {self.lt(depth)} if len({name}) > 0)",
            lambda: f"sum(dt({name}) for {name} in {self.lt(depth)})",
            lambda: f"sum({self.t(depth)})",
            lambda: f"{self.lt(depth)}.count({self.t(depth)})",
            lambda: f"dlt({self.lt(depth)})",
            lambda: f"dllt({self.llt(depth)})",
            lambda: f"({self.bool(depth)} + {self.int(0)})",
        ])()

    def bool(self, depth):
        depth -= 1
        order = self.rng.choice(["<", "<=", ">", "==", "!=", "=="])
        equal = self.rng.choice(["==", "!="])
        kind = self.rng.choice(["t", "lt", "llt", "tt", "ltt"])
        whole = self.rng.choice(["lt", "llt", "ltt"])
        return self.rng.choice([
            lambda: f"({self.int(depth)} {order} {self.int(depth)})",
            lambda: f"({self.value(kind, depth)} {order} {self.value(kind, depth)})",
            lambda: f"({self.value(whole, depth)} {order} {self.value(whole, depth)})",
            lambda: f"({self.lp(depth)} {order} {self.lp(depth)})",
            lambda: f"({self.lot(depth)} {equal} {self.lot(depth)})",
            lambda: f"({self.item(whole, depth)} {self.rng.choice(['in', 'not in'])} {self.value(whole, depth)})",
            lambda: f"({self.t(depth)} in RAGGED)",
        ])()

    def t(self, depth):
        known = self.name("t")
        if known and self.rng.random() < 0.35:
            return known
        ints = [self.int(max(depth - 1, 0)) for _ in range(self.rng.randint(0, 3))]
        literal = "(" + "".join(f"{x}, " for x in ints) + ")" if ints else "()"
        if depth <= 0:
            return literal
        depth -= 1
        name = self.fresh()
        return self.rng.choice([
            lambda: literal, lambda: literal, lambda: literal,
            lambda: f"tuple([{self.int(depth)}, {self.int(depth)}])",
            lambda: f"tuple({name} for {name} in {self.over()})",
            lambda: f"{self.t(depth)}{self.cut()}",
            lambda: f"({self.int(0)}, {self.int(0)})[::-1]",
            lambda: f"({self.t(depth)} + {self.t(depth)})",
            lambda: f"({self.t(depth)} * {self.few()})",
            lambda: f"({self.t(depth)} if {self.bool(depth)} else {self.t(depth)})",
            lambda: f"{self.rng.choice(['min', 'max'])}({self.lt(depth)}, default={self.t(depth)})",
            lambda: f"max({self.lt(depth)}, key=len, default={self.t(depth)})",
            lambda: f"min({self.lt(depth)} + [{self.t(depth)}], key=lambda {name}: sum({name}))",
            lambda: f"{self.rng.choice(['TABLE', 'RAGGED'])}[{self.int(0)} % 3]",
            lambda: f"sorted({self.lt(depth)} + [{self.t(depth)}])[{self.rng.choice(['0', '-1'])}]",
            lambda: f"max({self.t(depth)}, {self.t(depth)})",
        ])()

    def sequences(self, kind, depth):
        """A list of items of a kind, by a random construction."""
        known = self.name(kind)
        if known and (depth <= 0 or self.rng.random() < 0.3):
            return known
        items = [self.item(kind, max(depth - 1, 0)) for _ in range(self.rng.randint(1, 3))]
        literal = "[" + ", ".join(items) + "]"
        if depth <= 0:
            return literal
        depth -= 1
        name = self.fresh()

        def comprehension():
            self.names["int"].append(name)
            item = self.item(kind, depth)
            test = f" if {self.bool(depth)}" if self.rng.random() < 0.2 else ""
            self.names["int"].remove(name)
            return f"[{item} for {name} in {self.over()}{test}]"

        def again(sequence=self.value):
            return sequence(kind, depth)

        ways = [
            lambda: literal, comprehension, comprehension,
            lambda: f"({again()} + {again()})", lambda: f"({again()} + {again()})",
            lambda: f"({again()} * {self.few()})",
            lambda: f"{again()}{self.cut()}",
            lambda: f"list({again()})",
            lambda: f"list(reversed({again()}))",
            lambda: f"[{name} for {name} in {again()}]",
            lambda: f"({again()} if {self.bool(depth)} else {again()})",
            lambda: f"{again()}.copy()",
        ]
        if kind in ITEM:
            ways += [
                lambda: f"sorted({again()})",
                lambda: f"sorted({again()}, reverse={self.bool(depth)})",
                lambda: f"sorted({again()} + {again()}, key=lambda {name}: len({name}))",
                lambda: f"sorted({again()}, key=lambda {name}: {name}[1:])",
            ]
        return self.rng.choice(ways)()

    def lt(self, depth):
        if depth > 0 and self.rng.random() < 0.2:
            name, inner = self.fresh(), self.fresh()
            return self.rng.choice([
                lambda: f"grown({self.lt(depth - 1)}, {self.t(depth - 1)})",
                lambda: f"deep({self.lt(depth - 1)}, {self.int(0)})",
                lambda: f"[{inner} for {name} in {self.llt(depth - 1)} for {inner} in {name}]",
                lambda: f"[{inner} for {name}, {inner} in {self.lp(depth - 1)}]",
                lambda: f"list({self.tt(depth - 1)})",
                lambda: f"list({self.rng.choice(['TABLE', 'RAGGED'])})",
            ])()
        return self.sequences("lt", depth)

    def llt(self, depth):
        return self.sequences("llt", depth)

    def ltt(self, depth):
        return self.sequences("ltt", depth)

    def lp(self, depth):
        return self.sequences("lp", depth)

    def lot(self, depth):
        return self.sequences("lot", depth)

    def tt(self, depth):
        known = self.name("tt")
        if known and self.rng.random() < 0.35:
            return known
        literal = "(" + "".join(f"{self.t(max(depth - 1, 0))}, " for _ in range(self.rng.randint(1, 3))) + ")"
        if depth <= 0:
            return literal
        depth -= 1
        return self.rng.choice([
            lambda: literal, lambda: literal,
            lambda: f"tuple({self.lt(depth)})",
            lambda: f"({self.tt(depth)} + {self.tt(depth)})",
            lambda: f"{self.tt(depth)}{self.cut()}",
            lambda: f"({self.tt(depth)} * {self.few()})",
        ])()

    def p(self, depth):
        known = self.name("p")
        if known and self.rng.random() < 0.35:
            return known
        return f"({self.int(0)}, {self.lt(max(depth - 1, 0))})"
