//! Every path and number of threads against a direct evaluation of the definition.

use kibitz_game::{RunContext, Wdl};

use super::program::Program;
use super::{LosingSet, PartizanPlacement, Path, Placement};

/// The lost sets, by the definition.
fn by_definition(cells: u32, patterns: &[u64], no_move_result: Wdl) -> Vec<bool> {
    let mut lost = vec![false; 1 << cells];
    for set in (0..lost.len()).rev() {
        let mut can_move = false;
        let mut can_win = false;
        for &pattern in patterns {
            if pattern as usize & set == 0 {
                can_move = true;
                can_win |= lost[set | pattern as usize];
            }
        }
        lost[set] = !can_win && (can_move || no_move_result == Wdl::Loss);
    }
    lost
}

/// All runs of 1 to `longest` cells on a board of `.` cells and other holes,
/// along rows, columns and both diagonals; and the number of cells.
fn runs(board: &str, longest: usize) -> (u32, Vec<u64>) {
    let rows: Vec<&[u8]> = board.split('/').map(str::as_bytes).collect();
    let at = |y: i32, x: i32| {
        let row = rows.get(usize::try_from(y).ok()?)?;
        Some(*row.get(usize::try_from(x).ok()?)? == b'.')
    };
    let squares =
        (0..rows.len() as i32).flat_map(|y| (0..rows[0].len() as i32).map(move |x| (y, x)));
    let cells: Vec<(i32, i32)> = squares.filter(|&(y, x)| at(y, x) == Some(true)).collect();
    let mut patterns = Vec::new();
    for &(y, x) in &cells {
        for (dy, dx) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let mut pattern = 0;
            for step in 0..longest as i32 {
                let square = (y + dy * step, x + dx * step);
                let Some(cell) = cells.iter().position(|&c| c == square) else {
                    break;
                };
                pattern |= 1 << cell;
                patterns.push(pattern);
            }
        }
    }
    (cells.len() as u32, patterns)
}

fn rectangle(rows: usize, cols: usize) -> String {
    vec![".".repeat(cols); rows].join("/")
}

fn paths() -> Vec<Path> {
    let mut paths = vec![Path::Portable, Path::best()];
    paths.dedup();
    paths
}

fn solve(game: &Placement, path: Path, threads: usize) -> LosingSet {
    let context = RunContext::new().threads(threads);
    game.solve_by(path, context.pool(), &context).unwrap()
}

/// Compares every position on every path.
fn compare(cells: u32, patterns: &[u64], threads: usize) {
    for no_move_result in [Wdl::Loss, Wdl::Win] {
        let expected = by_definition(cells, patterns, no_move_result);
        let game = Placement::new(cells, patterns.iter().copied(), no_move_result).unwrap();
        for path in paths() {
            let solved = solve(&game, path, threads);
            let context = || {
                format!("{cells} cells, {no_move_result} without a move, {path:?}, {patterns:x?}")
            };
            for (set, &lost) in expected.iter().enumerate() {
                assert_eq!(solved.is_lost(set as u64), lost, "{set:b}: {}", context());
            }
            let count = expected.iter().filter(|&&lost| lost).count() as u64;
            assert_eq!(solved.count_lost(), count, "{}", context());
        }
    }
}

/// Pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// A non-empty set with at most `max` of the cells.
    fn set(&mut self, cells: u32, max: u64) -> u64 {
        let size = 1 + self.below(max);
        (0..size).fold(0, |set, _| set | 1 << self.below(cells.into()))
    }
}

#[test]
fn runs_on_every_small_rectangle() {
    for (rows, cols) in (1..=4).flat_map(|rows| (1..=4).map(move |cols| (rows, cols))) {
        for longest in 1..=4 {
            let (cells, patterns) = runs(&rectangle(rows, cols), longest);
            compare(cells, &patterns, 1 + longest % 3);
        }
    }
}

#[test]
fn runs_on_boards_with_holes() {
    let boards = [
        "#..#/..../..../#..#",
        "...../.#.#./...../.#",
        ".#.#.#./#.#.#.#/.#.#.#.",
        "......./...#",
        "..............",
        "../../../../../../..",
        "####/....",
    ];
    for board in boards {
        let (cells, patterns) = runs(board, 3);
        compare(cells, &patterns, 2);
    }
}

#[test]
fn random_patterns_without_single_cells_or_with_them() {
    let mut random = Random(1);
    for cells in 1..=16 {
        for round in 0..12 {
            let count = random.below(40) + 1;
            let max = 1 + random.below(6);
            let mut patterns: Vec<u64> = (0..count).map(|_| random.set(cells, max)).collect();
            match round % 3 {
                0 => patterns.retain(|pattern| !pattern.is_power_of_two()),
                1 => patterns.extend((0..cells).map(|cell| 1 << cell)),
                _ => {}
            }
            compare(cells, &patterns, 1 + round % 3);
        }
    }
}

#[test]
fn patterns_confined_to_few_cells() {
    // In any layout, some of these lie inside a vector, inside a tile, or only among the cells that
    // number the tiles.
    let mut random = Random(2);
    for cells in [12, 13, 15] {
        for width in 1..=5 {
            for first in 0..=cells - width {
                let all = (1u64..1 << width).map(|pattern| pattern << first);
                let patterns: Vec<u64> = all.filter(|_| random.below(3) > 0).collect();
                compare(cells, &patterns, 1);
            }
        }
    }
}

#[test]
fn empty_boards_and_pattern_sets_are_solved() {
    compare(0, &[], 1);
    compare(7, &[], 1);
    compare(14, &[], 2);
    compare(1, &[1], 1);
}

