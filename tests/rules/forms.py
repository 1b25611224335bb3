"""Random rule programs with the richer forms of Python: sets, dicts, strings,
closures, helper generators, the library's iterators, records, aliased lists, `match`,
and containers that change while a loop iterates over them.

A program has one random function, `work`, whose result `show` writes; `moves` yields numbers.
"""

from form_values import Values

HEAD = '''\
from collections import Counter, defaultdict, deque
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from functools import cache, reduce
from itertools import accumulate, chain, combinations, pairwise, permutations, product
from math import gcd
from typing import NamedTuple

TABLE = [3, 1, 2]
DICT = {0: 2, 1: 5, 3: 1}
NAMES = {"a": 1, "xox": 2, "": 3}
WORDS = ["b", "a b", "ab"]
SWAP = str.maketrans("abx", "xab")


class Pair(NamedTuple):
    x: int
    y: int = 3

    def flipped(self, more=0):
        return Pair(self.y + more, self.x)

    @property
    def total(self):
        return self.x + self.flipped().x * 3


@dataclass(frozen=True)
class Spot:
    row: int
    col: int = 2


class Side(Enum):
    LEFT = 1
    RIGHT = 2
    NONE = -4


def filled(n, into=[1, 2]):
    return into[n % 2:] + [n % 5]


def other(side):
    return Side.RIGHT if side is Side.LEFT else Side.LEFT
'''

# A file with such a class has no text of containers, so it has no `show`.
CELLS = '''

class Cell(IntEnum):
    EMPTY = 0
    MINE = 2
    YOURS = -1
'''

KINDS = [
    "int", "int", "str", "ints", "ints", "strs", "grid", "grid", "set", "dict", "dict", "names", "lists",
    "counter", "deque", "pair", "record", "spot", "side",
]


