//! Attack sets of the pieces as bitboards: bit 8 × rank + file, from a1.

use super::Kind;

/// Directions in files and ranks; the first half increases the square number.
const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const JUMPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The squares from each square to the edge, per direction.
type Rays = [[u64; 4]; 64];

static STRAIGHT_RAYS: Rays = rays(STRAIGHT);
static DIAGONAL_RAYS: Rays = rays(DIAGONAL);
static KNIGHT: [u64; 64] = leaps(&JUMPS);
static KING: [u64; 64] = {
    let (straight, diagonal) = (leaps(&STRAIGHT), leaps(&DIAGONAL));
    let mut both = [0; 64];
    let mut square = 0;
    while square < 64 {
        both[square] = straight[square] | diagonal[square];
        square += 1;
    }
    both
};

/// The square at an offset, if it is on the board.
const fn step(square: usize, (file, rank): (i8, i8)) -> Option<usize> {
    let file = (square % 8) as i8 + file;
    let rank = (square / 8) as i8 + rank;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return None;
    }
    Some((8 * rank + file) as usize)
}

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(square, steps[i]) {
                table[square] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn rays(steps: [(i8, i8); 4]) -> Rays {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let mut at = square;
            while let Some(to) = step(at, steps[i]) {
                table[square][i] |= 1 << to;
                at = to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// The squares that a piece on `square` attacks: along each line up to and
/// including the first occupied square.
#[inline]
pub(super) fn attacks(kind: Kind, square: u8, occupied: u64) -> u64 {
    let square = usize::from(square);
    match kind {
        Kind::King => KING[square],
        Kind::Knight => KNIGHT[square],
        Kind::Rook => slide(&STRAIGHT_RAYS, square, occupied),
        Kind::Bishop => slide(&DIAGONAL_RAYS, square, occupied),
        Kind::Queen => {
            slide(&STRAIGHT_RAYS, square, occupied) | slide(&DIAGONAL_RAYS, square, occupied)
        }
    }
}

/// The rays up to the first piece on each: the lowest bit on an ascending ray,
/// the highest on a descending one.
#[inline]
fn slide(rays: &Rays, square: usize, occupied: u64) -> u64 {
    let mut reached = 0;
    for (i, ray) in rays[square].into_iter().enumerate() {
        let blockers = ray & occupied;
        reached |= if blockers == 0 {
            ray
        } else {
            let first = if i < 2 {
                blockers.trailing_zeros()
            } else {
                63 - blockers.leading_zeros()
            };
            ray & !rays[first as usize][i]
        };
    }
    reached
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
                        let rides = !matches!(kind, Kind::King | Kind::Knight);
                        assert_eq!(there == 0, rides && is_between, "{kind:?}");
                    }
                }
            }
        }
    }
}
