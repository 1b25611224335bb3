//! Where one animal is, and whose it is, as a number below 64.
//!
//! On the board a code is 4 + 4 × label + 2 if it is a hen + 1 if it is the
//! mover's. A label numbers the cells that are not the lions', of which there
//! are ten, so the codes of a label are four neighbouring bits of a set of codes.

use super::super::animals::{Animal, CELLS, Small};

/// Where an animal is, and whose.
pub(super) type Code = u8;

/// A set of codes.
pub(super) type Codes = u64;

/// Both animals of each of [`Small::ALL`].
pub(super) type Pieces = [[Code; 2]; 3];

/// All codes are below this.
pub(super) const CODES: usize = 64;

/// Cells that are not the lions'.
pub(super) const LABELS: usize = CELLS - 2;

/// The animal takes no part.
pub(super) const OUT: Code = 0;
/// In the opponent's hand.
pub(super) const THEIRS: Code = 1;
/// In the mover's hand.
pub(super) const MINE: Code = 2;

/// The code of an animal on the board.
pub(super) const fn on_board(label: usize, is_hen: bool, is_mine: bool) -> Code {
    4 + 4 * label as Code + 2 * is_hen as Code + is_mine as Code
}

/// The label of an animal on the board.
#[inline]
pub(super) const fn label(code: Code) -> Option<usize> {
    (code as usize >> 2).checked_sub(1)
}

/// Whether the animal is a hen on the board.
pub(super) const fn is_hen(code: Code) -> bool {
    code >= 4 && code & 2 != 0
}

/// Whether the animal is the mover's, and on the board.
#[inline]
pub(super) const fn is_mine_on_board(code: Code) -> bool {
    code >= 4 && code & 1 == 1
}

/// The same code for the other player.
pub(super) const fn other_owner(code: Code) -> Code {
    match code {
        OUT => OUT,
        THEIRS => MINE,
        MINE => THEIRS,
        _ => code ^ 1,
    }
}

/// The opponent's animal, no hen, on the cell of an animal.
#[inline]
pub(super) const fn theirs_at(code: Code) -> Code {
    code & !3
}

/// All codes of an animal's label; nothing where it is not on the board.
#[inline]
pub(super) const fn codes_at(code: Code) -> Codes {
    // The codes below 4 are not on the board, and would be the bits shifted out.
    (0b1111 << (code & !3)) & !0b1111
}

/// The animal of a kind with this code.
pub(super) const fn animal(small: Small, code: Code) -> Animal {
    match small {
        Small::Chick if is_hen(code) => Animal::Hen,
        small => small.dropped(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_by_hand() {
        let hen = on_board(9, true, false);
        assert_eq!((hen, label(hen), is_hen(hen)), (42, Some(9), true));
        assert!(!is_mine_on_board(hen) && is_mine_on_board(other_owner(hen)));
        assert_eq!(theirs_at(other_owner(hen)), on_board(9, false, false));
        assert_eq!(codes_at(hen), 0b1111 << 40);
        for code in [OUT, THEIRS, MINE] {
            assert_eq!((codes_at(code), label(code)), (0, None));
            assert_eq!(other_owner(other_owner(code)), code);
        }
        assert_eq!(animal(Small::Chick, hen), Animal::Hen);
        assert_eq!(animal(Small::Giraffe, 5), Animal::Giraffe);
    }
}
