//! `8/8/8/8/5k2/8/8/KQ6 w`: the board as in a FEN, from rank 8 down, and the
//! side to move; the rest of a FEN may follow. Moves are `Qd4`, or `Kxe5` for a
//! capture; this is unambiguous because no side has two pieces of a kind.

use std::ops::Range;

use kibitz_game::{BREAK, CONTINUE, Game, Notation, Places, Step, TextError, View, words};

use super::{Ending, Move, NOWHERE, Pos, Side};
use crate::spelling::packed;

/// `e4`.
pub(super) fn square_name(square: u8) -> String {
    let file = char::from(b'a' + square % 8);
    format!("{file}{}", square / 8 + 1)
}

impl Ending {
    /// The letter of the piece on a square.
    pub(super) fn letter_on(&self, p: &Pos, square: u8) -> Option<char> {
        let slot = p.squares.iter().position(|at| *at == square)?;
        Some(self.slots[slot]?.letter())
    }

    fn write_rank(&self, p: &Pos, rank: u8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for square in 8 * rank..8 * rank + 8 {
            let Some(letter) = self.letter_on(p, square) else {
                empty += 1;
                continue;
            };
            text += &run(empty);
            text.push(letter);
            empty = 0;
        }
        text + &run(empty)
    }

    /// Puts a piece on a square.
    fn put(&self, p: &mut Pos, letter: char, square: u8) -> Result<(), String> {
        let mut pieces = self.pieces().enumerate();
        let Some((slot, piece)) = pieces.find(|(_, piece)| piece.letter() == letter) else {
            let letters: Vec<String> = self.pieces().map(|p| p.letter().to_string()).collect();
            let letters = letters.join(", ");
            return Err(format!(
                "expected a digit or one of {letters}, found `{letter}`"
            ));
        };
        if p.squares[slot] != NOWHERE {
            let (side, kind) = (piece.side.name(), piece.kind.name());
            return Err(format!("a second `{letter}`: {side} has one {kind} here"));
        }
        p.squares[slot] = square;
        Ok(())
    }

    fn parse_rank(&self, p: &mut Pos, rank: u8, text: &str) -> Result<(), TextError> {
        let mut file = 0;
        for (at, c) in text.char_indices() {
            let here = at..at + c.len_utf8();
            match c {
                '1'..='8' => file += c as u8 - b'0',
                '.' => file += 1,
                _ if file < 8 => {
                    self.put(p, c, 8 * rank + file)
                        .map_err(|e| TextError::new(here, e))?;
                    file += 1;
                }
                _ => file += 1,
            }
            if file > 8 {
                let message = format!("rank {} has more than 8 squares", rank + 1);
                return Err(TextError::new(0..text.len(), message));
            }
        }
        if file < 8 {
            let message = format!("rank {} has {file} squares, expected 8", rank + 1);
            return Err(TextError::new(0..text.len(), message));
        }
        Ok(())
    }

    /// The board, with White to move.
    fn parse_board(&self, text: &str) -> Result<Pos, TextError> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            let message = format!("expected 8 ranks joined by /, found {}", ranks.len());
            return Err(TextError::new(0..text.len(), message));
        }
        let mut p = Pos {
            squares: [NOWHERE; Pos::MAX],
            mover: Side::White,
        };
        let mut offset = 0;
        for (rank, line) in (0..8).rev().zip(ranks) {
            self.parse_rank(&mut p, rank, line)
                .map_err(|e| e.shifted(offset))?;
            offset += line.len() + 1;
        }
        for side in [Side::White, Side::Black] {
            if p.squares[side as usize] == NOWHERE {
                let message = format!("{} has no king", side.name());
                return Err(TextError::new(0..text.len(), message));
            }
        }
        Ok(p)
    }
}

/// The digit for a run of empty squares.
fn run(empty: u32) -> String {
    match empty {
        0 => String::new(),
        _ => empty.to_string(),
    }
}

fn parse_mover(word: Option<(Range<usize>, &str)>, end: usize) -> Result<Side, TextError> {
    const EXPECTED: &str = "expected w or b, the side to move";
    match word {
        Some((_, "w")) => Ok(Side::White),
        Some((_, "b")) => Ok(Side::Black),
        Some((at, other)) => Err(TextError::new(at, format!("{EXPECTED}, found `{other}`"))),
        None => Err(TextError::new(
            end..end,
            format!("{EXPECTED}, after the board"),
        )),
    }
}

