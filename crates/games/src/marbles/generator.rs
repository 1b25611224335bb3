//! Case generator of marbles: random boards, output as diamonds, and shrinking.

use std::borrow::Cow;

use kibitz_game::contest::{Bias, CaseGenerator, Random, Size, Sizes, pieces};
use kibitz_game::{CONTINUE, Flow};

use super::{Board, Format, Shape};

impl Format<'_> {
    fn cells(&self) -> u32 {
        self.game().shape().cells()
    }

    fn full(&self) -> u64 {
        (1 << self.cells()) - 1
    }

    /// A board with `marbles` marbles, or a full one if there are fewer cells.
    fn with_marbles(&self, marbles: u64, random: &mut Random) -> Board {
        let mut cells: Vec<u32> = (0..self.cells()).collect();
        random.shuffle(&mut cells);
        let filled = cells.iter().take(marbles as usize);
        Board(filled.fold(0, |board, cell| board | 1 << cell))
    }

    /// The range of the number of marbles, if given.
    fn marbles(&self, sizes: &Sizes) -> Option<std::ops::RangeInclusive<u64>> {
        let cells = u64::from(self.cells());
        let requested = sizes.given("marbles")?;
        Some(*requested.start().min(&cells)..=*requested.end().min(&cells))
    }

    fn any_board(&self, sizes: &Sizes, random: &mut Random) -> Board {
        match self.marbles(sizes) {
            None => Board(random.bits() & self.full()),
            Some(marbles) => {
                let marbles = random.within(&marbles);
                self.with_marbles(marbles, random)
            }
        }
    }

    fn edge(&self, sizes: &Sizes, random: &mut Random) -> Board {
        let cells = u64::from(self.cells());
        if let Some(marbles) = self.marbles(sizes) {
            let marbles = *random.pick(&[*marbles.start(), *marbles.end()]);
            return self.with_marbles(marbles, random);
        }
        let run = |random: &mut Random| random.pick(&self.game().runs).to_owned();
        match random.below(8) {
            0 => Board(0),
            1 => Board(self.full()),
            2 => self.with_marbles(1, random),
            3 => self.with_marbles(cells - 1, random),
            4 => self.with_marbles(cells.saturating_sub(2), random),
            // Only the cells of one or two runs are empty.
            5 => Board(self.full() & !run(random)),
            6 => Board(self.full() & !(run(random) | run(random))),
            _ => self.with_marbles(cells.saturating_sub(4), random),
        }
    }
}

/// Prints a board standing on its upper left corner: a line for each diagonal
/// that has cells, indented to a diamond.
fn picture(shape: &Shape, board: Board, out: &mut Vec<u8>) {
    for diagonal in 0..shape.rows() + shape.cols() - 1 {
        let mut line = Vec::new();
        for col in 0..=diagonal.min(shape.cols() - 1) {
            let row = diagonal - col;
            let Some(cell) = shape.cell(row, col) else {
                continue;
            };
            // Cells of neighbouring lines are half a cell apart.
            let place = shape.rows() - 1 - row + col;
            line.resize((place as usize).max(line.len()), b' ');
            line.push(if board.0 >> cell & 1 == 1 { b'*' } else { b'.' });
        }
        if !line.is_empty() {
            out.append(&mut line);
            out.push(b'\n');
        }
    }
}

/// The sizes of a case.
pub const SIZES: &[Size<'static>] = &[Size {
    name: "marbles",
    meaning: "marbles on the board; by default random",
    allowed: 0..=Shape::MAX_CELLS as u64,
    contest: 0..=Shape::MAX_CELLS as u64,
    usual: 0..=Shape::MAX_CELLS as u64,
}];

/// The size of a case is the number of its empty cells.
impl CaseGenerator for Format<'_> {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        Cow::Borrowed(SIZES)
    }

    fn together(&self) -> u64 {
        1_000_000
    }

    fn put(&self, case: &Board, out: &mut Vec<u8>) {
        out.push(b'\n');
        picture(self.game().shape(), *case, out);
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Board {
        match bias {
            Bias::Edge => self.edge(sizes, random),
            _ => self.any_board(sizes, random),
        }
    }

    fn sizes_of(&self, case: &Board, visit: &mut dyn FnMut(&str, u64)) {
        visit("marbles", u64::from(case.0.count_ones()));
    }

    fn max_cases(&self) -> Option<u64> {
        Some(self.together())
    }

    fn measure(&self, case: &Board) -> u64 {
        u64::from((self.full() & !case.0).count_ones())
    }

    fn smaller(&self, case: &Board, visit: &mut dyn FnMut(Board) -> Flow) {
        let is_empty = |cell: &u32| case.0 >> cell & 1 == 0;
        let empty: Vec<u32> = (0..self.cells()).filter(is_empty).collect();
        let fill = |cells: &[u32]| cells.iter().fold(case.0, |board, cell| board | 1 << cell);
        let _ = pieces(empty.len())
            .map(|piece| Board(fill(&empty[piece])))
            .try_for_each(visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Board) -> Flow) -> Option<Flow> {
        Some(subsets(self.cells(), measure, &mut |empty| {
            visit(Board(self.full() & !empty))
        }))
    }

    fn total(&self) -> Option<u64> {
        Some(1 << self.cells())
    }
}

/// Every set of `count` of the first `cells` cells, in increasing order.
fn subsets(cells: u32, count: u64, visit: &mut dyn FnMut(u64) -> Flow) -> Flow {
    if count > u64::from(cells) {
        return CONTINUE;
    }
    let mut set = (1u64 << count) - 1;
    while set < 1 << cells {
        visit(set)?;
        if set == 0 {
            break;
        }
        // The next larger number with the same number of bits (Gosper's hack).
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        set = carried | (((carried ^ set) / lowest) >> 2);
    }
    CONTINUE
}
