"""Rule programs in CPython with 64-bit integers.

CPython's integers are unbounded; those of a rule file have 64 bits, and overflow
is a fault at that line. `compile_checked` rewrites a program so that every
arithmetic result is checked, and changes nothing else about it. `fault_of`
returns the kind and the line of a fault, independently of CPython's messages.
"""

import ast
import dis
import math
import sys

LEAST, GREATEST = -(2**63), 2**63 - 1


class Overflow(Exception):
    """An integer outside 64 bits."""


class NegativeExponent(Exception):
    """CPython would continue with a float."""


def check(value):
    """The value itself, if it fits."""
    if isinstance(value, int):
        if not LEAST <= value <= GREATEST:
            raise Overflow
    elif isinstance(value, tuple):
        for item in value:
            check(item)
    return value


def left_shift(a, b):
    # A large result would exhaust the memory before it could be checked.
    if b > 64 and a != 0:
        raise Overflow
    return check(a << min(b, 64))


def power(base, exponent):
    if exponent < 0:
        raise NegativeExponent
    if exponent > 64 and base not in (-1, 0, 1):
        raise Overflow
    return check(base**exponent)


def checked_pow(base, exponent, *modulus):
    if modulus:
        if exponent < 0:
            raise NegativeExponent
        return check(pow(base, exponent, *modulus))
    return power(base, exponent)


def checked_sum(items, start=0):
    """Overflow of a partial sum is a fault, as in a chain of additions. Items of a set are
    added in increasing order, whatever CPython's order."""
    if isinstance(items, (set, frozenset)):
        items = sorted(items)
    for item in items:
        start = check(start + item)
    return start


class Checks(ast.NodeTransformer):
    """Wraps every integer operation in a call of one of the functions above."""

    CALLS = {"abs": "check", "divmod": "check", "gcd": "check"}

    def __init__(self):
        self.temporaries = 0

    def visit_ClassDef(self, node):
        # Records have fields only, whose values are constants. In the body of a class, CPython
        # changes names that begin with two underscores.
        return node

    def call(self, name, arguments, node, keywords=()):
        function = ast.copy_location(ast.Name(id="__" + name, ctx=ast.Load()), node)
        return ast.copy_location(ast.Call(function, arguments, list(keywords)), node)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift):
            return self.call("left_shift", [node.left, node.right], node)
        if isinstance(node.op, ast.Pow):
            return self.call("power", [node.left, node.right], node)
        return self.call("check", [node], node)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return self.call("check", [node], node) if isinstance(node.op, ast.USub) else node

    def visit_Call(self, node):
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        wrapper = self.CALLS.get(name)
        return self.call(wrapper, [node], node) if wrapper else node

    def visit_Name(self, node):
        wrapper = {"sum": "__checked_sum", "pow": "__checked_pow"}.get(node.id)
        is_used = wrapper and isinstance(node.ctx, ast.Load)
        return ast.copy_location(ast.Name(wrapper, node.ctx), node) if is_used else node

    def visit_MatchValue(self, node):
        # A pattern has no calls.
        return node

    def visit_AugAssign(self, node):
        """`a[i] += x` keeps its order: a, i, a[i], x; lists are extended in place."""
        self.generic_visit(node)
        before = []
        target = node.target
        if isinstance(target, ast.Subscript):
            target = ast.Subscript(self.keep(target.value, before), self.keep(target.slice, before), ast.Store())
        load = ast.parse(ast.unparse(target), mode="eval").body
        for part in ast.walk(load):
            ast.copy_location(part, node)
        if isinstance(node.op, (ast.LShift, ast.Pow)):
            name = "left_shift" if isinstance(node.op, ast.LShift) else "power"
            after = [ast.Assign([target], self.call(name, [load, node.value], node))]
        else:
            after = [ast.AugAssign(target, node.op, node.value), ast.Expr(self.call("check", [load], node))]
        statements = before + after
        for statement in statements:
            ast.copy_location(statement, node)
            ast.fix_missing_locations(statement)
        return statements

    def keep(self, expression, before):
        name = f"__kept_{self.temporaries}"
        self.temporaries += 1
        before.append(ast.Assign([ast.Name(name, ast.Store())], expression))
        return ast.Name(name, ast.Load())


def compile_checked(tree, filename):
    """Code for a parsed rule program that faults where an integer leaves 64 bits."""
    return compile(ast.fix_missing_locations(Checks().visit(tree)), filename, "exec")


def names():
    """The functions that the rewritten program calls."""
    return {
        "__check": check,
        "__left_shift": left_shift,
        "__power": power,
        "__checked_pow": checked_pow,
        "__checked_sum": checked_sum,
    }


KINDS = [
    (Overflow, "overflow"),
    (NegativeExponent, "exponent"),
    (ZeroDivisionError, "division"),
    (IndexError, "index"),
    (KeyError, "key"),
    (AssertionError, "assert"),
    (NameError, "unbound"),
    (RecursionError, "depth"),
    # A dict that changes its size while a loop iterates over it.
    (RuntimeError, "assert"),
]


def fault_of(error, filename):
    """The kind of a fault and the line of the program at which it happened."""
    kind = next((kind for exception, kind in KINDS if isinstance(error, exception)), None)
    if kind is None and isinstance(error, ValueError):
        kind = "shift" if "shift" in str(error) else "value"
    if kind is None:
        raise error
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            line = line_of(trace, error)
        trace = trace.tb_next
    return {"fault": kind, "line": line}


def attempt(work, filename):
    """The result of some work, or its fault. `None` where a value is expected is the fault
    "none", a length beyond 64 bits is "overflow"."""
    try:
        return work()
    except (AttributeError, TypeError, OverflowError) as error:
        is_none = "NoneType" in str(error)
        if not isinstance(error, OverflowError) and not is_none:
            raise
        place = fault_of(ValueError().with_traceback(error.__traceback__), filename)
        return place | {"fault": "none" if is_none else "overflow"}


def line_of(trace, error):
    """The line of a fault.

    Once a function has been called often, CPython 3.11 fuses a store with the
    load after it. If the loaded name is unbound, it would report the line of
    the store.
    """
    if sys.version_info[:2] == (3, 11) and isinstance(error, UnboundLocalError):
        name = str(error).split("'")[1]
        for step in dis.get_instructions(trace.tb_frame.f_code):
            if step.offset >= trace.tb_lasti and step.opname.startswith("LOAD_") and step.argval == name:
                return step.positions.lineno
    return trace.tb_lineno
