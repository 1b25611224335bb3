//! Random command lines: valid, nearly valid, and noise.

use kibitz_bruteforce::Random;

/// Commands that take a game, with their options besides the common ones.
const ABOUT_GAMES: [(&str, &[&str]); 11] = [
    (
        "solve",
        &[
            "--at",
            "--input",
            "--case",
            "--moves",
            "--line",
            "--replies",
            "--json",
        ],
    ),
    ("stats", &["--at", "--json"]),
    ("find", &["--where", "--limit", "--count", "--at", "--json"]),
    (
        "table",
        &["--param", "--at", "--show", "--csv", "--json", "--emit"],
    ),
    (
        "guess",
        &[
            "--param",
            "--at",
            "--show",
            "--skip-holes",
            "--extend",
            "--json",
        ],
    ),
    (
        "puzzle",
        &[
            "--seed",
            "--deepest",
            "--plies",
            "--solution",
            "--count",
            "--json",
        ],
    ),
    ("gen", &["--cases", "--seed", "--bias", "--size"]),
    (
        "verify",
        &[
            "--exec",
            "--claim",
            "--cases",
            "--seed",
            "--bias",
            "--size",
            "--together",
            "--json",
        ],
    ),
    ("judge", &["FILE"]),
    ("lint", &["--seed", "--json"]),
    (
        "play",
        &[
            "--at",
            "--side",
            "--strength",
            "--seed",
            "--values",
            "--ascii",
        ],
    ),
];

/// The other commands; none of them writes a file.
const OTHERS: [(&str, &[&str]); 6] = [
    ("games", &["GAME", "--json"]),
    ("completions", &["SHELL"]),
    ("man", &["COMMAND"]),
    ("shim", &["--help"]),
    ("help", &["COMMAND"]),
    ("--version", &["--help", "COMMAND"]),
];

/// Options of all commands that take a game.
const COMMON: [&str; 9] = [
    "--set",
    "--set",
    "--set",
    "--threads",
    "--progress",
    "--fuel",
    "--recursion-limit",
    "--depth",
    "--help",
];

/// Games, each with valid positions and parameters.
const GAMES: [(&str, &[&str], &[&str]); 20] = [
    (
        "numbers",
        &["11111112/23333333", "12/34"],
        &["cards=3", "modulus=3", "cards=2"],
    ),
    (
        "boxes",
        &["1 3 3 2 2 1 2", "0 1", ""],
        &["moves=2>1,5>4", "moves=1>2,2>3,3>1"],
    ),
    (
        "marbles",
        &["*.../..../..../...*", "..#/..."],
        &["rows=3", "cols=3", "run=2", "shape=..#/..."],
    ),
    (
        "nine",
        &["C:- D:- S:- H:- Alice", "C:7-J D:- S:9-9 H:- Bob"],
        &["suits=CD", "ranks=789", "opening=8"],
    ),
    ("piles", &["1 1 1/2 1 1/3 1 2 2 1", "1"], &["k=1", "k=0"]),
    (
        "nim",
        &["3 5 7", "3,5,7", "1000000000000000000 3"],
        &["play=misere", "play=misère"],
    ),
    (
        "euclid",
        &["24 17", "0 0", "1000000000000000001 1000000000000000000"],
        &[],
    ),
    ("calendar", &["2001-11-03", "1999-2-28"], &[]),
    ("ed", &["1 3/2 4", "1 1"], &[]),
    (
        "tictactoe",
        &["X.O/.X./..O", ".../.../..."],
        &["play=misere"],
    ),
    (
        "subtraction",
        &["21", "9223372036854775807"],
        &["take=1, 2", "take=1,5,9", "play=misere"],
    ),
    (
        "octal",
        &["7 7", "40 40 40"],
        &["code=0.77", "code=4.7", "code=0.16", "play=misere"],
    ),
    ("cram", &[".../...", "*../..."], &["rows=3", "cols=3"]),
    (
        "domineering",
        &[".../...", ".../... Right"],
        &["rows=3", "cols=3"],
    ),
    (
        "kqk",
        &["8/8/8/5k2/8/8/1Q6/K7 w", "8/8/8/3k4/8/8/8/QK6 w - - 0 1"],
        &[],
    ),
    ("quixo", &["XO./.../..."], &["n=3", "n=4"]),
    (
        "dobutsu",
        &["gle/.c./.C./ELG - - S", ".l./.c./.C./.L. - - S"],
        &["animals=C", "try=any"],
    ),
    (
        "examples/subtraction.py",
        &["left=7", "30"],
        &["n=20", "n=0", "take=[1, 2]", "n=[3]"],
    ),
    (
        "examples/nim.py",
        &["heaps=[3, 5]", "1 + 2"],
        &["heaps=[1, 2]", "heaps=["],
    ),
    (
        "examples/domineering.py",
        &["board=3 Right", "0"],
        &["rows=2", "cols=3"],
    ),
];

/// What is meant for a game and is none.
const NO_GAMES: [&str; 8] = [
    "NIM",
    "hdu3389",
    "nmi",
    "",
    "no-such-file.py",
    ".py",
    "samples/nim.txt",
    "--",
];

