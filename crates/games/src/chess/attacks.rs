//! Attack sets of the pieces as bitboards: bit 8 × rank + file, from a1.

use super::Kind;

/// An offset in files and ranks.
type Offset = (i8, i8);

const STRAIGHT: [Offset; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [Offset; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const JUMPS: [Offset; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The squares that a piece attacks on an empty board, by its kind and square.
static ON_EMPTY_BOARD: [[u64; 64]; 5] = {
    let mut table = [[0; 64]; 5];
    let mut square = 0;
    while square < 64 {
        let king = reached(square, &STRAIGHT, 1) | reached(square, &DIAGONAL, 1);
        let rook = reached(square, &STRAIGHT, 7);
        let bishop = reached(square, &DIAGONAL, 7);
        table[Kind::King as usize][square] = king;
        table[Kind::Queen as usize][square] = rook | bishop;
        table[Kind::Rook as usize][square] = rook;
        table[Kind::Bishop as usize][square] = bishop;
        table[Kind::Knight as usize][square] = reached(square, &JUMPS, 1);
        square += 1;
    }
    table
};

/// See [`between`].
static BETWEEN: [[u64; 64]; 64] = lines(false);

/// The squares behind the second square, seen from the first.
static BEHIND: [[u64; 64]; 64] = lines(true);

/// The square at an offset, if it is on the board.
const fn step(square: usize, (file, rank): Offset) -> Option<usize> {
    let file = (square % 8) as i8 + file;
    let rank = (square / 8) as i8 + rank;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return None;
    }
    Some((8 * rank + file) as usize)
}

/// The squares up to `most` steps in one direction away.
const fn reached(square: usize, directions: &[Offset], most: usize) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < directions.len() {
        let mut at = square;
        let mut steps = 0;
        while steps < most
            && let Some(to) = step(at, directions[i])
        {
            set |= 1 << to;
            at = to;
            steps += 1;
        }
        i += 1;
    }
    set
}

const fn lines(is_behind: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            let direction = if i < 4 { STRAIGHT[i] } else { DIAGONAL[i - 4] };
            let mut passed = 0;
            let mut at = square;
            while let Some(to) = step(at, direction) {
                table[square][to] = match is_behind {
                    true => reached(to, &[direction], 7),
                    false => passed,
                };
                passed |= 1 << to;
                at = to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// The squares that a piece on `square` attacks: along each line up to and
/// including the first occupied square. What is behind a square that a king or
/// a knight attacks is not attacked on an empty board either.
#[inline]
pub(super) fn attacks(kind: Kind, square: u8, occupied: u64) -> u64 {
    let square = usize::from(square);
    let mut set = ON_EMPTY_BOARD[kind as usize][square];
    for blocker in bits(set & occupied) {
        set &= !BEHIND[square][usize::from(blocker)];
    }
    set
}

/// Whether a piece on `from` attacks a square.
#[inline]
pub(super) fn is_attacked(square: u8, kind: Kind, from: u8, occupied: u64) -> bool {
    ON_EMPTY_BOARD[kind as usize][usize::from(from)] >> square & 1 == 1
        && between(from, square) & occupied == 0
}

/// The squares between two squares of a rank, file or diagonal; none if they
/// have none in common.
#[inline]
pub(super) fn between(from: u8, to: u8) -> u64 {
    BETWEEN[usize::from(from)][usize::from(to)]
}

/// The squares of a set, from a1.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 5] = [
        Kind::King,
        Kind::Queen,
        Kind::Rook,
        Kind::Bishop,
        Kind::Knight,
    ];

    /// On an empty board, by the distances between squares.
    #[test]
    fn attacks_on_an_empty_board_match_the_distances() {
        for (from, to) in (0..64u8).flat_map(|from| (0..64).map(move |to| (from, to))) {
            let file = (from % 8).abs_diff(to % 8);
            let rank = (from / 8).abs_diff(to / 8);
            for kind in KINDS {
                let straight = (file == 0) != (rank == 0);
                let diagonal = file == rank && file > 0;
                let due = match kind {
                    Kind::King => file.max(rank) == 1,
                    Kind::Queen => straight || diagonal,
                    Kind::Rook => straight,
                    Kind::Bishop => diagonal,
                    Kind::Knight => (file, rank) == (1, 2) || (file, rank) == (2, 1),
                };
                let is_attacked = attacks(kind, from, 0) >> to & 1 == 1;
                assert_eq!(is_attacked, due, "{kind:?} {from} {to}");
            }
        }
    }

    /// A piece blocks exactly the squares behind it for sliding pieces; attacks
    /// are symmetric.
    #[test]
    fn pieces_block_sliding_attacks() {
        for kind in KINDS {
            for from in 0..64 {
                for to in bits(attacks(kind, from, 0)) {
                    for other in (0..64).filter(|other| ![from, to].contains(other)) {
                        let way = |square: u8| {
                            let across = i32::from(square % 8) - i32::from(from % 8);
                            let up = i32::from(square / 8) - i32::from(from / 8);
                            (across, up)
                        };
                        let ((x, y), (other_x, other_y)) = (way(to), way(other));
                        let along = x * other_x + y * other_y;
                        let is_between =
                            x * other_y == y * other_x && (1..x * x + y * y).contains(&along);
                        let there = attacks(kind, from, 1 << other) >> to & 1;
                        let back = attacks(kind, to, 1 << other) >> from & 1;
                        assert_eq!(there, back);
                        let is_attacked = is_attacked(to, kind, from, 1 << other);
                        assert_eq!(is_attacked, there == 1);
                        let rides = !matches!(kind, Kind::King | Kind::Knight);
                        assert_eq!(there == 0, rides && is_between, "{kind:?}");
                    }
                }
            }
        }
    }
}
