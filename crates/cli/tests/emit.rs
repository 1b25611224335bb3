//! Compiles and runs the output of `table --emit`; all numbers are compared with
//! the library's results.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin_cmd;
use kibitz_game::RunContext;
use kibitz_query::{Analysis, Limits, open};

/// A table: the game, its axes as names with values, and the position.
struct Sample {
    game: &'static str,
    /// The parameter that the first axis sets, if any.
    parameter: Option<&'static str>,
    axes: &'static [(&'static str, &'static [u64])],
    at: &'static str,
    show: &'static str,
}

const SAMPLES: [Sample; 8] = [
    Sample {
        game: "boxes",
        parameter: None,
        axes: &[("a", &[0, 1, 2, 3]), ("b", &[0, 2, 4])],
        at: "0 {a} 0 0 {b}",
        show: "grundy",
    },
    // Cards of 0 are invalid: cells without a position.
    Sample {
        game: "piles",
        parameter: Some("k"),
        axes: &[("k", &[0, 1, 2]), ("a", &[0, 1, 2, 3]), ("b", &[1, 2])],
        at: "1 {b} {a} 2/1 {a}",
        show: "grundy",
    },
    Sample {
        game: "piles",
        parameter: None,
        axes: &[("a", &[0, 1, 2, 3, 4, 5])],
        at: "1 1 {a} 2",
        show: "plies",
    },
    // Numbers of all widths.
    Sample {
        game: "boxes",
        parameter: None,
        axes: &[("a", &[0, 200, 255, 256])],
        at: "0 {a}",
        show: "grundy",
    },
    Sample {
        game: "boxes",
        parameter: None,
        axes: &[("a", &[70_000, 4_294_967_296, 9_223_372_036_854_775_807])],
        at: "0 {a}",
        show: "grundy",
    },
    // Draws, and an axis over a parameter.
    Sample {
        game: "numbers",
        parameter: Some("modulus"),
        axes: &[
            ("modulus", &[2, 3, 5]),
            ("a", &[0, 1, 2, 4]),
            ("b", &[0, 1, 3]),
        ],
        at: "1{a}/{b}1",
        show: "outcome",
    },
    Sample {
        game: "boxes",
        parameter: None,
        axes: &[("a", &[0, 1, 300]), ("b", &[0, 1, 300])],
        at: "0 {a} 0 0 {b}",
        show: "losing",
    },
    // No lost positions.
    Sample {
        game: "boxes",
        parameter: None,
        axes: &[("a", &[1, 2, 3])],
        at: "0 {a}",
        show: "losing",
    },
];

impl Sample {
    fn emitted(&self, language: &str) -> String {
        let mut command = cargo_bin_cmd!("kibitz");
        command.args(["table", self.game, "--at", self.at, "--show", self.show]);
        if self.game == "numbers" {
            command.args(["--set", "cards=2"]);
        }
        command.args(["--emit", language]);
        for (name, values) in self.axes {
            let values: Vec<String> = values.iter().map(u64::to_string).collect();
            command.args(["--param", &format!("{name}={}", values.join(","))]);
        }
        text(command.output().unwrap())
    }

    /// All cells: values of the axes, and the analysis if the position is valid.
    fn cells(&self) -> Vec<(Vec<u64>, Option<Analysis>)> {
        let mut cells = vec![Vec::new()];
        for (_, values) in self.axes {
            let longer = cells.iter().flat_map(|cell: &Vec<u64>| {
                values.iter().map(|value| {
                    let mut cell = cell.clone();
                    cell.push(*value);
                    cell
                })
            });
            cells = longer.collect();
        }
        let analysed = cells.into_iter().map(|cell| {
            let analysis = self.analyse(&cell);
            (cell, analysis)
        });
        analysed.collect()
    }

    fn analyse(&self, cell: &[u64]) -> Option<Analysis> {
        let mut position = self.at.to_owned();
        for ((name, _), value) in self.axes.iter().zip(cell) {
            position = position.replace(&format!("{{{name}}}"), &value.to_string());
        }
        let mut set = vec![];
        if let Some(parameter) = self.parameter {
            set.push((parameter, cell[0].to_string()));
        }
        if self.game == "numbers" {
            set.push(("cards", "2".to_owned()));
        }
        let set = set.iter().map(|(name, value)| (*name, value.as_str()));
        let game = open(self.game, set).unwrap();
        let limits = Limits {
            moves: 0,
            line: 0,
            depth: 0,
        };
        game.analyse(&position, limits, &RunContext::new()).ok()
    }