#[test]
fn more_patterns_than_bits_in_a_batch_word() {
    // Take one to three of the empty cells: lost iff four divides their number.
    let cells = 20;
    let patterns = (1u64..1 << cells).filter(|pattern| pattern.count_ones() <= 3);
    let game = Placement::new(cells, patterns.clone(), Wdl::Loss).unwrap();
    let program = Program::new(&patterns.collect::<Vec<_>>(), 4, 8, false);
    assert!(program.batches.iter().all(|batch| batch.index.len() <= 64));
    let largest = program
        .batches
        .iter()
        .filter(|b| (b.vector, b.tile) == (0, 0));
    assert_eq!(largest.count(), 2, "92 patterns do not fit one word");
    for path in paths() {
        let solved = solve(&game, path, 2);
        for set in 0..1u64 << cells {
            assert_eq!(solved.is_lost(set), set.count_zeros() % 4 == 0, "{set:b}");
        }
    }
}

#[test]
fn four_by_five_in_full() {
    let (cells, patterns) = runs(&rectangle(4, 5), 3);
    for threads in 1..=3 {
        compare(cells, &patterns, threads);
    }
}

#[test]
fn five_by_five_on_all_paths() {
    let (cells, patterns) = runs(&rectangle(5, 5), 3);
    for no_move_result in [Wdl::Loss, Wdl::Win] {
        let game = Placement::new(cells, patterns.iter().copied(), no_move_result).unwrap();
        let reference = solve(&game, Path::Portable, 1);
        let others = paths().into_iter().flat_map(|p| [(p, 2), (p, 3)]);
        for (path, threads) in others {
            let solved = solve(&game, path, threads);
            let differ = |&set: &u64| solved.is_lost(set) != reference.is_lost(set);
            assert_eq!((0..1 << cells).find(differ), None, "{path:?}, {threads}");
        }
        // The paths share all code but the instructions: compare them with the definition.
        let mut random = Random(3);
        let full = (1 << cells) - 1;
        for set in (0..200_000)
            .map(|_| random.next() & random.next() & full)
            .chain([0, full])
        {
            let moves = || patterns.iter().filter(|&p| p & set == 0);
            let wins = moves().any(|p| reference.is_lost(set | p));
            let no_move_wins = moves().next().is_none() && no_move_result == Wdl::Win;
            assert_eq!(reference.is_lost(set), !wins && !no_move_wins, "{set:b}");
        }
    }
}

/// The sets lost for each side, by the definition.
fn by_definition_sides(cells: u32, patterns: [&[u64]; 2], no_move_result: Wdl) -> [Vec<bool>; 2] {
    let mut lost = [vec![false; 1 << cells], vec![false; 1 << cells]];
    for set in (0..1usize << cells).rev() {
        let moves = |side: usize| {
            patterns[side]
                .iter()
                .filter(move |p| **p as usize & set == 0)
        };
        let now = [0, 1].map(|side| {
            let can_win = moves(side).any(|p| lost[1 - side][set | *p as usize]);
            !can_win && (moves(side).next().is_some() || no_move_result == Wdl::Loss)
        });
        lost[0][set] = now[0];
        lost[1][set] = now[1];
    }
    lost
}

/// Compares every position of both sides on every path.
fn compare_sides(cells: u32, left: &[u64], right: &[u64], threads: usize) {
    for no_move_result in [Wdl::Loss, Wdl::Win] {
        let expected = by_definition_sides(cells, [left, right], no_move_result);
        let patterns = [left, right].map(|side| side.iter().copied());
        let [of_left, of_right] = patterns;
        let game = PartizanPlacement::new(cells, of_left, of_right, no_move_result).unwrap();
        for path in paths() {
            let context = RunContext::new().threads(threads);
            let solved = game.solve_by(path, context.pool(), &context).unwrap();
            for (side, expected) in expected.iter().enumerate() {
                for (set, &lost) in expected.iter().enumerate() {
                    let found = solved[side].is_lost(set as u64);
                    assert_eq!(found, lost, "side {side}, {set:b}, {cells} cells, {path:?}");
                }
            }
        }
    }
}

#[test]
fn dominoes_on_every_small_rectangle() {
    for (rows, cols) in (1..=4u32).flat_map(|rows| (1..=5u32).map(move |cols| (rows, cols))) {
        let cell = |row, col| 1u64 << (row * cols + col);
        let upright = (1..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let upright: Vec<u64> = upright
            .map(|(row, col)| cell(row, col) | cell(row - 1, col))
            .collect();
        let across = (0..rows).flat_map(|row| (1..cols).map(move |col| (row, col)));
        let across: Vec<u64> = across
            .map(|(row, col)| cell(row, col) | cell(row, col - 1))
            .collect();
        compare_sides(rows * cols, &upright, &across, 1 + (rows % 2) as usize);
    }
}

#[test]
fn random_patterns_of_two_sides() {
    let mut random = Random(20_261_116);
    for round in 0..60 {
        let cells = 8 + random.below(9) as u32;
        let mut side = || -> Vec<u64> {
            let count = random.below(24);
            (0..count).map(|_| random.set(cells, 4)).collect()
        };
        let (left, right) = (side(), side());
        compare_sides(cells, &left, &right, 1 + round % 3);
    }
}

/// With the same patterns for both sides, the game is impartial.
#[test]
fn equal_sides_agree_with_impartial_game() {
    let (cells, patterns) = runs(&rectangle(4, 4), 3);
    let alike = || patterns.iter().copied();
    let one = Placement::new(cells, alike(), Wdl::Loss).unwrap();
    let two = PartizanPlacement::new(cells, alike(), alike(), Wdl::Loss).unwrap();
    for path in paths() {
        let lost = solve(&one, path, 1).count_lost();
        let sides = two.solve(&RunContext::new()).unwrap();
        assert_eq!(sides.map(|side| side.count_lost()), [lost, lost]);
    }
}
