"""Random rule programs: constants, helpers, and the functions of a game.

Every name keeps one type, every statement stands on one line, and every loop
ends soon. A program may fault when it runs, and often does; it may not break the
rules of the language.
"""

from expressions import Scope

KINDS = ["int", "bool", "pair", "list", "bag"]


class Function(Scope):
    """The lines of one function, and the names bound so far."""

    def __init__(self, rng, tables, helpers):
        super().__init__(rng, tables)
        self.helpers = helpers
        self.lines = []
        self.indent = 1
        self.counters = 0
        self.fixed = []  # list fields of the position, which keep their length
        self.breakable = 0
        self.yields = None  # writes a yield statement, in generators
        self.returns = None  # writes a return statement, elsewhere
        self.budget = 14

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    def bind(self, kind, name):
        if name not in self.sure.setdefault(kind, []):
            self.sure[kind].append(name)

    def bind_perhaps(self, kind, name):
        if name not in self.sure.get(kind, []) and name not in self.maybe.setdefault(kind, []):
            self.maybe[kind].append(name)

    def may_change(self, name):
        """Not the names of comprehensions, counters of loops, and lists of a position."""
        return name[0] != "v" and not name.startswith("count") and name not in self.fixed

    def target(self, kind):
        """A name to assign to: an old one or a new one."""
        known = list(filter(self.may_change, self.sure.get(kind, []) + self.maybe.get(kind, [])))
        if known and self.chance(0.5):
            return self.rng.choice(known)
        return f"{kind}{self.rng.randrange(4)}"

    def block(self, size=2):
        """Statements one level in; what they bind may be unbound afterwards."""
        before = {kind: list(names) for kind, names in self.sure.items()}
        self.indent += 1
        for _ in range(self.rng.randint(1, size)):
            self.statement()
        self.indent -= 1
        for kind in KINDS:
            kept = before.get(kind, [])
            inside = self.sure.get(kind, [])
            self.sure[kind] = kept
            for name in inside:
                self.bind_perhaps(kind, name)

    def statement(self):
        self.budget -= 1
        choices = self.SIMPLE if self.budget <= 0 or self.indent > 4 else self.SIMPLE + self.COMPOUND
        self.rng.choice(choices)(self)

    # ---- simple statements ----

    def assign(self):
        kind = self.rng.choice(["int", "int", "int", "bool", "pair", "bag", "list"])
        value = self.value(kind, 2 if kind in ("int", "bool") else 1)
        name = self.target(kind)
        self.line(f"{name} = {value}")
        self.bind(kind, name)

    def chained(self):
        kind = self.rng.choice(["int", "bag", "pair"])
        value = self.value(kind, 1)
        first, second = self.target(kind), self.target(kind)
        self.line(f"{first} = {second} = {value}")
        self.bind(kind, first)
        self.bind(kind, second)

    def unpack(self):
        first, second = self.target("int"), self.target("int")
        value = self.rng.choice([
            lambda: f"{self.int(1)}, {self.int(1)}",
            lambda: self.pair(1),
            lambda: f"divmod({self.int(1)}, {self.rng.choice(['3', '(-7)', self.int(0)])})",
            lambda: f"[{self.int(0)}, {self.int(0)}]",
            lambda: self.list(0),
        ])()
        self.line(f"{first}, {second} = {value}")
        self.bind("int", first)
        self.bind("int", second)

    def unpack_nested(self):
        value = f"{self.pair(1)}, {self.int(1)}"
        names = [self.target("int") for _ in range(3)]
        self.line(f"({names[0]}, {names[1]}), {names[2]} = {value}")
        for name in names:
            self.bind("int", name)

    def augmented(self):
        name = self.name("int")
        if not name or not self.may_change(name):
            return self.assign()
        sign = self.rng.choice(["+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**"])
        value = self.int(1)
        if sign in ("<<", ">>", "**"):
            value = f"({value}) % 5" if self.chance(0.8) else value
        self.line(f"{name} {sign}= {value}")

    def place(self, items):
        if self.chance(0.75):
            return f"{items}[({self.int(1)}) % len({items})]"
        return f"{items}[{self.rng.choice(['0', '-1', '1', '-2', self.int(0)])}]"

    def writable(self):
        return self.name(self.rng.choice(["list", "bag"])) or self.name("list") or self.name("bag")

    def item(self):
        items = self.writable()
        if not items:
            return self.assign()
        sign = self.rng.choice(["", "", "+", "-", "^", "*", "//"])
        self.line(f"{self.place(items)} {sign}= {self.int(1)}")

    def swap(self):
        items = self.writable()
        if not items:
            return self.assign()
        a, b = self.place(items), self.place(items)
        self.line(f"{a}, {b} = {b}, {a}")

    def alias(self):
        """Two names of one list."""
        source = self.name("bag")
        if not source:
            return self.assign()
        name = self.target("bag")
        self.line(f"{name} = {source}")
        self.bind("bag", name)

    def grow(self):
        bag = self.name("bag")
        if not bag:
            return self.assign()
        change = self.rng.choice([
            lambda: f"{bag}.append({self.int(1)})",
            lambda: f"{bag}.insert({self.int(0)}, {self.int(1)})",
            lambda: f"{bag}.extend({self.list(1)})",
            lambda: f"{bag} += {self.list(1)}",
            lambda: f"{bag} += [{self.int(1)}]",
            lambda: f"{bag} = {bag} + [{self.int(0)}]",
        ])()
        self.line(f"if len({bag}) < 9:")
        self.line(f"    {change}")

    def shrink(self):
        bag = self.name("bag")
        if not bag:
            return self.assign()
        how = self.rng.choice(["pop()", "pop()", "pop(0)", "pop(-1)", f"pop({self.int(0)})"])
        name = self.target("int")
        if self.chance(0.6):
            self.line(f"if len({bag}) > 0:")
            self.line(f"    {name} = {bag}.{how}")
            self.bind_perhaps("int", name)
        elif self.chance(0.5):
            self.line(f"{bag}.{how}")
        else:
            self.line(f"{name} = {bag}.{how}")
            self.bind("int", name)

    def check(self):
        condition = self.bool(1)
        if self.chance(0.7):
            condition = f"{condition} or {self.bool(1)} or {self.int(0)} >= 0"
        self.line(f"assert {condition}" + self.rng.choice(["", ', "told"', f", {self.text(0)}"]))

    def call_statement(self):
        call = self.call("none", 1)
        self.line(call if call else "pass")

    def leave(self):
        if self.breakable and self.chance(0.7):
            self.line(f"if {self.bool(1)}:")
            self.line(f"    {self.rng.choice(['break', 'continue'])}")
        elif self.yields:
            self.yields(self)
        elif self.returns and self.indent > 1:
            self.line(f"if {self.bool(1)}:")
            self.indent += 1
            self.returns(self)
            self.indent -= 1
        else:
            self.line("pass")

    SIMPLE = [
        assign, assign, assign, chained, unpack, unpack_nested, augmented, augmented, item, item, swap,
        alias, grow, grow, shrink, check, call_statement, leave, leave, leave,
    ]

    # ---- compound statements ----

    def conditional(self):
        self.line(f"if {self.bool(2) if self.chance(0.8) else self.int(1)}:")
        self.block()
        while self.chance(0.3):
            self.line(f"elif {self.bool(1)}:")
            self.block()
        if self.chance(0.5):
            self.line("else:")
            self.block()

    def loop(self):
        if self.chance(0.15):
            header, bound = f"for row in {self.rng.choice(self.tables['ragged'])[0]}", []
        else:
            header, bound = self.rng.choice([self.over_ints, self.over_ints, self.enumerated, self.zipped, self.over_pairs])()
        self.line(header + ":")
        if not bound:
            self.line("    bag3 = row.copy()")
        self.loop_body(bound, [] if bound else ["bag3"])
        self.loop_else()

    def over_ints(self):
        name = self.target("int")
        return f"for {name} in {self.range(1) if self.chance(0.6) else self.list(0)}", [name]

    def enumerated(self):
        names = ["place", self.target("int")]
        return f"for {', '.join(names)} in enumerate({self.list(0)})", names

    def zipped(self):
        names = [self.target("int"), "other"]
        return f"for {', '.join(names)} in zip({self.list(0)}, {self.range(0) if self.chance(0.3) else self.list(0)})", names

    def over_pairs(self):
        table = self.rng.choice(self.tables["pairs"])
        names = ["left", "right"]
        if self.chance(0.4):
            return f"for place, (left, right) in enumerate({table})", ["place"] + names
        return f"for left, right in {table}", names

    def loop_body(self, ints, bags):
        """The loop's names are bound inside, and may be afterwards."""
        before = {k: list(names) for k, names in self.sure.items()}
        for kind, names in [("int", ints), ("bag", bags)]:
            for name in names:
                self.bind(kind, name)
        self.loops += 1
        self.breakable += 1
        self.block(3)
        self.breakable -= 1
        self.loops -= 1
        self.sure = before
        for kind, names in [("int", ints), ("bag", bags)]:
            for name in names:
                self.bind_perhaps(kind, name)

    def loop_else(self):
        if self.chance(0.3):
            self.line("else:")
            self.block()

    def countdown(self):
        """A while loop whose counter nothing else touches."""
        counter = f"count{self.counters}"
        self.counters += 1
        self.line(f"{counter} = ({self.int(1)}) % {self.rng.randint(2, 6)}")
        endless = self.chance(0.25)
        self.line("while True:" if endless else f"while {counter} > 0{self.rng.choice(['', f' and {self.bool(1)}'])}:")
        self.indent += 1
        self.line(f"{counter} -= 1")
        if endless:
            self.line(f"if {counter} < 0:")
            self.line("    break")
        self.indent -= 1
        self.loop_body([], [])
        if not endless:
            self.loop_else()

    COMPOUND = [conditional, conditional, conditional, loop, loop, loop, countdown]