    /// The expected output of the program, one number per line.
    fn expected(&self) -> String {
        let mut text = String::new();
        for (values, analysis) in self.cells() {
            let number = match (self.show, &analysis) {
                ("losing", Some(a)) if a.value == "loss" => {
                    for value in values {
                        let _ = writeln!(text, "{value}");
                    }
                    continue;
                }
                ("losing", _) => continue,
                (_, None) => None,
                ("grundy", Some(a)) => a.grundy,
                ("plies", Some(a)) => a.plies.map(u64::from),
                (_, Some(a)) => match a.value {
                    "win" => Some(1),
                    "loss" => Some(0),
                    _ => Some(2),
                },
            };
            match number {
                Some(number) => writeln!(text, "{number}").unwrap(),
                None => text.push_str("-1\n"),
            }
        }
        text
    }

    /// Loops over all axes, or over a list of positions.
    fn cpp_main(&self) -> String {
        if self.show == "losing" {
            return "for (auto& p : losing) for (auto v : p) std::cout << +v << '\\n';".to_owned();
        }
        let mut text = String::new();
        let mut array = self.show.to_owned();
        for (i, _) in self.axes.iter().enumerate() {
            let _ = write!(text, "for (auto& x{i} : {array}) ");
            array = format!("x{i}");
        }
        text + &format!("std::cout << +{array} << '\\n';")
    }

    fn python_main(&self) -> String {
        format!(
            "def show(x):\n    \
                 if isinstance(x, (list, tuple)):\n        \
                     for y in x: show(y)\n    \
                 else: print(x)\n\
             show({})\n",
            self.show
        )
    }
}

/// The output of a program that must succeed.
fn text(output: Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn run_cpp(folder: &Path, program: &str) -> String {
    std::fs::write(folder.join("table.cpp"), program).unwrap();
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic"]);
    compiler
        .args(["table.cpp", "-o", "table"])
        .current_dir(folder);
    text(
        compiler
            .output()
            .expect("a C++ compiler; ./test installs one"),
    );
    text(Command::new(folder.join("table")).output().unwrap())
}

fn run_python(folder: &Path, program: &str) -> String {
    std::fs::write(folder.join("table.py"), program).unwrap();
    let mut python = Command::new("python3");
    python.arg("table.py").current_dir(folder);
    text(python.output().expect("Python 3; ./test installs it"))
}

#[test]
fn cpp_output_is_correct() {
    // One program for all samples, to run the compiler once.
    let mut program = String::from("#include <iostream>\n");
    let mut expected = String::new();
    let mut mains = String::new();
    for (i, sample) in SAMPLES.iter().enumerate() {
        let (heads, array): (Vec<String>, Vec<String>) = sample
            .emitted("cpp")
            .lines()
            .map(|line| format!("{line}\n"))
            .partition(|line| line.starts_with("#include"));
        program += &heads.concat();
        let _ = write!(program, "namespace n{i} {{\n{}", array.concat());
        let _ = writeln!(program, "void show() {{ {} }}\n}}", sample.cpp_main());
        let _ = write!(mains, "n{i}::show(); ");
        expected += &sample.expected();
    }
    let _ = writeln!(program, "int main() {{ {mains}}}");
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run_cpp(folder.path(), &program), expected);
}

#[test]
fn python_output_is_correct() {
    let folder = tempfile::tempdir().unwrap();
    for sample in &SAMPLES {
        let program = sample.emitted("python") + &sample.python_main();
        assert_eq!(run_python(folder.path(), &program), sample.expected());
    }
}

#[test]
fn the_smallest_sufficient_type_is_used() {
    for (values, kind) in [
        ("0..255", "std::uint8_t"),
        ("255,256", "std::uint16_t"),
        ("65536", "std::uint32_t"),
        ("4294967296", "std::uint64_t"),
        ("x,127", "std::int8_t"),
        ("x,128", "std::int16_t"),
        ("x,32768", "std::int32_t"),
        ("x,2147483648", "std::int64_t"),
    ] {
        let mut command = cargo_bin_cmd!("kibitz");
        command.args(["table", "boxes", "--at", "0 {a}", "--show", "grundy"]);
        command.args(["--emit", "cpp", "--param", &format!("a={values}")]);
        let text = text(command.output().unwrap());
        assert!(text.contains(&format!("const {kind} grundy[")), "{text}");
    }
}
