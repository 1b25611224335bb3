//! Quixo: the cubes of the mover and of the opponent as bits, row by row.

use std::convert::Infallible;

use kibitz_game::{StateVectorGame, SuccessorBuffer, SuccessorGenerator, Wdl};

/// A move: a cube is removed and pushed in elsewhere.
#[derive(Clone, Copy, Debug)]
struct Push {
    from: u32,
    to: u32,
    /// The cells whose cubes are shifted.
    shifted: u32,
    /// Those that stay.
    kept: u32,
    /// How far, and whether to lower cells.
    by: u32,
    down: bool,
}

/// The board of n × n cubes.
#[derive(Clone, Debug)]
pub(crate) struct Quixo {
    pushes: Vec<Push>,
    lines: Vec<u32>,
}

impl Quixo {
    pub(crate) fn new(n: u32) -> Quixo {
        let bit = |row: u32, col: u32| 1u32 << (row * n + col);
        let mut lines: Vec<u32> = Vec::new();
        for i in 0..n {
            lines.push((0..n).map(|j| bit(i, j)).sum());
            lines.push((0..n).map(|j| bit(j, i)).sum());
        }
        lines.push((0..n).map(|i| bit(i, i)).sum());
        lines.push((0..n).map(|i| bit(i, n - 1 - i)).sum());
        let mut pushes = Vec::new();
        for (row, col) in (0..n * n).map(|cell| (cell / n, cell % n)) {
            let on_border = row == 0 || col == 0 || row == n - 1 || col == n - 1;
            if on_border {
                let ends = [(row, 0), (row, n - 1), (0, col), (n - 1, col)];
                let ends = ends.into_iter().filter(|end| *end != (row, col));
                pushes.extend(ends.map(|end| Push::new(n, (row, col), end)));
            }
        }
        Quixo { pushes, lines }
    }

    fn has_line(&self, cubes: u32) -> bool {
        self.lines
            .iter()
            .fold(false, |any, line| any | (cubes & line == *line))
    }
}

impl Push {
    /// Takes the cube at `from` and pushes it in at `to`, an end of its row or
    /// column: the cubes from `to` on move towards the gap.
    fn new(n: u32, from: (u32, u32), to: (u32, u32)) -> Push {
        let cell = |(row, col): (u32, u32)| row * n + col;
        let (gap, end) = (cell(from), cell(to));
        let by = if from.0 == to.0 { 1 } else { n };
        let down = end > gap;
        let mut shifted = 0u32;
        let mut at = gap;
        while at != end {
            at = if down { at + by } else { at - by };
            shifted |= 1 << at;
        }
        Push {
            from: 1 << gap,
            to: 1 << end,
            shifted,
            kept: !(shifted | 1 << gap),
            by,
            down,
        }
    }

    #[inline]
    fn shift(self, cubes: u32) -> u32 {
        let moving = cubes & self.shifted;
        let moved = if self.down {
            moving >> self.by
        } else {
            moving << self.by
        };
        cubes & self.kept | moved
    }
}

impl StateVectorGame for Quixo {
    type Fault = Infallible;
    type Worker<'a> = &'a Quixo;

    fn slots(&self) -> usize {
        2
    }

    fn worker(&self) -> &Quixo {
        self
    }
}

impl SuccessorGenerator for &Quixo {
    type Fault = Infallible;

    /// The opponent has completed a line of the mover, and loses even with an own line.
    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, Infallible> {
        Ok(if self.has_line(position[0] as u32) {
            Some(Wdl::Win)
        } else {
            self.has_line(position[1] as u32).then_some(Wdl::Loss)
        })
    }

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        let buffer = steps.buffer_mut();
        buffer.clear();
        let (mine, theirs) = (position[0] as u32, position[1] as u32);
        for push in &self.pushes {
            if theirs & push.from == 0 {
                let after = push.shift(mine) | push.to;
                let row = [
                    push.shift(theirs).into(),
                    after.into(),
                    SuccessorBuffer::PASSES,
                ];
                buffer.extend_from_slice(&row);
            }
        }
        Ok(())
    }
}
