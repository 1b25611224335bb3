//! Marbles on a grid: the filled cells as bits. A move fills a run of empty cells along a row, a
//! column or a diagonal.

use std::convert::Infallible;

use kibitz_game::{StateVectorGame, SuccessorBuffer, SuccessorGenerator};

/// The runs of cells that a move may fill.
#[derive(Clone, Debug)]
pub(crate) struct Marbles {
    runs: Vec<i64>,
}

impl Marbles {
    pub(crate) fn new(rows: i64, cols: i64, longest: i64) -> Marbles {
        let mut runs = Vec::new();
        for (row, col) in (0..rows * cols).map(|cell| (cell / cols, cell % cols)) {
            runs.push(1 << (row * cols + col));
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = (0..longest).map(|i| (row + i * down, col + i * right));
                let cells = cells.take_while(|(r, c)| *r < rows && (0..cols).contains(c));
                let mut run = 0;
                for (number, (r, c)) in cells.enumerate() {
                    run |= 1 << (r * cols + c);
                    if number > 0 {
                        runs.push(run);
                    }
                }
            }
        }
        Marbles { runs }
    }
}

impl StateVectorGame for Marbles {
    type Fault = Infallible;
    type Worker<'a> = &'a Marbles;

    fn slots(&self) -> usize {
        1
    }

    fn worker(&self) -> &Marbles {
        self
    }
}

impl SuccessorGenerator for &Marbles {
    type Fault = Infallible;

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        let buffer = steps.buffer_mut();
        buffer.clear();
        let filled = position[0];
        for run in &self.runs {
            if filled & run == 0 {
                buffer.extend_from_slice(&[filled | run, SuccessorBuffer::PASSES]);
            }
        }
        Ok(())
    }
}