def number(rng):
    return rng.choice([0, 1, 2, 3, 4, 5, 8, -1, -3]) if rng.random() < 0.95 else rng.choice([2**62, -(2**63), 2**63 - 1, 10**6])


class Program:
    """The text of a random rule file, and random positions for it."""

    def __init__(self, rng):
        self.rng = rng
        self.shape = []  # "int", "bool" or the length of a list
        for _ in range(rng.randint(1, 4)):
            self.shape.append(rng.choice(["int", "int", "bool", rng.randint(1, 5), rng.randint(2, 4)]))
        self.fields = ["a", "b", "c", "d"][: len(self.shape)]
        self.helpers = []
        self.source = "\n".join(self.constants() + self.write_helpers() + self.functions()) + "\n"

    def constants(self):
        rng = self.rng
        lengths = [rng.randint(1, 4) for _ in range(rng.randint(2, 3))]
        size = rng.randint(2, 5)
        self.tables = {
            "numbers": ["n", "twice"],
            "ints": ["TABLE", "SQUARES"],
            "pairs": ["PAIRS"],
            "ragged": [("RAGGED", lengths)],
            "texts": ["TEXTS"],
        }
        ragged = [[number(rng) for _ in range(length)] for length in lengths]
        pairs = [(number(rng), number(rng)) for _ in range(rng.randint(2, 4))]
        return [
            "import math",
            "from math import gcd, isqrt",
            "from kibitz import again, move, popcount",
            "",
            f"n = {rng.randint(2, 9)}",
            "twice = 2 * n - 1",
            f"TABLE = {[number(rng) for _ in range(rng.randint(1, 5))]}",
            f"SQUARES = [{rng.choice(['i * i', 'i * n', '7 - i', 'i % 3'])} for i in range({size})]",
            f"PAIRS = {pairs}",
            f"RAGGED = {ragged}",
            'TEXTS = ["one", "two", "three"]',
        ]

    def function(self):
        return Function(self.rng, self.tables, list(self.helpers))

    def write_helpers(self):
        lines = []
        for i in range(self.rng.randint(1, 3)):
            result = self.rng.choice(["int", "int", "bool", "pair", "bag", "none"])
            parameters = [self.rng.choice(["int", "int", "bool", "pair", "list"]) for _ in range(self.rng.randint(1, 3))]
            if result == "none":
                parameters[0] = "list"
            names = [f"p{j}" for j in range(len(parameters))]
            body = self.function()
            body.budget = 5
            for name, kind in zip(names, parameters):
                body.bind(kind, name)
                if kind == "list":
                    body.fixed.append(name)
            if result != "none":
                body.returns = lambda f, result=result: f.line(f"return {f.value(result, 1, fresh=True)}")
            for _ in range(self.rng.randint(0, 3)):
                body.statement()
            if result == "none":
                body.item()
            else:
                body.returns(body)
            name = f"helper{i}"
            lines += ["", "", f"def {name}({', '.join(names)}):"] + body.lines
            self.helpers.append((name, parameters, result))
        if self.rng.random() < 0.4:
            lines += self.recursion()
        return lines

    def recursion(self):
        body = self.function()
        body.bind("int", "steps")
        body.bind("int", "x")
        self.helpers.append(("walk", ["int", "int"], "int"))
        return [
            "", "", "def walk(steps, x):",
            '    """Calls itself at most six deep."""',
            "    if steps <= 0 or steps > 6:",
            f"        return {body.int(1)}",
            f"    return walk(steps - 1, {body.int(1)}) {self.rng.choice(['+', '-', '^'])} {self.rng.choice(['x', 'walk(steps - 2, x)'])}",
        ]

    def game_function(self, name):
        body = self.function()
        for field, kind in zip(self.fields, self.shape):
            body.bind("list" if isinstance(kind, int) else kind, field)
            if isinstance(kind, int):
                body.fixed.append(field)
        return body, ["", "", f"def {name}({', '.join(self.fields)}):"]

    def functions(self):
        start = ["", "", "def start():", f"    yield {', '.join(map(repr, self.position(small=True)))}"]
        return start + self.moves() + self.over() + self.claim() + self.show()

    def moves(self):
        body, lines = self.game_function("moves")
        body.yields = self.write_yield
        for _ in range(self.rng.randint(2, 6)):
            body.statement()
        if not any("yield" in line for line in body.lines) or self.rng.random() < 0.5:
            self.write_yield(body)
        return lines + body.lines

    def write_yield(self, body):
        fields = ", ".join(self.field(body, name, kind) for name, kind in zip(self.fields, self.shape))
        how = self.rng.random()
        if how < 0.5:
            body.line(f"yield {fields}")
        elif how < 0.75:
            body.line(f"yield move({body.text(0)}, {fields})")
        elif how < 0.9:
            body.line(f"yield again({fields})")
        else:
            body.line(f"yield move({body.text(0)}, again({fields}))")
        if self.rng.random() < 0.05:
            body.line(f"if {body.bool(1)}:")
            body.line("    return")

    def field(self, body, name, kind):
        """A value for one field of a next position."""
        if not isinstance(kind, int):
            return body.value(kind, 1)
        length = kind
        same = [n for n, k in zip(self.fields, self.shape) if k == length]
        source = self.rng.choice(same)
        bound = body.fresh()
        with body.binding(bound):
            item = body.int(1)
        return self.rng.choice([
            source, source, source, f"{source}.copy()", f"{source}[::-1]", f"sorted({source})",
            f"[{item} for {bound} in range({length})]", f"[{item} for {bound} in {source}]",
            f"{source}[1:] + {source}[:1]", f"[{body.int(0)}] * {length}",
            f"[{', '.join(body.int(0) for _ in range(length))}]",
        ])

    def over(self):
        if self.rng.random() < 0.3:
            return []
        body, lines = self.game_function("over")
        body.budget = 6
        body.returns = lambda f: f.line(f"return {self.rng.choice(['None', '1', '-1', '0'])}")
        for _ in range(self.rng.randint(0, 3)):
            body.statement()
        body.line(f"if {body.bool(2)}:")
        body.line(f"    return {self.rng.choice(['1', '-1', '0'])}")
        if self.rng.random() < 0.5:
            x, y = body.int(1), body.int(1)
            body.line(self.rng.choice([
                "return None", f"return -1 if {body.bool(1)} else None", f"return ({x} > {y}) - ({x} < {y})",
            ]))
        return lines + body.lines

    def claim(self):
        body, lines = self.game_function("claim")
        body.budget = 4
        body.returns = lambda f: f.line(f"return {f.bool(1)}")
        for _ in range(self.rng.randint(0, 2)):
            body.statement()
        body.line(f"return {body.bool(2)}")
        return lines + body.lines

    def show(self):
        if self.rng.random() < 0.4:
            return []
        body, lines = self.game_function("show")
        body.line(f"return {' + '.join(body.text() for _ in range(self.rng.randint(1, 3)))}")
        return lines + body.lines

    def position(self, small=False):
        """Random fields."""
        def one():
            return self.rng.randint(0, 5) if small else number(self.rng)
        return [
            one() if kind == "int" else self.rng.random() < 0.5 if kind == "bool" else [one() for _ in range(kind)]
            for kind in self.shape
        ]