class Writer(Values):
    """The lines of one function."""

    def __init__(self, rng):
        super().__init__(rng)
        self.lines = []
        self.depth = 1
        self.loops = 0
        self.leave = None  # writes a statement that ends the function
        self.fixed = []  # names that keep their kind

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def bind(self, kind, name):
        """The name has a value of this kind from now on."""
        if name not in self.names.setdefault(kind, []):
            self.names[kind].append(name)

    def inside(self, header, *writes):
        """A block; the names that it binds are dropped."""
        self.line(header)
        before = {kind: list(names) for kind, names in self.names.items()}
        functions = list(self.functions)
        self.depth += 1
        for write in writes:
            write()
        self.depth -= 1
        self.names, self.functions = before, functions

    # ---- statements ----

    def statement(self):
        simple = [self.assign, self.assign, self.change, self.change, self.change, self.unpack, self.augment]
        compound = [self.loop, self.loop, self.choose, self.match, self.attempt, self.drain]
        if self.depth == 1:
            compound += [self.closure, self.closure, self.lambda_, self.search, self.search]
        if self.leave and self.chance(0.08):
            return self.leave()
        self.rng.choice(simple if self.depth > 3 else simple + compound)()

    def short(self, kind, text):
        """A value that cannot grow without bound in loops."""
        return f"({text})[:9]" if self.loops and kind in ("str", "ints", "strs", "grid") else text

    def assign(self):
        kind = self.rng.choice(KINDS)
        known = self.name(kind)
        again = known and self.chance(0.4)
        text = self.short(kind, self.value(kind, 2))
        name = known if again else self.other(kind) or self.fresh()
        self.line(f"{name} = {text}")
        self.bind(kind, name)

    def other(self, kind):
        """Sometimes a name of another kind, which is bound anew; no closure reads it later."""
        names = [name for own, all in self.names.items() if own != kind for name in all if name not in self.fixed]
        if self.depth > 1 or self.functions or not names or self.chance(0.8):
            return None
        name = self.rng.choice(names)
        for known in self.names.values():
            known[:] = [own for own in known if own != name]
        return name

    def augment(self):
        kind = self.rng.choice(["int", "str", "ints", "set", "dict"])
        name = self.name(kind)
        if not name:
            return self.assign()
        sign = {"str": "+", "ints": "+", "set": self.rng.choice("|&-"), "dict": "|"}.get(kind) or self.rng.choice("+-*^")
        self.line(f"{name} {sign}= {self.value(kind, 1)}")
        if self.loops and kind == "str":
            self.line(f"{name} = {name}[:9]")
        if self.loops and kind == "ints":
            self.line(f"while len({name}) > 9: {name}.pop()")

    def unpack(self):
        a, b, c = self.fresh(), self.fresh(), self.fresh()
        self.line(self.pick(
            lambda: f"{a}, {b}, *{c} = {self.a_ints(1)}",
            lambda: f"{a}, *{c}, {b} = {self.a_ints(1)}",
            lambda: f"{a}, {b} = {self.a_pair(1)}; {c} = []",
            lambda: f"{a}, {b} = {self.a_record(1)}; {c} = [{a}]",
            lambda: f"({a}, {b}), {c} = {self.a_pair(1)}, {self.a_ints(1)}",
            lambda: f"{a}, {b} = sorted({self.a_set(1)})[:2]; {c} = []",
            lambda: f"{a} = {b} = {self.a_int(1)}; {c} = [{a}, {b}]",
            lambda: f"{a}, {b} = map(len, ({self.a_str(1)}, {self.a_str(0)})); {c} = []",
        ))
        self.bind("int", a)
        self.bind("int", b)
        self.bind("ints", c)

    def change(self):
        kind = self.rng.choice(["ints", "ints", "grid", "grid", "set", "dict", "names", "lists", "counter", "deque", "strs"])
        name = self.name(kind)
        if not name:
            value = self.value(kind, 1) if kind != "lists" or self.chance(0.5) else "defaultdict(list)"
            if kind == "dict" and self.chance(0.3):
                value = "defaultdict(int)"
            name = self.fresh()
            self.line(f"{name} = {self.short(kind, value)}")
            return self.bind(kind, name)
        guard = f"if len({name}) < 8: " if self.loops else ""
        self.line(guard + getattr(self, "change_" + kind)(name))

    def change_ints(self, name):
        return self.pick(
            lambda: f"{name}.append({self.a_int(2)})", lambda: f"{name}.insert({self.a_int(0)}, {self.a_int(1)})",
            lambda: f"{name}.extend({self.finite()})", lambda: f"{name}.remove({self.a_int(0)})",
            lambda: f"{name}[{self.a_int(0)}] = {self.a_int(2)}", lambda: f"{name}[-1] += {self.a_int(2)}",
            lambda: f"{name}.reverse()", lambda: f"{name}.sort()", lambda: f"{name}.sort(key=lambda q: -q, reverse={self.a_bool(0)})",
            lambda: f"del {name}[{self.a_int(0)}]", lambda: f"{name}.clear()", lambda: f"{name}.pop()",
            lambda: f"{name}[0], {name}[-1] = {name}[-1], {name}[0]", lambda: f"{name} *= {self.rng.choice(['0', '2'])}",
        )

    def finite(self):
        """An iterable that does not read what is being extended."""
        return self.pick(lambda: self.a_ints(1), lambda: f"range({self.rng.randint(0, 4)})", lambda: self.a_pair(1))

    def change_strs(self, name):
        return self.pick(
            lambda: f"{name}.append({self.a_str(1)})", lambda: f"{name}[0] = ({self.a_str(1)})[:9]",
            lambda: f"{name} += {self.a_strs(1)}", lambda: f"{name}.sort(key=len)", lambda: f"{name}[-1] += ({self.a_str(0)})[:3]",
        )

    def change_grid(self, name):
        row = self.rng.choice(["0", "-1", self.a_int(0)])
        return self.pick(
            lambda: f"{name}[{row}][0] = {self.a_int(1)}", lambda: f"{name}[{row}][-1] += {self.a_int(1)}",
            lambda: f"{name}[{row}].append({self.a_int(1)})", lambda: f"{name}[{row}] += ({self.a_ints(1)})[:3]",
            lambda: f"{name}.append({self.a_ints(1)})", lambda: f"{name}.append({name}[0])",
            lambda: f"{name}[{row}] = ({self.a_ints(1)})[:9]", lambda: f"{name}.reverse()", lambda: f"{name}[0], {name}[-1] = {name}[-1], {name}[0]",
            lambda: f"{name}.insert(0, {name}[-1])", lambda: f"{name}[0] = {name}[-1]", lambda: f"{name}.sort(key=len)",
        )

    def change_set(self, name):
        return self.pick(
            lambda: f"{name}.add({self.a_int(1)})", lambda: f"{name}.discard({self.a_int(1)})",
            lambda: f"{name}.update({self.iterable(1)})", lambda: f"{name}.remove({self.a_int(0)})",
            lambda: f"{name} {self.rng.choice('|&-')}= {self.a_set(1)}",
        )

    def change_dict(self, name):
        key = self.a_int(1)
        return self.pick(
            lambda: f"{name}[{key}] = {self.a_int(2)}", lambda: f"{name}[{key}] {self.rng.choice('+-^')}= {self.a_int(1)}",
            lambda: f"del {name}[{key}]", lambda: f"{name}.update({self.a_dict(1)})", lambda: f"{name}.pop({key}, None)",
            lambda: f"{name}.setdefault({key}, {self.a_int(1)})", lambda: f"{name}.clear()",
            lambda: f"{name}[{key}] = {name}.get({self.a_int(0)}, 0) + 1", lambda: f"{name}[{key}] = len({name})",
        )

    def change_names(self, name):
        return self.pick(
            lambda: f"{name}[{self.a_str(1)}] = {self.a_int(1)}", lambda: f"{name}[{self.a_str(0)}] = {name}.get({self.a_str(0)}, 0) + 1",
            lambda: f"{name}.pop({self.a_str(0)}, 0)",
        )

    def change_lists(self, name):
        key = self.a_int(0)
        return self.pick(
            lambda: f"{name}.setdefault({key}, []).append({self.a_int(1)})", lambda: f"{name}[{key}].append({self.a_int(1)})",
            lambda: f"{name}[{key}] = ({self.a_ints(1)})[:9]", lambda: f"{name}[{key}] += ({self.a_ints(1)})[:3]", lambda: f"{name}.pop({key}, None)",
        )

    def change_counter(self, name):
        return self.pick(
            lambda: f"{name}[{self.a_int(1)}] += {self.a_int(0)}", lambda: f"{name}[{self.a_int(1)}] = {self.a_int(1)}",
            lambda: f"{name}.update({self.a_ints(1)})", lambda: f"del {name}[{self.a_int(0)}]", lambda: f"{name}.subtract({self.a_ints(1)})",
        )

    def change_deque(self, name):
        return self.pick(
            lambda: f"{name}.append({self.a_int(1)})", lambda: f"{name}.appendleft({self.a_int(1)})",
            lambda: f"{name}.popleft()", lambda: f"{name}.pop()", lambda: f"{name}.extend({self.a_ints(1)})",
            lambda: f"{name}.rotate({self.a_int(0)})", lambda: f"{name}[0] = {self.a_int(1)}",
        )

    # ---- blocks ----

    def some(self):
        for _ in range(self.rng.randint(1, 2)):
            self.statement()

    def loop(self):
        x, y = self.fresh(), self.fresh()
        header, bound = self.pick(
            lambda: (f"for {x} in {self.iterable(1)}:", [("int", x)]), lambda: (f"for {x} in {self.iterable(1)}:", [("int", x)]),
            lambda: (f"for {x} in {self.a_str(1)}:", [("str", x)]),
            lambda: (f"for {x} in {self.a_strs(1)}:", [("str", x)]),
            lambda: (f"for {x} in {self.a_grid(1)}:", [("ints", x)]),
            lambda: (f"for {x}, {y} in {self.a_dict(1)}.items():", [("int", x), ("int", y)]),
            lambda: (f"for {x}, {y} in {self.a_names(1)}.items():", [("str", x), ("int", y)]),
            lambda: (f"for {x}, {y} in {self.a_lists(1)}.items():", [("int", x), ("ints", y)]),
            lambda: (f"for {x}, {y} in sorted({self.a_counter(1)}.items()):", [("int", x), ("int", y)]),
            lambda: (f"for {x}, {y} in enumerate({self.iterable(1)}):", [("int", x), ("int", y)]),
            lambda: (f"for {x}, {y} in zip({self.a_ints(1)}, {self.pick(lambda: self.a_ints(0), lambda: 'range(4)', lambda: f'reversed({self.a_ints(0)})')}):", [("int", x), ("int", y)]),
            lambda: (f"for {x}, {y} in product({self.a_ints(0)}, {self.a_str(0)}):", [("int", x), ("str", y)]),
            lambda: (f"for {x}, {y} in pairwise({self.a_ints(1)}):", [("int", x), ("int", y)]),
            lambda: (f"for {x}, {y} in combinations({self.a_ints(1)}, 2):", [("int", x), ("int", y)]),
            lambda: (f"for {x} in {{{self.a_int(0)}: 1, **{self.a_dict(0)}}}:", [("int", x)]),
        )
        steps = self.fresh("n")
        self.line(f"{steps} = 0")

        def body():
            for kind, name in bound:
                self.bind(kind, name)
            self.line(f"{steps} += 1")
            self.line(f"if {steps} > {self.rng.choice(['4', '6'])}: break")
            self.some()
            if self.chance(0.2):
                self.line(f"if {self.a_bool(1)}: {self.rng.choice(['break', 'continue'])}")

        self.loops += 1
        self.inside(header, body)
        self.loops -= 1
        self.bind("int", steps)
        if self.chance(0.15):
            self.inside("else:", self.some)

    def choose(self):
        x = self.fresh()
        if self.chance(0.3):
            self.inside(f"if ({x} := {self.a_int(1)}) {self.rng.choice(['>', '<', '=='])} {self.a_int(0)}:", lambda: self.bind("int", x), self.some)
            self.bind("int", x)
        else:
            self.inside(f"if {self.a_bool(2)}:", self.some)
        if self.chance(0.4):
            self.inside(f"elif {self.a_bool(1)}:", self.some)
        if self.chance(0.5):
            self.inside("else:", self.some)

    def match(self):
        x = self.fresh()
        how = self.rng.randrange(3)
        subject = [lambda: self.a_int(1), lambda: self.a_str(1), lambda: self.a_side(1)][how]()
        cases = [
            ["0", "1 | 2", "-1", f"{x} if {x} > 3", "_"], ['"a"', '"" | "ab"', f'{x} if "x" in {x}', "_"], ["Side.LEFT", "Side.RIGHT", "_"],
        ][how]
        self.line(f"match {subject}:")
        self.depth += 1
        for case in cases:
            if case == "_" and self.chance(0.3):
                continue

            def body(case=case):
                if case.startswith(x):
                    self.bind(["int", "str", "side"][how], x)
                self.some()

            self.inside(f"case {case}:", body)
        self.depth -= 1

    def attempt(self):
        """`try` around a lookup."""
        x = self.fresh()
        look, error = self.pick(
            lambda: (f"{self.name('ints')}.index({self.a_int(0)} {self.rng.choice('+-*')} {self.a_int(0)})", "ValueError"),
            lambda: (f"{self.name('dict') or 'DICT'}[{self.a_int(0)}]", "KeyError"),
        )
        self.line("try:")
        self.line(f"    {x} = {look}")
        self.line(f"except {error}:")
        self.line(f"    {x} = {self.a_int(1)}")
        self.bind("int", x)

    def closure(self):
        """A nested function that reads variables, which may change before it is called."""
        name, p = self.fresh("f"), self.fresh("p")
        captured = self.name("int")
        default = self.chance(0.25)
        functions, changes = self.functions, self.may_change
        self.functions = []

        def body():
            self.bind("int", p)
            if self.chance(0.4):
                local = self.fresh()
                self.line(f"{local} = {self.a_int(2)}")
                self.bind("int", local)
            if self.chance(0.3):
                self.line(f"if {self.a_bool(1)}: return {self.a_int(1)}")
            self.line(f"return {self.a_int(2)}")

        self.inside(f"def {name}({p}{'=3' if default else ''}):", body)
        self.functions, self.may_change = functions + [name], changes
        if captured and captured.startswith("v") and self.chance(0.5):
            self.line(f"{captured} = {self.a_int(1)}")
        if self.chance(0.5):
            self.call_closure(name, default)

    def call_closure(self, name, default):
        x = self.fresh()
        kind, text = self.pick(
            lambda: ("ints", f"list(map({name}, {self.a_ints(1)}))"), lambda: ("ints", f"sorted({self.a_ints(1)}, key={name})"),
            lambda: ("int", f"max({self.a_ints(1)}, key={name}, default=0)"), lambda: ("ints", f"[{name}(q) for q in {self.a_ints(1)}]"),
            lambda: ("int", f"{name}()" if default else f"{name}({self.a_int(1)})"),
        )
        self.line(f"{x} = {text}")
        self.bind(kind, x)

    def lambda_(self):
        name, p = self.fresh("f"), self.bound()
        self.line(f"{name} = lambda {p}: {self.over([p], lambda: self.a_int(2))}")
        self.functions = self.functions + [name]

    def search(self):
        """A nested generator, consumed by a loop that may change what it reads."""
        name, x, y = self.fresh("g"), self.fresh(), self.fresh()
        source = self.a_ints(1)

        def items():
            self.inside(f"for {x} in {source}:", item)
            if self.chance(0.3):
                self.line(f"yield from {self.iterable(1)}")

        def item():
            self.bind("int", x)
            if self.chance(0.3):
                self.line(f"if {self.a_bool(1)}: {self.rng.choice(['return', 'continue'])}")
            self.line(f"yield {self.a_int(1)}")

        self.inside(f"def {name}():", items)
        steps = self.fresh("n")
        self.line(f"{steps} = 0")

        def body():
            self.bind("int", y)
            self.line(f"{steps} += 1")
            self.line(f"if {steps} > 5: break")
            self.some()

        self.loops += 1
        self.inside(f"for {y} in {name}():", body)
        self.loops -= 1

    def drain(self):
        """A worklist."""
        q, x, steps = self.fresh(), self.fresh(), self.fresh("n")
        is_deque = self.chance(0.5)
        self.line(f"{q} = {'deque' if is_deque else 'list'}({self.rng.choice(['[1, 2]', self.a_ints(0)])})")
        self.line(f"{steps} = 0")

        def body():
            self.line(f"{steps} += 1")
            self.line(f"{x} = {q}.{'popleft()' if is_deque else 'pop()'}")
            self.bind("int", x)
            self.some()
            self.line(f"if {steps} < 5: {q}.append({self.a_int(1)})")

        self.loops += 1
        self.inside(f"while {q}{self.rng.choice(['', f' and {steps} < 7'])}:", body)
        self.loops -= 1


