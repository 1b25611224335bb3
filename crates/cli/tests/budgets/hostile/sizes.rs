//! Unusually large files and definitions.

use super::case::{Case, Expected};

pub(crate) fn cases() -> Vec<Case> {
    let names = |count: usize| -> String { (0..count).map(|n| format!("a{n}, ")).collect() };
    let numbers = |count: usize| "7, ".repeat(count);
    let functions: String = (0..3_000)
        .map(|n| format!("def f{n}(a):\n    return a\n\n\n"))
        .collect();
    let constants: String = (0..5_000).map(|n| format!("c{n} = {n}\n")).collect();
    let yields = "    yield x // 2\n".repeat(5_000);
    let statements: String = (0..4_000).map(|n| format!("y = x + {n}\n")).collect();
    let table: String = format!("[{}]", format!("[{}], ", numbers(100)).repeat(100));
    let chain = format!("y = 0{}", " < x".repeat(5_000));
    vec![
        Case::file(
            "file_too_long",
            "# a comment\n".repeat(20_000),
            Expected::Refused("240000 bytes"),
        ),
        Case::file(
            "file_of_a_megabyte",
            "x".repeat(1 << 20),
            Expected::Refused("1048576 bytes"),
        ),
        Case::module(
            "long_line",
            &format!("t = [{}]", numbers(30_000)),
            Expected::Solved,
        ),
        Case::module(
            "long_name",
            &format!("{} = 1", "n".repeat(100_000)),
            Expected::Solved,
        ),
        Case::module(
            "long_number",
            &format!("n = {}", "9".repeat(5_000)),
            Expected::Refused("64"),
        ),
        Case::module(
            "long_hexadecimal",
            &format!("n = 0x{}", "f".repeat(50_000)),
            Expected::Refused("64"),
        ),
        Case::module(
            "long_text",
            &format!("t = '{}'", "t".repeat(100_000)),
            Expected::Solved,
        ),
        Case::module(
            "long_comment",
            &format!("# {}", "t".repeat(100_000)),
            Expected::Solved,
        ),
        Case::module("many_functions", &functions, Expected::Solved),
        Case::module("many_constants", &constants, Expected::Solved),
        Case::module("large_table", &format!("t = {table}"), Expected::Solved),
        Case::module(
            "wide_function",
            &format!("def f({}):\n    return 1", names(3_000)),
            Expected::Solved,
        ),
        Case::module(
            "wide_target",
            &format!("{}b = [0] * 2001", names(2_000)),
            Expected::Solved,
        ),
        Case::file(
            "many_yields",
            format!(
                "def start():\n    yield 5\n\n\ndef moves(x):\n    if x == 0:\n        return\n{yields}"
            ),
            Expected::Solved,
        ),
        Case::body("many_statements", &statements, Expected::Solved),
        Case::body("long_comparison", &chain, Expected::Solved),
        Case::body(
            "chained_targets",
            &format!("{}0", "y = ".repeat(5_000)),
            Expected::Solved,
        ),
        Case::body(
            "long_tuple_literal",
            &format!("y = ({})", numbers(20_000)),
            Expected::Solved,
        ),
        Case::body(
            "long_maximum",
            &format!("y = max({})", numbers(10_000)),
            Expected::Solved,
        ),
        Case::body(
            "long_disjunction",
            &format!("y = x == 1{}", " or x == 2".repeat(5_000)),
            Expected::Refused("nested more than"),
        ),
        Case::body("huge_power", "y = 3 ** 10 ** 9", Expected::Refused("64")),
        Case::body("huge_shift", "y = 1 << 10 ** 12", Expected::Refused("64")),
        Case::body(
            "huge_product",
            "y = 1\nfor i in range(1, 100):\n    y *= i + x",
            Expected::Refused("64"),
        ),
        Case::file(
            "wide_position",
            format!(
                "def start():\n    yield {}5\n\n\ndef moves({}x):\n    if x > 0:\n        yield {}x - 1\n",
                "0, ".repeat(300),
                names(300),
                names(300)
            ),
            Expected::Solved,
        ),
    ]
}
