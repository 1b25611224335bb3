//! What a line means.

use kibitz_query::did_you_mean;

/// Something that can be typed in place of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
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

/// Every word with its spellings, the first of which is shown, and what it does.
pub(super) const WORDS: [(Word, &[&str], &str); 13] = [
    (
        Word::Moves,
        &["moves"],
        "list the moves; `moves all` lists all of many",
    ),
    (
        Word::Values,
        &["values"],
        "show what each move is worth, or no longer",
    ),
    (Word::Hint, &["hint"], "name a best move"),
    (
        Word::Why,
        &["why"],
        "tell what the position is worth, and why",
    ),
    (
        Word::Line,
        &["line", "best"],
        "show how perfect play goes on",
    ),
    (Word::Undo, &["undo"], "take back to your last choice"),
    (Word::Redo, &["redo"], "make again what was taken back"),
    (Word::Flip, &["flip"], "change sides with the computer"),
    (Word::New, &["new"], "begin again"),
    (Word::Board, &["board"], "draw the board again"),
    (
        Word::Position,
        &["position"],
        "print the command that begins here",
    ),
    (Word::Help, &["help", "?"], "print this"),
    (
        Word::Quit,
        &["quit", "exit", "q"],
        "leave; Ctrl-D does it too",
    ),
];

/// What somebody typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed<'a> {
    Nothing,
    Word(Word),
    /// `moves all`.
    AllMoves,
    Move(&'a str),
}

/// Reads a line. Words come before moves of the same name; `play` before a
/// move says that it is one.
pub(super) fn read(line: &str) -> Typed<'_> {
    let line = line.trim();
    let small = line.to_lowercase();
    let mut parts = small.split_whitespace();
    match (parts.next(), parts.next(), parts.next()) {
        (None, ..) => Typed::Nothing,
        (Some("moves"), Some("all"), None) => Typed::AllMoves,
        (Some("play"), Some(_), _) => Typed::Move(line["play".len()..].trim_start()),
        (Some(word), None, _) => match word_called(word) {
            Some(word) => Typed::Word(word),
            None => Typed::Move(line),
        },
        _ => Typed::Move(line),
    }
}

fn word_called(text: &str) -> Option<Word> {
    let mut words = WORDS.iter();
    words
        .find(|(_, spellings, _)| spellings.contains(&text))
        .map(|(word, ..)| *word)
}

/// All spellings that are worth completing.
pub(super) fn spellings() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(_, spellings, _)| spellings[0])
}

/// A word that looks like the text.
pub(super) fn near(text: &str) -> Option<&'static str> {
    did_you_mean(text, spellings())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_any_case_and_moves_as_they_are() {
        assert_eq!(read("  UNDO "), Typed::Word(Word::Undo));
        assert_eq!(read("?"), Typed::Word(Word::Help));
        assert_eq!(read("Moves  ALL"), Typed::AllMoves);
        assert_eq!(read(" 3: 1+2 "), Typed::Move("3: 1+2"));
        assert_eq!(read("play undo"), Typed::Move("undo"));
        assert_eq!(read("PLAY 9C"), Typed::Move("9C"));
        assert_eq!(read("play"), Typed::Move("play"));
        assert_eq!(read(" \t"), Typed::Nothing);
        assert_eq!(near("udno"), Some("undo"));
    }

    #[test]
    fn no_spelling_means_two_words() {
        let mut all: Vec<&str> = WORDS
            .iter()
            .flat_map(|(_, s, _)| s.iter().copied())
            .collect();
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
