//! Every law that is printed is executed as Python and as C++, and compared with the
//! values of the game beyond the table that it was fitted to.

use std::fmt::Write;
use std::process::{Command, Stdio};

use kibitz_guess::{Axis, Law, Table, guess};

use crate::games::solved;

type Function = fn(&[i64]) -> i64;

/// A table of a function over axes from `first` on.
fn table_of(value: Function, axes: usize, first: i64, len: usize) -> Table {
    // Keywords of both languages, the name of a helper, and what is not an identifier.
    let names = ["not", "root_", "n k"];
    let axis = |name: &&str| Axis::new(name, first, len).unwrap();
    let total = len.pow(axes as u32);
    let place = |cell: usize| {
        let powers = (0..axes).rev().map(|i| cell / len.pow(i as u32) % len);
        powers.map(|x| first + x as i64).collect::<Vec<i64>>()
    };
    let cells = (0..total).map(|cell| Some(value(&place(cell)))).collect();
    Table::of_numbers(names[..axes].iter().map(axis).collect(), cells).unwrap()
}

/// Tables of numbers, for laws that no game here has.
fn number_tables() -> Vec<(Table, Table)> {
    let functions: [(usize, Function); 31] = [
        (1, |p| p[0] * p[0] - 3 * p[0] + 1),
        (1, |p| p[0] * (p[0] + 1) / 2),
        (1, |p| i64::from((0..60).any(|k| k * (k + 1) / 2 == p[0]))),
        (1, |p| p[0] / 3 - 7),
        (1, |p| 40 - p[0] / 2),
        (1, |p| (0..60).filter(|k| k * k <= p[0]).max().unwrap()),
        (1, |p| {
            p[0].to_string().bytes().map(|b| i64::from(b - b'0')).sum()
        }),
        (1, |p| i64::from(p[0].leading_zeros()) % 3),
        (1, |p| (2..=p[0]).find(|d| p[0] % d == 0).unwrap_or(p[0])),
        (1, |p| [5, 1, 4][(p[0] % 3) as usize] + 6 * (p[0] / 3)),
        (2, |p| p[0].max(p[1]) * 2 + 1),
        (3, |p| {
            let mut sorted = p.to_vec();
            sorted.sort_unstable();
            sorted[1] % 3
        }),
        (2, |p| p[0] / 2 + p[1] % 5),
        (1, |p| p[0].to_string().as_bytes()[0].into()),
        (1, |p| {
            (1..)
                .find(|k| p[0] % 3i64.pow(*k) != 0 || p[0] == 0)
                .unwrap()
                .into()
        }),
        (1, |p| (0..).find(|k| 3i64.pow(*k) > p[0]).unwrap().into()),
        (2, |p| p[0] % (p[1] + 3)),
        (2, |p| (2 * p[0] + p[1]) / 5),
        (3, |p| p.iter().max().unwrap() - p.iter().min().unwrap()),
        (3, |p| {
            p.iter().filter(|x| *x == p.iter().min().unwrap()).count() as i64
        }),
        (3, |p| (p[0] + p[1]) % (p[2] + 1)),
        (3, |p| {
            i64::from(2 * p.iter().max().unwrap() > p.iter().sum())
        }),
        (2, |p| i64::from(p[0] * p[0] > p[1])),
        (2, |p| i64::from(p[0] % (2 * p[1] + 1) < p[1])),
        (3, |p| {
            i64::from(2 * p.iter().max().unwrap() < p.iter().sum())
        }),
        (3, |p| {
            let mut sorted = p.to_vec();
            sorted.sort_unstable();
            sorted[1] - sorted[0]
        }),
        (1, |p| {
            let power = (1..).find(|k| p[0] % 6i64.pow(*k) != 0 || p[0] == 0);
            i64::from(power.unwrap()) - 1
        }),
        // A function of another one, with an exception.
        (1, |p| {
            i64::from(p[0] != 1 && p[0].trailing_zeros() % 2 == 0)
        }),
        (1, |p| i64::from((0..60).any(|k| k * k * k == p[0]))),
        (1, |p| {
            i64::from([1, 2, 4, 7, 13, 24, 44, 81, 149, 274, 504, 927].contains(&p[0]))
        }),
        // The sign of a fold in a strip of paper.
        (1, |p| {
            i64::from(p[0] > 0 && p[0] >> p[0].trailing_zeros() & 2 != 0)
        }),
    ];
    let tables = functions.into_iter().map(|(axes, value)| {
        let len = [600, 24, 12][axes - 1];
        let table = |len: usize| table_of(value, axes, 0, len);
        (table(len), table(len * 3 / 2))
    });
    tables.collect()
}

