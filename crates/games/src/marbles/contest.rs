//! Luogu P7395: `T`, then boards printed as diamonds.

use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, Input, InputError};
use kibitz_game::{Notation, Wdl};

use super::diamond::{self, DiamondReader};
use super::{Board, Marbles};

/// The contest's input and output, for a board of any shape: its cells are
/// listed diagonal by diagonal.
#[derive(Clone, Debug)]
pub struct Format<'a> {
    game: &'a Marbles,
    /// The cells in the order of the diamond.
    order: Vec<u32>,
    diamond_reader: Option<DiamondReader>,
}

impl<'a> Format<'a> {
    /// The format for the board of `game`.
    #[must_use]
    pub fn new(game: &'a Marbles) -> Format<'a> {
        let order = game.shape().diamond_order();
        let diamond_reader = DiamondReader::new(game.shape(), &order);
        Format {
            game,
            order,
            diamond_reader,
        }
    }

    pub(super) fn game(&self) -> &Marbles {
        self.game
    }
}

impl Contest for Format<'_> {
    type Case = Board;
    type Value = Wdl;

    fn count(&self) -> Count {
        Count::Given
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Board>) -> Consumed {
        match &self.diamond_reader {
            None => Consumed::default(),
            Some(diamond_reader) => {
                let boards = diamond_reader.boards(block, max, cases);
                Consumed {
                    bytes: boards * diamond::RECORD,
                    lines: boards as u64 * diamond::LINES,
                }
            }
        }
    }

    /// Cells separated by white space. A blank line ends a board, unless all
    /// lines of the board are separated by blank lines: so a missing cell is
    /// reported at its board, not at the end of the input.
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
        // A copy of fixed length is one instruction; the trailing zeros are
        // truncated afterwards.
        let (line, zeros) = match value {
            Wdl::Win => (b"Possible.\n\0\0", 2),
            _ => (b"Impossible.\n", 0),
        };
        out.extend_from_slice(line);
        out.truncate(out.len() - zeros);
    }

    fn query(&self, case: &Board) -> CaseQuery {
        CaseQuery {
            set: Vec::new(),
            position: self.game.write(case),
            mover: None,
        }
    }
}
