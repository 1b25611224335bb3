//! Python that rule files do not have: what it is called, and what to write
//! instead.

use ruff_python_ast::{Expr, Stmt};

/// The name of a statement that is not supported, and what to write instead.
pub(super) fn statement(stmt: &Stmt) -> Option<(&'static str, &'static str)> {
    Some(match stmt {
        Stmt::ClassDef(_) => (
            "a class",
            "a position is a tuple of ints, bools and lists of ints; write functions of its fields",
        ),
        Stmt::With(_) => ("`with`", "rules read and write no files; leave it out"),
        Stmt::Match(_) => ("`match`", "write `if … elif … else`"),
        Stmt::Raise(_) => ("`raise`", "write `assert condition, \"message\"`"),
        Stmt::Try(_) => (
            "`try`",
            "there are no exceptions to catch; test the condition before with `if`",
        ),
        Stmt::Global(_) => (
            "`global`",
            "constants of the file do not change; put what changes into the position",
        ),
        Stmt::Nonlocal(_) => ("`nonlocal`", "pass the value as an argument and return it"),
        Stmt::Delete(_) => ("`del`", "to take an item out of a list write `xs.pop(i)`"),
        Stmt::TypeAlias(_) => (
            "a type alias",
            "types are found out without it; leave it out",
        ),
        Stmt::IpyEscapeCommand(_) => ("an IPython command", "leave it out"),
        _ => return None,
    })
}

/// The name of an expression that is not supported, and what to write instead.
pub(super) fn expression(expr: &Expr) -> Option<(&'static str, &'static str)> {
    Some(match expr {
        Expr::Dict(_) | Expr::DictComp(_) => (
            "a dict",
            "write a list indexed by small ints, or a list of tuples to go through",
        ),
        Expr::Set(_) | Expr::SetComp(_) => (
            "a set",
            "write a list, or an int used as a set of bits: `s | 1 << i`, `s >> i & 1`",
        ),
        Expr::Lambda(_) => (
            "`lambda` outside `key=`",
            "write a function with `def` and call it",
        ),
        Expr::Named(_) => ("`:=`", "write the assignment on a line of its own"),
        Expr::Await(_) => ("`await`", "rules are ordinary functions; leave it out"),
        Expr::YieldFrom(_) => (
            "`yield from`",
            "write a loop: `for p in …: yield p`, with the positions computed by a function that returns a list",
        ),
        Expr::Yield(_) => (
            "`yield` inside an expression",
            "write `yield …` on a line of its own",
        ),
        Expr::BytesLiteral(_) => ("a bytes literal", "write a list of ints"),
        Expr::EllipsisLiteral(_) => ("`...`", "write `pass` where nothing is to be done"),
        Expr::Starred(_) => ("`*` before a value", "write the items one by one"),
        Expr::TString(_) => ("a template string", "write an f-string: f\"…\""),
        Expr::IpyEscapeCommand(_) => ("an IPython command", "leave it out"),
        _ => return None,
    })
}

/// A function of Python that rule files do not have, and what to write instead.
pub(super) fn function(name: &str) -> Option<&'static str> {
    Some(match name {
        "print" | "input" | "open" => {
            "rules read and write nothing; `show` returns text for people, and `assert` checks what you believe"
        }
        "set" | "frozenset" => "write a list, or an int used as a set of bits: `s | 1 << i`",
        "dict" => "write a list indexed by small ints",
        "map" | "filter" => "write a comprehension: `[f(x) for x in xs if p(x)]`",
        "float" | "round" => "rules count with ints; `//` divides and rounds down",
        "iter" | "next" => "write a `for` loop with `break`",
        "isinstance" | "type" => "every name has one type here; leave the test out",
        "eval" | "exec" | "compile" | "globals" | "locals" => "write the code itself",
        "bin" | "hex" | "oct" | "format" | "repr" => "write an f-string: f\"{x:b}\"",
        "hash" | "id" => "compare values with `==`",
        "__name__" => {
            "what is for running the file as a program stands under `if __name__ == \"__main__\":`, without `else`"
        }
        "lambda" => "write a function with `def`",
        _ => return None,
    })
}