/// What an automaton says about 0 need not be known.
#[test]
fn automata_are_found_from_one_on() {
    let fold: Function = |p| i64::from(p[0] >> p[0].trailing_zeros() & 2 != 0);
    let table = table_of(fold, 1, 1, 150);
    let law = guess(&table).law(&table).cloned().expect("a law");
    assert_eq!(law.family(), "digits");
    assert_eq!(law.counterexample(&table_of(fold, 1, 1, 2_000)), None);
}

/// The laws of all games and tables, each with a table that goes further.
fn laws() -> Vec<(Law, Table)> {
    let games = solved().iter().map(|solved| {
        let law = solved.law.clone().expect(solved.case.name);
        (law, solved.beyond.clone())
    });
    let numbers = number_tables().into_iter().filter_map(|(table, larger)| {
        let law = guess(&table).law(&table).cloned();
        let law = law.filter(|law| law.counterexample(&larger).is_none());
        Some((law?, larger))
    });
    let numbers: Vec<(Law, Table)> = numbers.collect();
    // Some are beyond the families.
    assert!(numbers.len() >= 29, "{} laws of numbers", numbers.len());
    games.chain(numbers).collect()
}

/// The places and values of a table that are compared, spread over all of it.
fn samples(table: &Table) -> Vec<(Vec<i64>, String)> {
    let step = (table.cells().len() / 400).max(1);
    let cells = (0..table.cells().len()).rev().step_by(step);
    let known = cells.filter_map(|cell| Some((cell, table.cells()[cell]?)));
    known
        .map(|(cell, value)| (table.place(cell), table.value(value).to_string()))
        .collect()
}

#[test]
fn laws_run_as_python_and_as_cpp() {
    let laws = laws();
    let directory = std::env::temp_dir().join(format!("kibitz-guess-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let expected: String = laws
        .iter()
        .flat_map(|(_, table)| samples(table))
        .map(|(_, value)| format!("{value}\n"))
        .collect();
    let script = directory.join("laws.py");
    std::fs::write(&script, python_program(&laws)).unwrap();
    let python = run(Command::new("python3").arg(&script));
    compare(&laws, &expected, &python, "Python");

    let source = directory.join("laws.cpp");
    let program = directory.join("laws");
    std::fs::write(&source, cpp_program(&laws)).unwrap();
    let flags = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O0", "-o"];
    run(Command::new("g++").args(flags).arg(&program).arg(&source));
    let cpp = run(&mut Command::new(&program));
    compare(&laws, &expected, &cpp, "C++");
    std::fs::remove_dir_all(&directory).unwrap();
}

fn python_program(laws: &[(Law, Table)]) -> String {
    let mut text = String::new();
    for (law, table) in laws {
        text.push_str(&law.python());
        let places: Vec<String> = samples(table)
            .iter()
            .map(|(place, _)| place.iter().map(|x| format!("{x},")).collect())
            .collect();
        let _ = writeln!(
            text,
            "for place in [({})]:\n    print(law(*place))",
            places.join("), (")
        );
    }
    text
}

fn cpp_program(laws: &[(Law, Table)]) -> String {
    let mut text = String::from("#include <algorithm>\n#include <iostream>\n#include <vector>\n");
    let mut main = String::new();
    for (i, (law, table)) in laws.iter().enumerate() {
        let _ = writeln!(
            text,
            "namespace law_{i} {{\n{}}}",
            without_includes(&law.cpp())
        );
        for (place, _) in samples(table) {
            let place: Vec<String> = place.iter().map(i64::to_string).collect();
            let _ = writeln!(
                main,
                "    std::cout << law_{i}::law({}) << '\\n';",
                place.join(", ")
            );
        }
    }
    // Short functions, so that the compiler is fast.
    let lines: Vec<&str> = main.lines().collect();
    let parts = lines.chunks(500).enumerate();
    for (i, part) in parts.clone() {
        let _ = writeln!(text, "static void part_{i}() {{\n{}\n}}", part.join("\n"));
    }
    let calls: String = parts.map(|(i, _)| format!("part_{i}(); ")).collect();
    text + &format!("int main() {{ {calls}}}\n")
}

fn without_includes(cpp: &str) -> String {
    let lines = cpp.lines().filter(|line| !line.starts_with("#include"));
    lines.map(|line| format!("{line}\n")).collect()
}

fn run(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn compare(laws: &[(Law, Table)], expected: &str, found: &str, language: &str) {
    let mut lines = expected.lines().zip(found.lines());
    for (law, table) in laws {
        for (place, _) in samples(table) {
            let (expected, found) = lines.next().expect("a line for every value");
            let text = law.text();
            assert_eq!(
                expected,
                found,
                "{language} of {text} at {place:?}\n{}",
                law.python()
            );
        }
    }
    assert_eq!(expected.lines().count(), found.lines().count());
}
