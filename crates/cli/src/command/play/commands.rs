//! Parsing of input lines.

use kibitz_query::did_you_mean;

/// A command of `play`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Moves,
    Values,
    Hint,
    Why,
    Line,
    Undo,
    Redo,
    Flip,
    New,
    Board,
    Position,
    Help,
    Quit,
}

/// All commands with their spellings, the first of which is completed, and their
/// descriptions.
pub(super) const COMMANDS: [(Command, &[&str], &str); 13] = [
    (
        Command::Moves,
        &["moves"],
        "list the moves; `moves all` lists all of them",
    ),
    (
        Command::Values,
        &["values"],
        "show or hide the value of each move",
    ),
    (Command::Hint, &["hint"], "name a best move"),
    (Command::Why, &["why"], "explain the value of the position"),
    (
        Command::Line,
        &["line", "best"],
        "show the principal variation",
    ),
    (Command::Undo, &["undo"], "take back to your last decision"),
    (Command::Redo, &["redo"], "redo the moves taken back"),
    (Command::Flip, &["flip"], "swap sides with the computer"),
    (Command::New, &["new"], "start a new game"),
    (Command::Board, &["board"], "redraw the board"),
    (
        Command::Position,
        &["position"],
        "print a command that starts at this position",
    ),
    (Command::Help, &["help", "?"], "print this help"),
    (Command::Quit, &["quit", "exit", "q"], "quit (also Ctrl-D)"),
];

/// A parsed input line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Input<'a> {
    Nothing,
    Command(Command),
    /// `moves all`.
    AllMoves,
    Move(&'a str),
}

/// Parses a line. A command takes precedence over a move of the same name; the
/// prefix `play` marks a move.
pub(super) fn parse(line: &str) -> Input<'_> {
    let line = line.trim();
    let lower = line.to_lowercase();
    let mut parts = lower.split_whitespace();
    match (parts.next(), parts.next(), parts.next()) {
        (None, ..) => Input::Nothing,
        (Some("moves"), Some("all"), None) => Input::AllMoves,
        (Some("play"), Some(_), _) => Input::Move(line["play".len()..].trim_start()),
        (Some(word), None, _) => match command_named(word) {
            Some(word) => Input::Command(word),
            None => Input::Move(line),
        },
        _ => Input::Move(line),
    }
}

fn command_named(text: &str) -> Option<Command> {
    let mut words = COMMANDS.iter();
    words
        .find(|(_, spellings, _)| spellings.contains(&text))
        .map(|(word, ..)| *word)
}

/// The spellings that are completed.
pub(super) fn spellings() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(_, spellings, _)| spellings[0])
}

/// A command with a similar name.
pub(super) fn near(text: &str) -> Option<&'static str> {
    did_you_mean(text, spellings())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_ignore_case_and_moves_keep_it() {
        assert_eq!(parse("  UNDO "), Input::Command(Command::Undo));
        assert_eq!(parse("?"), Input::Command(Command::Help));
        assert_eq!(parse("Moves  ALL"), Input::AllMoves);
        assert_eq!(parse(" 3: 1+2 "), Input::Move("3: 1+2"));
        assert_eq!(parse("play undo"), Input::Move("undo"));
        assert_eq!(parse("PLAY 9C"), Input::Move("9C"));
        assert_eq!(parse("play"), Input::Move("play"));
        assert_eq!(parse(" \t"), Input::Nothing);
        assert_eq!(near("udno"), Some("undo"));
    }

    #[test]
    fn spellings_are_unique() {
        let mut all: Vec<&str> = COMMANDS
            .iter()
            .flat_map(|(_, s, _)| s.iter().copied())
            .collect();
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
