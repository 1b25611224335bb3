//! What a move touches on the picture of the position before it.

use serde::Serialize;

/// How a move changes the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// Something new appears on cells: a mark, a domino, a card.
    Place,
    /// A piece goes from a cell to another, where it may capture.
    Move,
    /// A piece goes from a hand to a cell.
    Drop,
    /// A piece enters at a cell and shifts those up to the cell that it left.
    Push,
    /// Something leaves a pile.
    Take,
}

/// The cells or piles that a move touches, by their names in the [`View`](crate::View) of the
/// position before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Places {
    /// How the move changes the picture.
    pub kind: MoveKind,
    /// Where a piece comes from, or the piece in the hand that is dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where a piece goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// All cells or piles that change.
    pub cells: Vec<String>,
    /// The number of counters or cards that leave a pile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
}

impl Places {
    /// Something is placed on these cells.
    #[must_use]
    pub fn place(cells: Vec<String>) -> Places {
        Places {
            kind: MoveKind::Place,
            from: None,
            to: None,
            cells,
            count: None,
        }
    }

    /// A piece moves from a cell to another.
    #[must_use]
    pub fn step(from: String, to: String) -> Places {
        Places {
            kind: MoveKind::Move,
            cells: vec![from.clone(), to.clone()],
            from: Some(from),
            to: Some(to),
            count: None,
        }
    }

    /// A piece of a hand is dropped on a cell.
    #[must_use]
    pub fn drop(piece: String, to: String) -> Places {
        Places {
            kind: MoveKind::Drop,
            cells: vec![to.clone()],
            from: Some(piece),
            to: Some(to),
            count: None,
        }
    }

    /// A piece leaves the first of these cells and enters at the last one; the others shift.
    #[must_use]
    pub fn push(cells: Vec<String>) -> Places {
        Places {
            kind: MoveKind::Push,
            from: cells.first().cloned(),
            to: cells.last().cloned(),
            cells,
            count: None,
        }
    }

    /// Counters or cards leave a pile; `count` is absent if something takes their place.
    #[must_use]
    pub fn take(pile: String, count: Option<u64>) -> Places {
        Places {
            kind: MoveKind::Take,
            from: None,
            to: None,
            cells: vec![pile],
            count,
        }
    }
}
