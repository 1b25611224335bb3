//! Nine ("Девятка", Codeforces 1769 D1): all cards are dealt to two players;
//! the first to lay all their cards wins.
//!
//! A move lays a card of the opening rank (the nine) of any suit, or a card
//! adjacent in rank, downwards or upwards, to those of its suit on the table. A
//! player who can lay a card must; a player who cannot passes, which is not a
//! loss. There is no hidden information, so the hands are part of the game
//! ([`Nine`]) and a position is the table and the side to move ([`Position`]).
//!
//! | file | contents |
//! | --- | --- |
//! | `cards`, `deck`, `deal` | cards and sets of cards, the deck, the hands |
//! | `shape` | the states of one suit and their numbering |
//! | `position`, `rules`, `index` | the game itself |
//! | `notation`, `listing`, `contest`, `generator` | text: positions, parameters, contest input, case generator |
//! | `view` | the view of the table |
//! | `why` | the explanation of a value: passes and blocking cards |
//! | `table_order` | all tables in topological order, successors first |
//! | `single`, `bulk`, `judge` | the winner of one deal, of 256 deals per pass, of any number on all cores |

mod bulk;
mod cards;
mod contest;
mod deal;
mod deck;
mod generator;
mod index;
mod judge;
mod listing;
mod notation;
mod position;
mod rules;
mod shape;
mod single;
mod table_order;
mod view;
mod why;

pub use bulk::Bulk;
pub use cards::{Card, Cards};
pub use deck::{Deck, DeckError};
pub use judge::{Judge, alice_wins};
pub use position::{Player, Position};
pub use rules::{Move, Nine};
pub use single::{Single, solve_one};