/// The remaining fields of a FEN: castling rights and the en passant square,
/// which must be empty here, and the halfmove and fullmove counters, which are
/// ignored.
fn parse_rest<'a>(
    mut words: impl Iterator<Item = (Range<usize>, &'a str)>,
) -> Result<(), TextError> {
    let is_dash = |word: &str| word == "-";
    let is_count = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let fields = [
        ("- (there is no castling in these endings)", true),
        ("- (there are no pawns)", true),
        ("the halfmove clock of a FEN", false),
        ("the fullmove number of a FEN", false),
    ];
    for (what, is_absent) in fields {
        let fits = |word| {
            if is_absent {
                is_dash(word)
            } else {
                is_count(word)
            }
        };
        match words.next() {
            None => return Ok(()),
            Some((_, word)) if fits(word) => {}
            Some((at, word)) => {
                let message = format!("expected {what} or nothing, found `{word}`");
                return Err(TextError::new(at, message));
            }
        }
    }
    match words.next() {
        None => Ok(()),
        Some((at, more)) => {
            let message = format!("expected nothing after a whole FEN, found `{more}`");
            Err(TextError::new(at, message))
        }
    }
}

impl Notation for Ending {
    fn write(&self, p: &Pos) -> String {
        let ranks = (0..8).rev().map(|rank| self.write_rank(p, rank));
        let board: Vec<String> = ranks.collect();
        format!("{} {}", board.join("/"), p.mover.letter())
    }

    fn parse(&self, text: &str) -> Result<Pos, TextError> {
        let end = text.trim_end().len();
        let mut words = words(text);
        let (at, board) = words.next().unwrap_or((end..end, ""));
        let mut p = self.parse_board(board).map_err(|e| e.shifted(at.start))?;
        p.mover = parse_mover(words.next(), end)?;
        parse_rest(words)?;
        if !self.is_legal(&p) {
            let message = format!(
                "{} is in check, but {} is to move",
                p.mover.other().name(),
                p.mover.name()
            );
            return Err(TextError::new(at, message));
        }
        Ok(p)
    }

    fn write_move(&self, _: &Pos, by: &Move) -> String {
        let letter = by.kind.letter();
        let takes = if by.takes { "x" } else { "" };
        format!("{letter}{takes}{}", square_name(by.to))
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. Kd4, or Kxd4 for a capture")
    }

    fn places(&self, p: &Pos, by: &Move) -> Option<Places> {
        let mut slots = self.slots.iter().zip(p.squares);
        let (_, from) = slots.find(|(slot, _)| {
            slot.is_some_and(|piece| piece.side == p.mover && piece.kind == by.kind)
        })?;
        Some(Places::step(square_name(from), square_name(by.to)))
    }

    fn players(&self) -> [&'static str; 2] {
        [Side::White.name(), Side::Black.name()]
    }

    /// A capture with or without x, and any move with check or mate marks.
    fn read_step(&self, p: &Pos, text: &str) -> Option<Step<Pos, Move>> {
        let text = packed(text).to_ascii_lowercase();
        let mut rest = text.trim_end_matches(['+', '#']).bytes().peekable();
        let letter = rest.next()?.to_ascii_uppercase();
        let must_take = rest.next_if_eq(&b'x').is_some();
        let file = rest.next_if(|c| (b'a'..=b'h').contains(c))? - b'a';
        let rank = rest.next_if(|c| (b'1'..=b'8').contains(c))? - b'1';
        if rest.next().is_some() {
            return None;
        }
        let mut found = None;
        let Ok(_) = self.expand(p, |step| {
            let is_intended =
                step.by.kind.letter() == char::from(letter) && step.by.to == 8 * rank + file;
            if !is_intended || (must_take && !step.by.takes) {
                return CONTINUE;
            }
            found = Some(step);
            BREAK
        });
        found
    }

    fn view(&self, p: &Pos) -> View {
        self.picture(p)
    }

    fn mover(&self, p: &Pos) -> Option<&'static str> {
        Some(p.mover.name())
    }
}