/// Values of an option or of a positional argument.
fn samples(option: &str, game: usize) -> &'static [&'static str] {
    let (_, positions, settings) = &GAMES[game];
    match option {
        "--at" => positions,
        "--set" if settings.is_empty() => &["n=3"],
        "--set" => settings,
        "GAME" => &NO_GAMES,
        "--where" => &[
            "plies=max",
            "value=win and plies=max",
            "winning=1, moves>=2",
            "grundy>5",
            "score=3",
            "value=draw",
            "moves=min",
            "plies<",
            "and",
            "plies=99999999999999999999",
        ],
        "--param" => &[
            "a=0..5",
            "b=1,2,4",
            "n=1..12",
            "rows=1..3",
            "cols=1..3",
            "cards=1..3",
            "k=0..5:2",
            "m=9..1",
            "n=1..99999999999",
            "x",
            "a=",
        ],
        "--show" => &["outcome", "grundy", "plies", "losing", "all"],
        "--emit" => &["cpp", "python", "c"],
        "--plies" => &["5..9", "5..", "7", "..3", "9..5", "a"],
        "--bias" => &["uniform", "balanced", "long", "edge", "mixed", "odd"],
        "--size" => &[
            "boxes=1..5",
            "cards=0..3",
            "heaps=2",
            "k=1..2",
            "boxes=0",
            "x=1..2",
            "boxes",
        ],
        // Harmless programs, which are never mutated.
        "--exec" => &[
            "true",
            "false",
            "cat",
            "echo Alice",
            "no-such-program",
            "",
            "'",
            "sleep 9",
        ],
        "--claim" => &["examples/subtraction.py", "no-such-file.py", ""],
        "--input" | "FILE" => &[
            "samples/boxes.txt",
            "samples/nim.txt",
            "no-such-file",
            "-",
            ".",
        ],
        "--side" => &["first", "second", "both", "none", "left"],
        "--progress" => &["auto", "json", "none", "loud"],
        "COMMAND" => &["solve", "judge", "man", "slove", ""],
        "SHELL" => &["bash", "zsh", "fish", "elvish", "powershell", "dash"],
        _ => &[
            "0",
            "1",
            "2",
            "7",
            "20",
            "100",
            "65535",
            "4294967296",
            "18446744073709551615",
            "99999999999999999999",
            "-1",
            "1.5",
            "1e3",
            "x",
            "",
            "+2",
        ],
    }
}

fn is_flag(option: &str) -> bool {
    [
        "--json",
        "--csv",
        "--count",
        "--deepest",
        "--solution",
        "--values",
        "--ascii",
        "--help",
    ]
    .contains(&option)
}

/// A value, mostly valid and mostly for this game.
fn value(option: &str, game: usize, random: &mut Random) -> String {
    let game = match random.below(6) {
        0 => random.below(GAMES.len()),
        _ => game,
    };
    let text = *random.pick(samples(option, game));
    if option == "--exec" || random.below(5) > 0 {
        return text.to_owned();
    }
    mutated(text, random)
}

/// A text with some characters changed. Arguments cannot contain NUL.
fn mutated(text: &str, random: &mut Random) -> String {
    const ODD: [char; 30] = [
        '0', '1', '9', ' ', '-', '+', ',', '.', '/', '=', '>', ':', '*', '{', '}', '[', ']', '"',
        '\'', '\\', '\n', '\t', '\u{1b}', '\u{7f}', '\u{feff}', '\u{202e}', 'é', '弹', '𝔸', 'x',
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(chars.len() + 1);
        match random.below(6) {
            0 | 1 => chars.insert(at, *random.pick(&ODD)),
            2 if at < chars.len() => drop(chars.remove(at)),
            3 if at < chars.len() => chars[at] = *random.pick(&ODD),
            4 => {
                let end = (at + random.below(8)).min(chars.len());
                let copy = chars[at..end].to_vec();
                drop(chars.splice(at..at, copy));
            }
            5 if random.below(40) == 0 => {
                let long = std::iter::repeat_n(*random.pick(&ODD), 5000);
                drop(chars.splice(at..at, long));
            }
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}

/// The words of a command line, with low time and memory limits if possible; it
/// writes no file.
pub(crate) fn command_line(random: &mut Random) -> Vec<String> {
    let is_about_games = random.below(8) > 0;
    let (command, options) = match is_about_games {
        true => *random.pick(&ABOUT_GAMES),
        false => *random.pick(&OTHERS),
    };
    let game = random.below(GAMES.len());
    let mut line = vec![command.to_owned()];
    if is_about_games {
        line.push(match random.below(12) {
            0 => value("GAME", game, random),
            _ => GAMES[game].0.to_owned(),
        });
        for limit in ["--time=0.2", "--memory=60MB"] {
            line.push(limit.to_owned());
        }
    }
    // A required option, if there is one, is the first.
    if let Some(required) = options.first()
        && random.below(10) > 0
    {
        add(required, game, &mut line, random);
    }
    for _ in 0..random.below(4) {
        let option = match is_about_games && random.below(2) == 0 {
            true => *random.pick(&COMMON),

            false => *random.pick(options),
        };
        add(option, game, &mut line, random);
    }
    if random.below(20) == 0 {
        let word = value("GAME", game, random);
        line.insert(1 + random.below(line.len()), word);
    }
    if random.below(20) == 0 {
        let at = random.below(line.len());
        line[at] = mutated(&line[at], random);
    }
    line
}

fn add(option: &str, game: usize, line: &mut Vec<String>, random: &mut Random) {
    let is_option = option.starts_with('-');
    if is_flag(option) {
        line.push(option.to_owned());
    } else if !is_option {
        line.push(value(option, game, random));
    } else if random.below(2) == 0 {
        line.push(format!("{option}={}", value(option, game, random)));
    } else {
        line.push(option.to_owned());
        line.push(value(option, game, random));
    }
}
