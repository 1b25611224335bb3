//! Tic-tac-toe: the cells of X and of O as bits, and whether O is to move.

use std::convert::Infallible;

use kibitz_game::{StateVectorGame, SuccessorBuffer, SuccessorGenerator, Turn, Wdl};

#[derive(Clone, Copy, Debug)]
pub(crate) struct TicTacToe;

const LINES: [i64; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_line(cells: i64) -> bool {
    LINES.iter().any(|line| cells & line == *line)
}

impl StateVectorGame for TicTacToe {
    type Fault = Infallible;
    type Worker<'a> = TicTacToe;

    fn slots(&self) -> usize {
        3
    }

    fn worker(&self) -> TicTacToe {
        TicTacToe
    }
}

impl SuccessorGenerator for TicTacToe {
    type Fault = Infallible;

    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, Infallible> {
        let lost = has_line(position[0]) || has_line(position[1]);
        let full = position[0] | position[1] == 0o777;
        Ok(if lost {
            Some(Wdl::Loss)
        } else {
            full.then_some(Wdl::Draw)
        })
    }

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        steps.clear();
        let side = position[2] as usize;
        for cell in 0..9 {
            if (position[0] | position[1]) >> cell & 1 == 0 {
                let mut after = [position[0], position[1], 1 - position[2]];
                after[side] |= 1 << cell;
                steps.push(&after, Turn::Other);
            }
        }
        Ok(())
    }
}
