//! Cells as bit sets, and the eight symmetries of the board.

/// The side length of the board.
pub(super) const SIDE: u8 = 5;
/// All cells.
pub(super) const ALL: u32 = (1 << 25) - 1;

/// The cells a king's step away from each cell.
pub(super) const NEIGHBOURS: [u32; 25] = {
    let mut table = [0; 25];
    let mut from = 0;
    while from < 25 {
        let mut to = 0;
        while to < 25 {
            let rows = ((from / 5) as i8 - (to / 5) as i8).abs();
            let columns = ((from % 5) as i8 - (to % 5) as i8).abs();
            if from != to && rows <= 1 && columns <= 1 {
                table[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The cells of a set, in reading order.
#[inline]
pub(super) fn cells(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The sets of four cells that win.
pub(super) fn winning(is_advanced: bool) -> Vec<u32> {
    let mut found = Vec::new();
    let mut add = |row: i32, column: i32, steps: [(i32, i32); 4]| {
        let places = steps.map(|(down, right)| (row + down, column + right));
        let is_inside = |&(r, c): &(i32, i32)| (0..5).contains(&r) && (0..5).contains(&c);
        if places.iter().all(is_inside) {
            found.push(places.iter().fold(0, |set, (r, c)| set | 1 << (5 * r + c)));
        }
    };
    let largest = if is_advanced { 4 } else { 1 };
    for (row, column) in (0..25).map(|cell| (cell / 5, cell % 5)) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            add(row, column, [0, 1, 2, 3].map(|n| (n * down, n * right)));
        }
        for n in 1..=largest {
            add(row, column, [(0, 0), (0, n), (n, 0), (n, n)]);
        }
    }
    found
}

/// A symmetry of the board acting on sets: a lookup table for each row of five
/// cells.
pub(super) struct Symmetry {
    rows: [[u32; 32]; 5],
}

impl Symmetry {
    /// The eight symmetries, the identity first.
    pub(super) fn all() -> [Symmetry; 8] {
        std::array::from_fn(|number| {
            let image = |cell: usize| {
                let (mut row, mut column) = (cell / 5, cell % 5);
                if number & 1 != 0 {
                    row = 4 - row;
                }
                if number & 2 != 0 {
                    column = 4 - column;
                }
                if number & 4 != 0 {
                    (row, column) = (column, row);
                }
                5 * row + column
            };
            let rows = std::array::from_fn(|row| {
                std::array::from_fn(|set| {
                    let of_row = (0..5).filter(|column| set >> column & 1 == 1);
                    of_row.fold(0, |images, column| images | 1 << image(5 * row + column))
                })
            });
            Symmetry { rows }
        })
    }

    /// The image of a set.
    #[inline]
    pub(super) fn image(&self, set: u32) -> u32 {
        let row = |row: usize| self.rows[row][(set >> (5 * row)) as usize & 31];
        row(0) | row(1) | row(2) | row(3) | row(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 44 winning sets, and 58 in the advanced game, all distinct.
    #[test]
    fn winning_sets_have_the_known_number() {
        for (is_advanced, count) in [(false, 44), (true, 58)] {
            let mut found = winning(is_advanced);
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), count);
            assert!(found.iter().all(|set| set.count_ones() == 4));
        }
    }

    #[test]
    fn eight_symmetries_preserve_neighbours() {
        let all = Symmetry::all();
        assert!((0..25).all(|cell| all[0].image(1 << cell) == 1 << cell));
        let mut corners: Vec<(u32, u32)> = all.iter().map(|s| (s.image(1), s.image(2))).collect();
        corners.sort_unstable();
        corners.dedup();
        assert_eq!(corners.len(), 8);
        for symmetry in &all {
            for (cell, neighbours) in NEIGHBOURS.iter().enumerate() {
                let image = symmetry.image(1 << cell).trailing_zeros() as usize;
                assert_eq!(NEIGHBOURS[image], symmetry.image(*neighbours));
            }
        }
    }
}
