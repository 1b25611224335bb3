//! Interactive use: answers are written before the judge waits for more input.

use std::cell::RefCell;
use std::io::{self, Read, Write};

use kibitz_game::RunContext;
use kibitz_game::contest::Input;
use kibitz_query::open;

use crate::judge::checker::{check, is_space};
use crate::judge::support::{Game, Random};
use crate::judge::writing::write;

/// A reader that provides input piece by piece and checks before each piece
/// that all cases provided so far have been answered.
struct InteractiveReader<'a> {
    game: Game,
    text: &'a [u8],
    given: usize,
    pieces: Vec<usize>,
    answers: &'a RefCell<Vec<u8>>,
}

impl Read for InteractiveReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let seen = &self.text[..self.given];
        let words = seen.iter().rposition(is_space).map_or(0, |i| i + 1);
        let expected = check(self.game, &seen[..words]).answers.concat();
        let answers = String::from_utf8_lossy(&self.answers.borrow()).into_owned();
        assert!(
            answers.starts_with(&expected),
            "{answers:?}, not {expected:?}: {}",
            seen.escape_ascii()
        );
        let rest = &self.text[self.given..];
        let piece = self.pieces.pop().unwrap_or(usize::MAX);
        let piece = piece.min(rest.len()).min(buffer.len());
        buffer[..piece].copy_from_slice(&rest[..piece]);
        self.given += piece;
        Ok(piece)
    }
}

/// Collects the answers for the reader to check.
struct SharedOutput<'a>(&'a RefCell<Vec<u8>>);

impl Write for SharedOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn converse(game: Game, text: &str, pieces: Vec<usize>) {
    let answers = RefCell::default();
    let reader = InteractiveReader {
        game,
        text: text.as_bytes(),
        given: 0,
        pieces,
        answers: &answers,
    };
    let session = open(game.name(), []).unwrap();
    let mut input = Input::new("interactive", reader);
    session
        .judge(&mut input, &mut SharedOutput(&answers), &RunContext::new())
        .unwrap();
}

#[test]
fn answers_are_written_before_more_input_is_waited_for() {
    let mut random = Random(21);
    for game in Game::ALL {
        // Brute force for nine is slow.
        let (texts, cases) = if game == Game::Nine { (1, 2) } else { (20, 4) };
        for _ in 0..texts {
            let text = write(game, cases, &mut random);
            for line_end in ["\n", "\r\n", "\n\n"] {
                let text = text.replace('\n', line_end);
                let lines: Vec<usize> = text.split_inclusive('\n').map(str::len).collect();
                converse(game, &text, lines.into_iter().rev().collect());
                let pieces = (0..40).map(|_| 1 + random.below(50)).collect();
                converse(game, &text, pieces);
            }
        }
    }
}

/// A program that writes many cases in one batch may also wait for their
/// answers.
#[test]
fn answers_to_large_batches_are_not_withheld() {
    let mut random = Random(23);
    for game in Game::QUICK {
        let text = write(game, 600, &mut random);
        for line_end in ["\n", "\r\n"] {
            let text = text.replace('\n', line_end);
            for piece in [4096, 5000, 10_000] {
                converse(game, &text, vec![piece; 10]);
            }
        }
    }
}

/// Counts the reads from a source.
struct CountingReader<'a> {
    bytes: &'a [u8],
    reads: &'a std::cell::Cell<usize>,
}

impl Read for CountingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads.set(self.reads.get() + 1);
        self.bytes.read(buffer)
    }
}

/// Files are read in large blocks, whatever their layout.
#[test]
fn large_input_is_read_in_large_blocks() {
    let mut random = Random(22);
    for game in Game::QUICK {
        let usual = write(game, 60_000, &mut random);
        for text in [usual.replace('\n', "\r\n"), usual] {
            let reads = std::cell::Cell::new(0);
            let bytes = text.as_bytes();
            let source = CountingReader {
                bytes,
                reads: &reads,
            };
            let (_, end) = crate::judge::support::judge(game, source);
            assert_eq!(end.unwrap(), 60_000);
            let max = 4 + text.len() / (1 << 16);
            assert!(reads.get() <= max, "{game:?}: {} reads", reads.get());
        }
    }
}
