//! Pushes: the effect of a move on a set of cubes.

use super::Move;

/// A cube is taken and pushed in at the end of its row or column, shifting
/// those between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    /// The cell of the cube taken.
    pub(super) from: u32,
    /// The cell where it is pushed in.
    pub(super) to: u32,
    /// All cells from `from` to `to`.
    segment: u32,
    /// The distance of neighbours in the segment.
    step: u8,
    /// Whether `to` has the greater number.
    is_up: bool,
}

impl Push {
    /// All pushes on a board of this side length.
    pub(super) fn all(side: u8) -> Vec<Push> {
        let last = side - 1;
        let mut all = Vec::new();
        for (row, column) in (0..side).flat_map(|row| (0..side).map(move |col| (row, col))) {
            if [row, column].iter().all(|at| (1..last).contains(at)) {
                continue;
            }
            let ends = [(row, 0), (row, last), (0, column), (last, column)];
            for (end_row, end_column) in ends {
                if (end_row, end_column) != (row, column) {
                    let from = side * row + column;
                    let to = side * end_row + end_column;
                    let step = if end_row == row { 1 } else { side };
                    all.push(Push::new(from, to, step));
                }
            }
        }
        all
    }

    fn new(from: u8, to: u8, step: u8) -> Push {
        let between = (from.min(to)..=from.max(to)).step_by(step.into());
        Push {
            from: 1 << from,
            to: 1 << to,
            segment: between.fold(0, |segment, cell| segment | 1 << cell),
            step,
            is_up: to > from,
        }
    }

    pub(super) fn by(self) -> Move {
        Move {
            from: self.from.trailing_zeros() as u8,
            to: self.to.trailing_zeros() as u8,
        }
    }

    /// The cubes of a set after the push, without the pushed one.
    #[inline]
    pub(super) fn shift(self, cubes: u32) -> u32 {
        let moved = cubes & self.segment & !self.from;
        let moved = if self.is_up {
            moved >> self.step
        } else {
            moved << self.step
        };
        cubes & !self.segment | moved
    }

    /// The cubes of a set before the push, without the pushed one.
    #[inline]
    pub(super) fn unshift(self, cubes: u32) -> u32 {
        let moved = cubes & self.segment & !self.to;
        let moved = if self.is_up {
            moved << self.step
        } else {
            moved >> self.step
        };
        cubes & !self.segment | moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pushes for each corner, three for each other border cube.
    #[test]
    fn number_of_pushes_matches_the_formula() {
        for (side, count) in [(2, 8), (3, 20), (4, 32), (5, 44)] {
            assert_eq!(Push::all(side).len(), count, "{side}");
        }
    }

    #[test]
    fn unshift_inverts_shift() {
        for push in Push::all(3) {
            for cubes in 0..1 << 9 {
                let rest = cubes & !push.from;
                assert_eq!(push.unshift(push.shift(cubes)), rest, "{push:?}");
                assert_eq!(push.shift(cubes) & push.to, 0, "{push:?}");
            }
        }
    }
}
