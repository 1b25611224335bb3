"""Random expressions with the richer forms of Python.

Kinds: "int", "bool", "str", "ints" and "strs" (lists), "grid" (a list of lists of
ints), "set" (of ints), "dict" (int to int), "names" (str to int), "lists" (a dict
from ints to lists), "counter" (of ints), "deque" (of ints), "pair" (a tuple), "record"
(a NamedTuple), "spot" (a dataclass), "side" (a member of an Enum).
"""

WORDS = ['""', '"a"', '"ab"', '"b a"', '"xox"', '"aab "', '"c,a"', '"12"']


class Values:
    """Expressions over `names`, the names that are bound, by kind."""

    def __init__(self, rng):
        self.rng = rng
        self.names = {}
        self.made = 0
        self.generators = []  # (name, kind of the items) of helper generators of an int and a list
        self.functions = []  # names of functions of an int
        self.has_cells = False  # whether the file has an IntEnum
        self.may_change = True  # whether an expression may change a container

    def pick(self, *ways):
        """One of some texts, each given by a function."""
        return self.rng.choice(ways)()

    def chance(self, probability):
        return self.rng.random() < probability

    def fresh(self, kind="v"):
        self.made += 1
        return f"{kind}{self.made}"

    def name(self, kind):
        names = self.names.get(kind)
        return self.rng.choice(names) if names else None

    def value(self, kind, depth):
        return getattr(self, "a_" + kind)(depth)

    def known(self, kind, depth, ways):
        """A name of this kind, or an expression."""
        name = self.name(kind)
        if name and (depth <= 0 or self.chance(0.45)):
            return name
        return self.pick(*ways)

    def over(self, names, write):
        """Text that may use more ints, for the body of a comprehension or lambda."""
        known, changes = self.names.get("int", []), self.may_change
        self.names["int"], self.may_change = known + list(names), False
        try:
            return write()
        finally:
            self.names["int"], self.may_change = known, changes

    def bound(self):
        """A name for a comprehension, which may hide a variable."""
        name = self.name("int")
        return name if name and name.startswith("v") and self.chance(0.25) else self.fresh()

    # ---- ints and bools ----

    def a_int(self, depth):
        if depth <= 0 or self.chance(0.25):
            name = self.name("int")
            return name if name and self.chance(0.7) else str(self.rng.choice([0, 1, 2, 3, 4, 7]))
        d = depth - 1
        ways = [self.arithmetic, self.of_container, self.of_text, self.of_lookup, self.of_library, self.of_record, self.of_call, self.fold]
        if self.may_change and self.chance(0.15):
            ways = [self.of_change]
        return self.rng.choice(ways)(d)

    def arithmetic(self, d):
        return self.pick(
            lambda: f"({self.a_int(d)} {self.rng.choice('+-*^&|')} {self.a_int(d)})",
            lambda: f"({self.a_int(d)} {self.rng.choice(['//', '%'])} {self.rng.choice(['2', '3', '(-4)', self.a_int(0)])})",
            lambda: f"({self.a_int(d)} if {self.a_bool(d)} else {self.a_int(d)})",
            lambda: f"({self.a_int(d)} or {self.a_int(d)})",
            lambda: f"abs({self.a_int(d)})",
            lambda: f"(-{self.a_int(0)})",
            lambda: f"({self.a_int(d)}).bit_length()",
        )

    def container(self, depth):
        kind = self.rng.choice(["ints", "strs", "grid", "set", "dict", "names", "counter", "deque", "str", "lists"])
        return self.value(kind, depth)

    def of_container(self, d):
        return self.pick(
            lambda: f"len({self.container(d)})",
            lambda: f"sum({self.value(self.rng.choice(['ints', 'set']), d)})",
            lambda: f"{self.rng.choice(['min', 'max'])}({self.value(self.rng.choice(['ints', 'set']), d)}, default={self.a_int(0)})",
            lambda: f"max({self.a_ints(d)})",
            lambda: f"int(max({self.a_record(d)}, Pair(1)) == {self.a_pair(0)})",
            lambda: f"{self.a_ints(d)}.count({self.a_int(0)})",
            lambda: f"{self.a_ints(d)}.index({self.a_int(0)})",
            lambda: f"{self.a_ints(d)}[{self.a_int(0)}]",
            lambda: f"{self.a_ints(d)}[-1]",
            lambda: f"{self.a_grid(d)}[{self.rng.choice(['0', '-1', '1'])}][{self.a_int(0)}]",
            lambda: f"{self.a_pair(d)}[{self.rng.choice(['0', '1', '-1'])}]",
            lambda: f"sum(map(sum, {self.a_grid(d)}))",
            lambda: f"sorted({self.a_set(d)} | {{{self.a_int(0)}}})[0]",
            lambda: f"{self.name('deque') or 'deque([1])'}[{self.rng.choice(['0', '-1'])}]",
        )

    def of_text(self, d):
        return self.pick(
            lambda: f"{self.a_str(d)}.count({self.a_str(0)})",
            lambda: f"{self.a_str(d)}.{self.rng.choice(['find', 'rfind', 'index'])}({self.rng.choice(WORDS[1:])})",
            lambda: f"ord({self.rng.choice(['(' + self.a_str(d) + ' + chr(98))[0]', repr('b')])})",
            lambda: f"int(str({self.a_int(d)}))",
            lambda: f"int({self.a_str(0)})" if self.chance(0.2) else 'int("4" + "2")',
            lambda: f"len({self.a_str(d)}.split({self.rng.choice(['', repr(','), repr('a')])}))",
            lambda: f'bin({self.a_int(d)}).count("1")',
        )

    def of_lookup(self, d):
        key = self.a_int(0)
        return self.pick(
            lambda: f"{self.a_dict(d)}.get({key}, {self.a_int(d)})",
            lambda: f"{self.a_dict(d)}[{key}]",
            lambda: f"{self.a_counter(d)}[{key}]",
            lambda: f"{self.a_names(d)}.get({self.a_str(0)}, {key})",
            lambda: f"{self.a_names(d)}[{self.a_str(0)}]",
            lambda: f"len({self.a_lists(d)}.get({key}, []))",
            lambda: f"max({self.a_dict(d)}, default={key})",
            lambda: f"min({self.a_dict(d)}.values(), default={key})",
            lambda: f"sum({self.a_counter(d)}.values())",
            lambda: f"max({self.name('dict') or 'DICT'}, key={self.name('dict') or 'DICT'}.get, default=0)",
            lambda: f"[{key}, *{self.a_dict(d)}][-1]",
            lambda: f"{self.a_counter(d)}.most_common(1)[0][1]",
        )

    def of_library(self, d):
        x, y = self.bound(), self.fresh()
        xs, ys = self.a_ints(d), self.a_ints(0)
        return self.pick(
            lambda: f"reduce(lambda {x}, {y}: {self.over([x, y], lambda: self.a_int(d))}, {xs}, {self.a_int(0)})",
            lambda: f"sum({self.over([x, y], lambda: self.a_int(d))} for {x}, {y} in pairwise({xs}))",
            lambda: f"sum({self.over([x, y], lambda: self.a_int(0))} for {x}, {y} in product({xs}, {ys}))",
            lambda: f"sum({x} * {y} for {x}, {y} in combinations({xs}, 2))",
            lambda: f"len(list(permutations({xs}[:3], 2)))",
            lambda: f"max(accumulate({xs}), default=0)",
            lambda: f"sum(chain({xs}, {ys}))",
            lambda: f"next(({x} for {x} in {xs} if {self.over([x], lambda: self.a_bool(0))}), {self.a_int(0)})",
            lambda: f"sum({x} * {y} for {x}, {y} in zip({xs}, {ys}))",
            lambda: f"sum({x} ^ {y} for {x}, {y} in enumerate({xs}, {self.a_int(0)}))",
            lambda: f"gcd({self.a_int(d)}, {self.a_int(0)})",
            lambda: f"min({xs}, key=lambda {x}: {self.over([x], lambda: self.a_int(d))})",
            lambda: f"max({xs}, key={ys}.count, default=1)",
        )

    def of_record(self, d):
        return self.pick(
            lambda: f"{self.a_record(d)}.{self.rng.choice('xy')}",
            lambda: f"{self.a_record(d)}[{self.rng.choice(['0', '1'])}]",
            lambda: f"{self.a_spot(d)}.{self.rng.choice(['row', 'col'])}",
            lambda: f"{self.a_side(d)}.value",
            lambda: f"sum({self.a_record(d)})",
            lambda: f"{self.a_record(d)}.total",
            lambda: f"{self.a_record(d)}.flipped({self.a_int(0)}).y",
            *([lambda: f"({self.cell()} {self.rng.choice('+-*^')} {self.a_int(d)})", self.cell] if self.has_cells else []),
        )

    def cell(self):
        return self.rng.choice(["Cell.MINE", "Cell.YOURS", "Cell.EMPTY"])

    def of_call(self, d):
        if self.functions and self.chance(0.6):
            return f"{self.rng.choice(self.functions)}({self.a_int(d)})"
        x = self.bound()
        gen = self.generator_call(d)
        return self.pick(
            lambda: f"sum({gen})",
            lambda: f"max({gen}, default={self.a_int(0)})",
            lambda: f"sum({self.over([x], lambda: self.a_int(d))} for {x} in {gen} if {self.over([x], lambda: self.a_bool(0))})",
            lambda: f"len(list({gen}))",
            lambda: f"len(set({gen}))",
            lambda: f"len({{*{gen}, {self.a_int(0)}}})",
            lambda: f"next({gen}, {self.a_int(0)})",
            lambda: f"len(Counter({gen}))",
            lambda: f"sum({{{x}: {self.over([x], lambda: self.a_int(d))} for {x} in {gen}}}.values())",
        )

    def generator_call(self, d):
        return f"{self.rng.choice(self.generators)}({self.a_int(d)}, {self.a_ints(0)})"

    def fold(self, d):
        x, over = self.clause(d)
        return self.pick(
            lambda: f"sum({self.over([x], lambda: self.a_int(d))} {over})",
            lambda: f"sum(1 {over} if {self.over([x], lambda: self.a_bool(d))})",
            lambda: f"max(({self.over([x], lambda: self.a_int(d))} {over}), default={self.a_int(0)})",
        )

    def of_change(self, d):
        """An int, with an effect."""
        ints, q, table = self.name("ints"), self.name("deque"), self.name("dict")
        s, c = self.name("set"), self.name("counter")
        ways = ["0"]
        if ints:
            ways += [f"{ints}.pop()", f"{ints}.pop({self.a_int(0)})", f"len({ints}.copy())"]
        if q:
            ways += [f"{q}.popleft()", f"{q}.pop()"]
        if table:
            ways += [f"{table}.pop({self.a_int(0)}, {self.a_int(d)})", f"{table}.setdefault({self.a_int(0)}, {self.a_int(d)})"]
            ways += [f"{table}.pop({self.a_int(0)})", f"{table}.popitem()[1]"]
        if c:
            ways += [f"{c}.pop({self.a_int(0)}, 0)"]
        return self.rng.choice(ways)

    def a_bool(self, depth):
        if depth <= 0:
            return f"{self.a_int(0)} {self.rng.choice(['<', '<=', '>', '==', '!='])} {self.a_int(0)}"
        d = depth - 1
        same = self.rng.choice(["int", "str", "ints", "strs", "grid", "pair", "record", "dict", "set", "counter", "spot", "side", "names"])
        order = self.rng.choice(["int", "str", "ints", "strs", "grid", "pair", "record"])
        x, over = self.clause(d)
        return self.pick(
            lambda: f"({self.value(same, d)} {self.rng.choice(['==', '!='])} {self.value(same, d)})",
            lambda: f"({self.value(order, d)} {self.rng.choice(['<', '<=', '>', '>='])} {self.value(order, d)})",
            lambda: f"({self.a_int(d)} {self.rng.choice(['in', 'not in'])} {self.value(self.rng.choice(['ints', 'set', 'dict', 'counter', 'deque', 'pair', 'record', 'lists']), d)})",
            lambda: f"({self.a_str(d)} {self.rng.choice(['in', 'not in'])} {self.value(self.rng.choice(['str', 'strs', 'names']), d)})",
            lambda: f"({self.a_ints(d)} in {self.a_grid(d)})",
            lambda: f"({self.a_int(0)} < {self.a_int(d)} <= {self.a_int(0)})",
            lambda: f"({self.a_bool(d)} {self.rng.choice(['and', 'or'])} {self.a_bool(d)})",
            lambda: f"(not {self.container(d)})",
            lambda: f"{self.rng.choice(['any', 'all'])}({self.over([x], lambda: self.a_bool(d))} {over})",
            lambda: f"{self.a_str(d)}.{self.rng.choice(['startswith', 'endswith'])}({self.a_str(0)})",
            lambda: f"{self.a_str(d)}.{self.rng.choice(['isdigit', 'isupper', 'islower', 'isalpha'])}()",
            lambda: f"{self.a_set(d)}.{self.rng.choice(['issubset', 'issuperset', 'isdisjoint'])}({self.a_set(d)})",
            lambda: f"({self.a_set(d)} {self.rng.choice(['<=', '>='])} {self.a_set(d)})",
            lambda: f"({self.a_set(d)} == frozenset({self.iterable(d)}))",
            lambda: f"({self.name('side') or 'Side.LEFT'} is {self.rng.choice(['Side.LEFT', 'Side.RIGHT'])})",
            lambda: f"(({self.a_int(0)}, {self.a_int(0)}) == {self.a_record(d)})",
            lambda: f"any({self.generator_call(d)})",
        )

    # ---- text ----

    def a_str(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.known("str", depth, [lambda: self.rng.choice(WORDS)])
        x = self.fresh()
        return self.known("str", depth, [
            lambda: self.rng.choice(WORDS),
            lambda: f"({self.a_str(d)} + {self.a_str(d)})",
            lambda: f"({self.a_str(d)} * {self.rng.choice(['2', '0', '-1', '(' + self.a_int(d) + ' % 3)'])})",
            lambda: f"{self.a_str(d)}[{self.cut()}]",
            lambda: f"{self.a_str(d)}[{self.a_int(0)}]" if self.chance(0.3) else '"abc"[1]',
            lambda: f"str({self.a_int(d)})",
            lambda: f"chr(97 + {self.a_int(d)} % 5)",
            lambda: f'{self.rng.choice(WORDS)}.join({self.a_strs(d)})',
            lambda: f'"".join(str({x} % 7) for {x} in {self.a_ints(d)})',
            lambda: f'"".join(sorted({self.a_str(d)}{self.rng.choice(["", ", reverse=True"])}))',
            lambda: f'"".join(reversed({self.a_str(d)}))',
            lambda: f"{self.a_str(d)}.replace({self.rng.choice(WORDS[1:])}, {self.a_str(0)})[:12]",
            lambda: f"{self.a_str(d)}.{self.rng.choice(['upper', 'lower', 'strip', 'lstrip', 'rstrip'])}()",
            lambda: f'{self.a_str(d)}.strip("a ")',
            lambda: f"{self.a_str(d)}.translate(SWAP)",
            lambda: f'f"{{{self.a_int(0)}}}{{{self.a_str(0).replace(chr(34), chr(39))}}}|"',
            lambda: f"({self.a_str(d)} if {self.a_bool(d)} else {self.a_str(d)})",
            lambda: f"max({self.a_str(d)}, {self.a_str(d)})",
            lambda: f"min({self.a_strs(d)}, key=len, default={self.a_str(0)})",
            lambda: f"({self.a_strs(d)} + [{self.a_str(0)}])[{self.rng.choice(['0', '-1'])}]",
        ])

    def cut(self):
        start, stop = (self.rng.choice(["", "", "0", "1", "-1", "2", self.a_int(0)]) for _ in range(2))
        return f"{start}:{stop}{self.rng.choice(['', '', ':-1', ':2'])}"

    # ---- lists ----

    def iterable(self, d):
        """An iterable of ints, whose order is defined."""
        return self.pick(
            lambda: f"range({self.rng.randint(0, 4)})",
            lambda: f"range({self.a_int(0)} % 4, 5, 2)",
            lambda: self.a_ints(d), lambda: self.a_ints(d),
            lambda: f"sorted({self.a_set(d)})",
            lambda: f"reversed({self.a_ints(d)})",
            lambda: self.a_dict(d),
            lambda: f"{self.a_dict(d)}.values()",
            lambda: f"map(len, {self.a_grid(d)})",
            lambda: f"map(int, str(abs({self.a_int(d)})))",
            lambda: f"map(ord, {self.a_str(d)})",
            lambda: self.generator_call(d),
            lambda: f"chain({self.a_ints(0)}, {self.a_pair(0)})",
            lambda: f"accumulate({self.a_ints(d)})",
            lambda: f"list({self.name('deque') or self.a_ints(0)})",
            lambda: f"({self.a_int(0)}, {self.a_int(d)})",
        )

    def clause(self, d):
        """A name and `for NAME in …`."""
        name = self.bound()
        return name, f"for {name} in {self.iterable(d)}"

    def comprehension(self, d):
        x, over = self.clause(d)
        test = f" if {self.over([x], lambda: self.a_bool(d))}" if self.chance(0.3) else ""
        if self.chance(0.2):
            y = self.fresh()
            inner = self.over([x], lambda: self.iterable(0))
            return f"{self.over([x, y], lambda: self.a_int(d))} {over} for {y} in {inner}{test}"
        return f"{self.over([x], lambda: self.a_int(d))} {over}{test}"

    def a_ints(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.known("ints", depth, [lambda: f"[{self.a_int(0)}, {self.a_int(0)}]", lambda: "[]", lambda: "TABLE"])
        x = self.bound()
        return self.known("ints", depth, [
            lambda: f"[{self.a_int(d)}, {self.a_int(d)}, {self.a_int(0)}]",
            lambda: f"[{self.comprehension(d)}]", lambda: f"[{self.comprehension(d)}]",
            lambda: f"list({self.iterable(d)})",
            lambda: f"sorted({self.iterable(d)})",
            lambda: f"sorted({self.a_ints(d)}, key=lambda {x}: {self.over([x], lambda: self.a_int(d))})",
            lambda: f"sorted({self.a_set(d)}, reverse=True)",
            lambda: f"[*{self.a_ints(d)}, {self.a_int(d)}, *{self.iterable(0)}]",
            lambda: f"({self.a_ints(d)} + {self.a_ints(d)})",
            lambda: f"{self.a_ints(d)}[{self.cut()}]",
            lambda: f"({self.a_ints(d)} * {self.rng.choice(['2', '0', '(' + self.a_int(0) + ' % 3)'])})",
            lambda: f"list(map(lambda {x}: {self.over([x], lambda: self.a_int(d))}, {self.a_ints(d)}))",
            lambda: f"list(filter(lambda {x}: {self.over([x], lambda: self.a_bool(d))}, {self.a_ints(d)}))",
            lambda: f"list({self.generator_call(d)})",
            lambda: f"({self.a_ints(d)} if {self.a_bool(d)} else {self.a_ints(d)})",
            lambda: f"{self.a_lists(0)}.get({self.a_int(0)}, {self.a_ints(0)})",
            lambda: f"list(accumulate({self.a_ints(d)}, lambda p, q: p * 2 - q))",
            lambda: f"[{x} for row in {self.a_grid(d)} for {x} in row]",
            lambda: f"filled({self.a_int(d)})",
            lambda: f"filled({self.a_int(d)}, {self.a_ints(0)})",
            *([lambda: f"[{x} + {self.a_int(0)} for {x} in Cell]"] if self.has_cells else []),
        ])

    def a_strs(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.known("strs", depth, [lambda: f"[{self.a_str(0)}, {self.a_str(0)}]", lambda: "WORDS"])
        x = self.fresh()
        return self.known("strs", depth, [
            lambda: f"[{self.a_str(d)}, {self.a_str(d)}]",
            lambda: f"list({self.a_str(d)})",
            lambda: f"{self.a_str(d)}.split({self.rng.choice(['', repr(','), repr('a')])})",
            lambda: f"sorted({self.a_strs(d)}{self.rng.choice(['', ', key=len', ', reverse=True'])})",
            lambda: f"[{x}[1:] for {x} in {self.a_strs(d)}]",
            lambda: f"[{x} * 2 for {x} in {self.a_str(d)} if {x} != {self.rng.choice(WORDS[1:])}]",
            lambda: f"[str({x}) for {x} in {self.a_ints(d)}]",
            lambda: f"({self.a_strs(d)} + {self.a_strs(d)})",
            lambda: f"{self.a_strs(d)}[{self.cut()}]",
            lambda: f"sorted({self.a_names(d)})",
            lambda: f"list({self.a_names(d)})",
        ])

    def a_grid(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.known("grid", depth, [lambda: f"[[{self.a_int(0)}], [1, {self.a_int(0)}]]"])
        x = self.bound()
        return self.known("grid", depth, [
            lambda: f"[{self.a_ints(d)}, {self.a_ints(d)}]",
            lambda: f"[[{self.a_int(0)}] * 2 for _ in range({self.rng.randint(1, 3)})]",
            lambda: f"[{self.over([x], lambda: self.a_ints(d))} for {x} in range({self.rng.randint(0, 3)})]",
            lambda: f"[row[:] for row in {self.a_grid(d)}]",
            lambda: f"[row + [{self.a_int(0)}] for row in {self.a_grid(d)} if row]",
            lambda: f"[list(row) for row in zip({self.a_ints(d)}, {self.a_ints(d)})]",
            lambda: f"[list(col) for col in zip(*{self.a_grid(d)})]",
            lambda: f"([[{self.a_int(0)}]] * {self.rng.randint(0, 3)})",
            lambda: f"({self.a_grid(d)} + {self.a_grid(d)})",
            lambda: f"{self.a_grid(d)}[{self.cut()}]",
            lambda: f"deepcopy({self.a_grid(d)})",
            lambda: f"copy({self.a_grid(d)})",
            lambda: f"sorted({self.a_grid(d)})",
            lambda: f"list({self.a_lists(d)}.values())",
        ])

    # ---- sets, dicts, deques ----

    def a_set(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.known("set", depth, [lambda: f"{{{self.a_int(0)}, {self.a_int(0)}}}"])
        return self.known("set", depth, [
            lambda: f"{{{self.a_int(d)}, {self.a_int(d)}}}",
            lambda: f"{{{self.comprehension(d)}}}",
            lambda: f"set({self.iterable(d)})",
            lambda: f"({self.a_set(d)} {self.rng.choice('|&-')} {self.a_set(d)})",
            lambda: f"set({self.a_ints(d)})",
            lambda: f"set({self.a_dict(d)})",
            lambda: f"{self.a_set(d)}.{self.rng.choice(['union', 'intersection', 'difference'])}({self.pick(lambda: self.a_ints(d), lambda: self.a_set(d), lambda: self.a_pair(0))})",
        ])

    def a_dict(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.known("dict", depth, [lambda: f"{{{self.a_int(0)}: {self.a_int(0)}}}", lambda: "DICT"])
        x, over = self.clause(d)
        return self.known("dict", depth, [
            lambda: f"{{{self.a_int(d)}: {self.a_int(d)}, {self.a_int(0)}: {self.a_int(0)}}}",
            lambda: f"{{{self.over([x], lambda: self.a_int(0))}: {self.over([x], lambda: self.a_int(d))} {over}}}",
            lambda: f"dict(zip({self.a_ints(d)}, {self.a_ints(d)}))",
            lambda: f"{{**{self.a_dict(d)}, {self.a_int(0)}: {self.a_int(d)}}}",
            lambda: f"dict({self.a_dict(d)})",
            lambda: f"({self.a_dict(d)} | {self.a_dict(d)})",
            lambda: f"{self.a_dict(d)}.copy()",
            lambda: f"dict.fromkeys({self.a_ints(d)}, {self.a_int(0)})",
            lambda: f"dict(enumerate({self.a_ints(d)}))",
            lambda: f"{{v: k for k, v in {self.a_dict(d)}.items()}}",
        ])

    def a_names(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.known("names", depth, [lambda: f"{{{self.a_str(0)}: {self.a_int(0)}}}", lambda: "NAMES"])
        x = self.fresh()
        return self.known("names", depth, [
            lambda: f"{{{self.a_str(d)}: {self.a_int(d)}, {self.a_str(0)}: {self.a_int(0)}}}",
            lambda: f"{{{x}: len({x}) for {x} in {self.a_strs(d)}}}",
            lambda: f"dict(zip({self.a_str(d)}, {self.a_ints(d)}))",
        ])

    def a_lists(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.known("lists", depth, [lambda: f"{{{self.a_int(0)}: [{self.a_int(0)}]}}"])
        x, over = self.clause(d)
        return self.known("lists", depth, [
            lambda: f"{{{self.a_int(0)}: {self.a_ints(d)}, {self.a_int(0)}: [1]}}",
            lambda: f"{{{x}: [{x}] {over}}}",
            lambda: f"dict(enumerate({self.a_grid(d)}))",
        ])

    def a_counter(self, depth):
        d = depth - 1
        if depth <= 0:
            return self.known("counter", depth, [lambda: f"Counter({self.a_ints(0)})"])
        return self.known("counter", depth, [
            lambda: f"Counter({self.a_ints(d)})",
            lambda: f"Counter({self.comprehension(d)})",
            lambda: f"({self.a_counter(d)} {self.rng.choice('+-')} {self.a_counter(d)})",
            lambda: f"{self.a_counter(d)}.copy()",
        ])

    def a_deque(self, depth):
        return self.known("deque", depth, [lambda: f"deque({self.a_ints(depth - 1)})", lambda: "deque()" if self.chance(0.1) else "deque([2, 1])"])

    # ---- tuples and records ----

    def a_pair(self, depth):
        d = depth - 1
        return self.known("pair", depth, [
            lambda: f"({self.a_int(d)}, {self.a_int(d)})",
            lambda: f"divmod({self.a_int(d)}, 3)",
            lambda: f"min(({self.a_int(d)}, 1), {self.a_pair(min(d, 0))})" if d > 0 else "(2, 1)",
            lambda: f"(*{self.a_pair(0)}[:1], {self.a_int(d)})" if d > 0 else "(1, 2)",
        ])

    def a_record(self, depth):
        d = depth - 1
        return self.known("record", depth, [
            lambda: f"Pair({self.a_int(d)}, {self.a_int(d)})",
            lambda: f"Pair({self.a_int(d)})",
            lambda: f"Pair(y={self.a_int(0)}, x={self.a_int(0)})",
            lambda: f"Pair(*{self.name('pair')})" if self.name("pair") else "Pair(1, 2)",
            lambda: f"{self.name('record')}._replace(x={self.a_int(d)})" if self.name("record") else "Pair(2, 1)",
            lambda: f"{self.a_record(d)}.flipped()",
        ])

    def a_spot(self, depth):
        d = depth - 1
        return self.known("spot", depth, [
            lambda: f"Spot({self.a_int(d)}, {self.a_int(d)})",
            lambda: f"Spot(col={self.a_int(0)}, row={self.a_int(0)})",
            lambda: f"replace({self.name('spot')}, col={self.a_int(d)})" if self.name("spot") else "Spot(3)",
        ])

    def a_side(self, depth):
        return self.known("side", depth, [lambda: "Side.LEFT", lambda: "Side.RIGHT", lambda: f"other({self.name('side') or 'Side.NONE'})"])