class Forms:
    """The text of a random rule file, and random positions for it."""

    def __init__(self, rng):
        self.rng = rng
        self.helpers = []
        self.has_cells = rng.random() < 0.2
        self.source = "\n".join([HEAD + CELLS * self.has_cells, *self.generator(0), *self.generator(1), *self.work(), *self.moves()]) + "\n"

    def position(self):
        return [self.rng.randint(-2, 5), self.rng.randint(-1, 4), [self.rng.randint(-1, 3) for _ in range(3)]]

    def writer(self):
        writer = Writer(self.rng)
        writer.has_cells = self.has_cells
        writer.generators = list(self.helpers) or ["range"]
        return writer

    def generator(self, number):
        """A helper generator of an int and a list."""
        body = Writer(self.rng)
        body.generators = self.helpers or ["range"]
        if not self.helpers:
            body.generator_call = lambda d: f"(q for q in range({self.rng.randint(0, 4)}))"
        body.bind("int", "first")
        body.bind("ints", "items")
        body.may_change = False
        body.bind("int", "k")

        def item():
            if self.rng.random() < 0.4:
                body.statement()
            body.line(f"yield {body.a_int(1)}")
            if self.rng.random() < 0.2:
                body.line(f"if {body.a_bool(1)}: return")

        name = f"gen{number}"
        body.loops = 1
        body.inside("for k in range(3):", item)
        body.names["int"].remove("k")
        if self.rng.random() < 0.5:
            body.line(f"yield from {body.iterable(1)}")
        self.helpers.append(name)
        return ["", "", f"def {name}(first, items):", *body.lines]

    def parameters(self, body):
        body.bind("int", "a")
        body.bind("int", "b")
        body.bind("ints", "xs")

    def work(self):
        body = self.writer()
        self.parameters(body)
        for _ in range(self.rng.randint(1, 4)):
            body.statement()
        body.line(f"return ({', '.join(self.shown(body))},)")
        show = ["", "", "def show(a, b, xs):", "    return str(work(a, b, xs))"]
        return ["", "", "def work(a, b, xs):", *body.lines, *([] if self.has_cells else show)]

    def shown(self, body):
        """All variables as values that can be written."""
        forms = {
            "set": "sorted({})", "dict": "list({}.items())", "names": "list({}.items())", "lists": "list({}.items())",
            "counter": "list({}.items())", "deque": "list({})", "record": "({0}.x, {0}.y)", "spot": "({0}.row, {0}.col)", "side": "{}.value",
        }
        return [forms.get(kind, "{}").format(name) for kind, names in body.names.items() for name in names]

    def moves(self):
        body = self.writer()
        self.parameters(body)

        def leave():
            body.line(f"yield {body.a_int(1)}, {body.a_int(1)}, [{body.a_int(0)}, 1, 2]")

        body.leave = leave
        body.fixed = ["xs"]
        for _ in range(self.rng.randint(1, 3)):
            body.statement()
        digests = [self.digest(kind, name) for kind, names in body.names.items() for name in names]
        body.line(f"yield {' + '.join(digests)}, {body.a_int(1)}, (xs + [0, 0, 0])[:3]")
        return ["", "", "def start():", "    yield 1, 2, [0, 3, 1]", "", "", "def moves(a, b, xs):", *body.lines]

    def digest(self, kind, name):
        return {
            "int": f"{name} % 1009", "str": f"len({name})", "ints": f"sum({name}[::2]) % 1009", "strs": f"len({name})",
            "grid": f"sum(map(sum, {name})) % 1009", "set": f"sum({name}) % 1009", "dict": f"sum(k ^ v for k, v in {name}.items()) % 1009",
            "names": f"sum({name}.values()) % 1009", "lists": f"sum(map(sum, {name}.values())) % 1009", "counter": f"sum({name}.values()) % 1009",
            "deque": f"sum({name}) % 1009", "pair": f"{name}[0] % 1009", "record": f"{name}.x % 1009", "spot": f"{name}.col % 1009",
            "side": f"{name}.value",
        }[kind]
