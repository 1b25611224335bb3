//! A position as a picture, which a terminal and a page both can draw.
//!
//! A view says what is where and what it is called, never how it looks: no
//! colours, no glyphs, no sizes. It is seen from the side of the player who
//! moves, as positions are; whoever draws it knows who that is.

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
        /// The piles, the first one first.
        piles: Vec<Pile>,
    },
    /// Cards in two hands, and on the table where there is one.
    Table(Table),
    /// Nothing better than the written position.
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
    /// What is in each row; `None` where the board has no cell.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// What the players hold beside the board, in games in which they do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Hand>,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cell {
    /// What moves call it.
    pub name: String,
    /// The piece on it, as positions write it; `None` where it is empty.
    pub piece: Option<String>,
}

/// A pile and what moves call it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Pile {
    /// What moves call it: nothing where they need not name it, the same for
    /// piles that belong together.
    pub name: String,
    /// What it is made of.
    pub stack: Stack,
}

/// What a pile is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stack {
    /// So many counters that all look alike; there may be very many.
    Count(u64),
    /// Cards with numbers on them, from the bottom to the top.
    Cards(Vec<u64>),
}

/// Two hands of cards, and what is on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Table {
    /// The suits on the table; empty in a game without one.
    pub suits: Vec<Suit>,
    /// The hand of the player who moves, then that of the opponent.
    pub hands: [Hand; 2],
}

/// A suit with the ranks that have a place on the table.
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
    /// Whose it is.
    pub holder: Holder,
    /// The holder's name, where the game has names for its players.
    pub name: Option<String>,
    /// The cards in order, equal ones together.
    pub cards: Vec<Held>,
}

/// One of the players, as seen by the one who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// The player who moves.
    Mover,
    /// The opponent.
    Opponent,
}

/// Cards in a hand that look alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Held {
    /// What is on them.
    pub card: Card,
    /// How many there are, at least one.
    pub count: u64,
    /// Whether one of them could be played, if it were the holder's turn.
    pub is_playable: bool,
}

/// What is on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Card {
    /// Its rank or number.
    pub rank: String,
    /// Its suit's letter, in games with suits.
    pub suit: Option<String>,
}

impl Hand {
    /// How many cards it holds.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.cards.iter().map(|held| held.count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_can_tell_the_kinds_apart() {
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
