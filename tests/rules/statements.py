"""Random statements of the rule language.

Every name has one type, every statement is on one line, and every loop is short.
"""

from expressions import Scope

KINDS = ["int", "bool", "pair", "list", "bag", "dict"]


class Function(Scope):
    """The lines of one function, and the names bound so far."""

    def __init__(self, rng, tables, helpers):
        super().__init__(rng, tables)
        self.helpers = helpers
        self.lines = []
        self.indent = 1
        self.counters = 0
        self.fixed = []  # list fields of the position, whose length is fixed
        self.breakable = 0
        self.yields = None  # writes a yield statement, in generators
        self.returns = None  # writes a return statement, elsewhere
        self.budget = 14
        self.may_delete = True  # keys of dicts: not in loops over dicts, nor in what these call

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    def bind(self, kind, name):
        if name not in self.sure.setdefault(kind, []):
            self.sure[kind].append(name)

    def bind_perhaps(self, kind, name):
        if name not in self.sure.get(kind, []) and name not in self.maybe.setdefault(kind, []):
            self.maybe[kind].append(name)

    def may_change(self, name):
        """Excludes names of comprehensions, loop counters, and lists of a position."""
        return name[0] != "v" and not name.startswith("count") and name not in self.fixed

    def target(self, kind):
        """A name to assign to, existing or new."""
        known = list(filter(self.may_change, self.sure.get(kind, []) + self.maybe.get(kind, [])))
        if known and self.chance(0.5):
            return self.rng.choice(known)
        return f"{kind}{self.rng.randrange(4)}"

    def block(self, size=2):
        """An indented block; names it binds may be unbound afterwards."""
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

    def dict_statement(self):
        """A new dict, another name of one, or a change."""
        known = self.name("dict")
        if not known or self.chance(0.3):
            value = self.rng.choice([
                lambda: "{}",
                lambda: f"{{{self.int(0)}: {self.int(1)}, {self.int(0)}: {self.int(0)}}}",
                lambda: f"{{q: q % 3 for q in {self.list(0)}}}",
                lambda: f"dict(zip({self.list(0)}, {self.list(0)}))",
                lambda: f"{known}.copy()" if known else "dict(DICT)",
                lambda: known or "{1: 2}",
            ])()
            name = self.target("dict")
            self.line(f"{name} = {value}")
            self.bind("dict", name)
            return
        change = self.rng.choice([
            lambda: f"{known}[{self.int(1)}] = {self.int(1)}",
            lambda: f"{known}[{self.int(1)}] {self.rng.choice(['+', '-', '^'])}= {self.int(1)}",
            lambda: f"{known}[{self.int(0)}] = {known}.get({self.int(0)}, {self.int(0)}) + 1",
            lambda: f"{known}.setdefault({self.int(1)}, {self.int(0)})",
            lambda: f"{known}.update({{{self.int(0)}: {self.int(1)}}})",
        ])()
        if self.may_delete and self.chance(0.3):
            change = self.rng.choice([
                lambda: f"{known}.pop({self.int(1)}, {self.int(0)})",
                lambda: f"del {known}[{self.int(0)}]",
                lambda: f"{known}.clear()",
                lambda: f"{known}.popitem()",
            ])()
        self.line(change)

    def check(self):
        condition = self.bool(1)
        if self.chance(0.7):
            condition = f"{condition} or {self.bool(1)} or {self.int(0)} >= 0"
        self.line(f"assert {condition}" + self.rng.choice(["", ', "told"', f", {self.label()}"]))

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
        alias, grow, grow, shrink, dict_statement, dict_statement, check, call_statement, leave, leave, leave,
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
        if "counted(" not in header:
            self.loop_else()

    def over_dict(self):
        """A loop over a dict, which must not lose keys meanwhile."""
        known = self.name("dict")
        if not known:
            return self.conditional()
        name = self.target("int")
        header, bound = self.rng.choice([
            (f"for {name} in {known}", [name]),
            (f"for {name}, other in {known}.items()", [name, "other"]),
            (f"for {name} in {known}.values()", [name]),
            (f"for {name} in list({known})", [name]),
            (f"for place, {name} in enumerate({known})", ["place", name]),
        ])
        self.line(header + ":")
        could_delete, self.may_delete = self.may_delete, self.may_delete and "list(" in header
        self.loop_body(bound, [])
        self.may_delete = could_delete
        self.loop_else()

    def over_ints(self):
        name = self.target("int")
        if self.chance(0.15):
            return f"for {name} in counted({self.int(1)}, {self.list(0)})", [name]
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
        """The loop's names are bound inside, and possibly afterwards."""
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
        """A while loop whose counter is not assigned elsewhere."""
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

    COMPOUND = [conditional, conditional, conditional, loop, loop, loop, over_dict, countdown]
