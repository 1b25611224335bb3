//! Luogu P7395: `T`, then boards printed as diamonds.

use kibitz_game::contest::{Asked, Contest, Count, Input, InputError, Taken};
use kibitz_game::{Notation, Wdl};

use super::diamond::{self, Recogniser};
use super::{Board, Marbles};

/// The contest's input and output, for a board of any shape: its cells come
/// diagonal by diagonal.
#[derive(Clone, Debug)]
pub struct Format<'a> {
    game: &'a Marbles,
    /// The cells in the order of the picture.
    order: Vec<u32>,
    recogniser: Option<Recogniser>,
}

impl<'a> Format<'a> {
    /// The format for the board of `game`.
    #[must_use]
    pub fn new(game: &'a Marbles) -> Format<'a> {
        let order = game.shape().diamond_order();
        let recogniser = Recogniser::new(game.shape(), &order);
        Format {
            game,
            order,
            recogniser,
        }
    }

    pub(super) fn game(&self) -> &Marbles {
        self.game
    }
}

impl Contest for Format<'_> {
    type Case = Board;

    const COUNT: Count = Count::Given;

    fn recognise(&self, block: &[u8], most: usize, cases: &mut Vec<Board>) -> Taken {
        match &self.recogniser {
            None => Taken::default(),
            Some(recogniser) => {
                let boards = recogniser.boards(block, most, cases);
                Taken {
                    bytes: boards * diamond::RECORD,
                    lines: boards as u64 * diamond::LINES,
                }
            }
        }
    }

    /// Cells between any white space. A blank line ends a board, unless it
    /// stands between all lines of the board: so a board that lacks a cell is
    /// found out at once, and not at the end of the input.
    fn read(&self, input: &mut Input<'_>) -> Result<Board, InputError> {
        let due = self.order.len();
        let mut board = 0;
        let mut spaced: Option<bool> = None;
        for (i, cell) in self.order.iter().enumerate() {
            let what = || format!("cell {} of {due}, * (a marble) or . (empty)", i + 1);
            let (byte, line_ends) = input.next_byte()?;
            if i > 0 && line_ends > 0 && byte.is_some() {
                let blank = line_ends > 1;
                if *spaced.get_or_insert(blank) != blank {
                    let lines = if blank {
                        "before the blank line"
                    } else {
                        "before this line"
                    };
                    let what = format!("{due} cells in a board, found {i} {lines}; then");
                    return Err(input.unexpected(&what));
                }
            }
            match byte {
                Some(b'*') => board |= 1 << cell,
                Some(b'.') => {}
                _ => return Err(input.unexpected(&what())),
            }
            input.take_byte();
        }
        Ok(Board(board))
    }

    fn write(&self, _: u64, _: &Board, value: Wdl, out: &mut Vec<u8>) {
        // A copy of fixed length is one instruction; the zeros go again.
        let (line, zeros) = match value {
            Wdl::Win => (b"Possible.\n\0\0", 2),
            _ => (b"Impossible.\n", 0),
        };
        out.extend_from_slice(line);
        out.truncate(out.len() - zeros);
    }

    fn asked(&self, case: &Board) -> Asked {
        Asked {
            set: Vec::new(),
            position: self.game.write(case),
            mover: None,
        }
    }
}
