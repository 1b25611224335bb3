//! Nested expressions and statements, of ordinary depth up to depths that would
//! overflow any stack.

use super::case::{Case, Expected};

/// Deeper than ordinary code.
const USUAL: usize = 40;
/// Depths that once overflowed the stack of the code generator and of the parser.
const DEEP: [usize; 2] = [2_300, 20_000];

/// Part of the message about too deep nesting.
const TOO_DEEP: &str = "levels";

/// Name, prefix, inner expression and suffix; prefix and suffix are repeated.
const AROUND: [(&str, &str, &str, &str); 20] = [
    ("parentheses", "(", "x", ")"),
    ("inverts", "~", "x", ""),
    ("negations", "-", "x", ""),
    ("nots", "not ", "x", ""),
    ("left_sums", "", "x", " + 0"),
    ("right_sums", "0 + (", "x", ")"),
    ("powers", "1 ** ", "x", ""),
    ("ors", "x or (", "x", ")"),
    ("comparisons", "(", "x", " < 9)"),
    ("conditionals", "x if x > 9 else ", "x", ""),
    ("conditions", "1 if (", "x", ") else 2"),
    ("calls", "abs(", "x", ")"),
    ("minima", "min(3, ", "x", ")"),
    ("bits", "(", "x", " ^ 1)"),
    ("shifts", "", "x", " >> 0"),
    ("quotients", "", "x", " // 1"),
    ("lists", "[", "x", "]"),
    ("tuples", "(", "x", ",)"),
    ("sums_of_lists", "sum([", "x", "])"),
    ("subscripts", "[0, 1][", "x % 2", "]"),
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, open, inner, close) in AROUND {
        let deep = |n: usize| format!("{}{inner}{}", open.repeat(n), close.repeat(n));
        // The nesting of types is limited to a smaller depth.
        let usual = if name == "lists" || name == "tuples" {
            4
        } else {
            USUAL
        };
        cases.push(Case::expression(
            &format!("{name}_{usual}"),
            &deep(usual),
            Expected::Solved,
        ));
        for depth in DEEP {
            // Parentheses alone add no nodes to the syntax tree.
            let expected = match name {
                "parentheses" => Expected::Solved,
                _ => Expected::Refused(if depth == DEEP[0] { TOO_DEEP } else { "" }),
            };
            cases.push(Case::expression(
                &format!("{name}_{depth}"),
                &deep(depth),
                expected,
            ));
        }
    }
    cases.extend(statements());
    cases
}

fn statements() -> Vec<Case> {
    let ifs = |depth: usize| -> String {
        let head: String = (0..depth)
            .map(|n| format!("{}if x > {n}:\n", "    ".repeat(n)))
            .collect();
        format!("{head}{}pass", "    ".repeat(depth))
    };
    let fors = |depth: usize| -> String {
        let head: String = (0..depth)
            .map(|n| format!("{}for a{n} in range(2):\n", "    ".repeat(n)))
            .collect();
        format!("{head}{}pass", "    ".repeat(depth))
    };
    let elifs = |count: usize| -> String {
        let rest: String = (0..count)
            .map(|n| format!("elif x == {n}:\n    pass\n"))
            .collect();
        format!("if x == -1:\n    pass\n{rest}")
    };
    let chain = |length: usize| -> String {
        let functions: String = (0..length)
            .map(|n| format!("def f{n}(a):\n    return f{}(a)\n\n\n", n + 1))
            .collect();
        format!(
            "{functions}def f{length}(a):\n    return a\n\n\ndef claim(x):\n    return f0(x) % 2 == 1"
        )
    };
    let clauses = |count: usize| -> String {
        let clauses: String = (0..count)
            .map(|n| format!(" for a{n} in range(2)"))
            .collect();
        format!("y = sum(1{clauses})")
    };
    let loops = Expected::Limited("steps in one call");
    vec![
        Case::body("ifs_18", &ifs(18), Expected::Solved),
        Case::body("ifs_95", &ifs(95), Expected::Solved),
        Case::body("ifs_300", &ifs(300), Expected::Refused("")),
        Case::body("fors_12", &fors(12), Expected::Solved),
        Case::body("fors_18", &fors(18), Expected::Solved),
        Case::body("fors_30", &fors(30), Expected::Refused(TOO_DEEP)),
        Case::body("elifs_200", &elifs(200), Expected::Solved),
        Case::body("elifs_2000", &elifs(2_000), Expected::Refused(TOO_DEEP)),
        Case::module("functions_200", &chain(200), Expected::Solved),
        Case::module("functions_1500", &chain(1_500), Expected::Solved),
        Case::body("clauses_12", &clauses(12), Expected::Solved),
        Case::body("clauses_24", &clauses(24), loops),
        Case::body("clauses_40", &clauses(40), loops),
    ]
}
