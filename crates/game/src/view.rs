//! Positions as pictures, drawn by the terminal and by the page.
//!
//! A view describes contents and names, not appearance: no colours, glyphs or sizes. Like a
//! position, it is seen from the mover's side; the renderer knows which player that is.

use serde::Serialize;

/// A position as a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum View {
    /// A board of cells.
    Grid(Grid),
    /// Piles of cards or counters, side by side.
    Piles {
        /// What one pile is called: `box`, `pile`, `heap`.
        what: String,
        /// The piles in order.
        piles: Vec<Pile>,
    },
    /// Two hands of cards, and the cards on the table, if any.
    Table(CardTable),
    /// No picture, only the position's text.
    Text {
        /// The position.
        text: String,
    },
}

/// A board of cells, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Grid {
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// The contents of each row; `None` for squares that are not part of the board.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// Pieces held in hand, in games that have them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Hand>,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cell {
    /// Its name in moves.
    pub name: String,
    /// The piece on it in the notation of positions; `None` if it is empty.
    pub piece: Option<String>,
}

/// A pile and its name in moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Pile {
    /// Its name in moves: empty if moves need not name it, equal for piles that belong together.
    pub name: String,
    /// Its contents.
    pub stack: Stack,
}

/// The contents of a pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stack {
    /// A number of identical counters, possibly very large.
    Count(u64),
    /// Numbered cards, from the bottom to the top.
    Cards(Vec<u64>),
}

/// Two hands of cards, and the cards on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardTable {
    /// The suits on the table; empty in a game without one.
    pub suits: Vec<Suit>,
    /// The hand of the player who moves, then that of the opponent.
    pub hands: [Hand; 2],
}

/// A suit with the ranks that can be laid on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Suit {
    /// Its letter.
    pub name: String,
    /// All its ranks from the lowest, and whether the card is laid.
    pub ranks: Vec<(String, bool)>,
}

/// The cards that a player holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hand {
    /// Its owner.
    pub holder: Holder,
    /// The owner's name, if the game names its players.
    pub name: Option<String>,
    /// The cards in order, equal ones grouped.
    pub cards: Vec<Held>,
}

/// One of the players, relative to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// The player who moves.
    Mover,
    /// The opponent.
    Opponent,
}

/// Identical cards in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Held {
    /// The card.
    pub card: Card,
    /// Their number, at least one.
    pub count: u64,
    /// Whether one of them could be played if it were the owner's turn.
    pub is_playable: bool,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Card {
    /// Its rank or number.
    pub rank: String,
    /// Its suit's letter, in games with suits.
    pub suit: Option<String>,
}

impl Hand {
    /// The number of cards.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.cards.iter().map(|held| held.count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn view_kinds_are_distinct_in_json() {
        let text = View::Text {
            text: "34 12".to_owned(),
        };
        let json = serde_json::to_string(&text).unwrap();
        assert_eq!(json, r#"{"kind":"text","text":"34 12"}"#);
        let piles = View::Piles {
            what: "heap".to_owned(),
            piles: vec![Pile {
                name: "1".to_owned(),
                stack: Stack::Count(u64::MAX),
            }],
        };
        let json = serde_json::to_string(&piles).unwrap();
        assert_eq!(
            json,
            r#"{"kind":"piles","what":"heap","piles":[{"name":"1","stack":{"count":18446744073709551615}}]}"#
        );
    }
}
