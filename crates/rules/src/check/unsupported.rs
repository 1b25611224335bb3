//! Unsupported Python: the name of each construct and its replacement.

use ruff_python_ast::{Expr, Stmt};

/// The name of an unsupported statement and its replacement.
pub(super) fn statement(stmt: &Stmt) -> Option<(&'static str, &'static str)> {
    Some(match stmt {
        Stmt::ClassDef(_) => ("a class inside a function", "define it at the left margin"),
        Stmt::With(_) => ("`with`", "rules do no I/O; remove it"),
        Stmt::Match(_) => ("`match` here", "write `if … elif … else`"),
        Stmt::Raise(_) => ("`raise` here", "write `assert condition, \"message\"`"),
        Stmt::Try(_) => (
            "`try`",
            "test the condition beforehand with `if`; supported are `try: i = xs.index(x)` with `except ValueError:` and `try: x = d[key]` with `except KeyError:`",
        ),
        Stmt::Global(_) => (
            "`global`",
            "module names are constant; make mutable state part of the position",
        ),
        Stmt::Nonlocal(_) => ("`nonlocal`", "pass the value as an argument and return it"),
        Stmt::Delete(node) => match &node.targets[..] {
            [Expr::Subscript(_)] => (
                "`del` of a slice with a step",
                "keep the rest: `xs = [x for i, x in enumerate(xs) if …]`",
            ),
            _ => ("`del` of a name", "remove this line"),
        },
        Stmt::TypeAlias(_) => ("a type alias", "types are inferred; remove it"),
        Stmt::IpyEscapeCommand(_) => ("an IPython command", "remove it"),
        _ => return None,
    })
}

/// The name of an unsupported expression and its replacement.
pub(super) fn expression(expr: &Expr) -> Option<(&'static str, &'static str)> {
    Some(match expr {
        Expr::Lambda(_) => (
            "`lambda` here",
            "it is supported as an argument of a function that calls it, after `key=`, in `map`, `filter` and `reduce`, in lists of functions, and as `f = lambda x: …` outside of loops and `if`; else write a function with `def`",
        ),
        Expr::Named(_) => (
            "`:=` here",
            "it is supported where the test of an `if` or a `while` begins with it; else write the assignment on its own line",
        ),
        Expr::Await(_) => ("`await`", "rules are ordinary functions; remove it"),
        Expr::YieldFrom(_) => (
            "`yield from`",
            "write a loop: `for p in …: yield p`, with the positions computed by a function that returns a list",
        ),
        Expr::Yield(_) => (
            "`yield` inside an expression",
            "write `yield …` on its own line",
        ),
        Expr::BytesLiteral(_) => ("a bytes literal", "write a list of ints"),
        Expr::EllipsisLiteral(_) => ("`...`", "write `pass` for an empty block"),
        Expr::Starred(_) => (
            "`*` before a value here",
            "it is supported in `[*xs, y]`, `first, *rest = xs`, `zip(*rows)` and `f(*pair)`; to others pass the sequence: `max(xs)`",
        ),
        Expr::TString(_) => ("a template string", "write an f-string: f\"…\""),
        Expr::IpyEscapeCommand(_) => ("an IPython command", "remove it"),
        _ => return None,
    })
}

/// The replacement for an unsupported built-in function.
pub(super) fn function(name: &str) -> Option<&'static str> {
    Some(match name {
        "print" | "input" | "open" => {
            "rules do no I/O; `show` returns text to display, and `assert` checks invariants"
        }
        "map" | "filter" => {
            "map one iterable: `map(f, xs)`, or write a comprehension: `[f(x) for x in xs if p(x)]`"
        }
        "float" => {
            "only ints are supported: `//` divides; instead of infinity begin with None, `if best is None or x < best:`"
        }
        "round" => "only ints are supported; `//` divides and rounds down",
        "iter" | "next" => "write a `for` loop with `break`",
        "isinstance" | "type" => "every name has one type; remove the test",
        "eval" | "exec" | "compile" | "globals" | "locals" => "write the code itself",
        "bin" => "the one bits of x: `x.bit_count()`; as text: f\"{x:b}\"",
        "hex" | "oct" | "format" | "repr" => "write an f-string: f\"{x:x}\"",
        "hash" | "id" => "compare values with `==`",
        "__name__" => {
            "put code for running the file as a program under `if __name__ == \"__main__\":`, without `else`"
        }
        "lambda" => "write a function with `def`",
        _ => return None,
    })
}
