//! Nine ("Девятка", Codeforces 1769 D1): all cards are dealt to two players;
//! who first has laid all of theirs wins.
//!
//! A move lays a card of the opening rank (the nine) of any suit, or a card
//! that stands next, downwards or upwards, to those of its suit on the table.
//! Who can lay a card must; who cannot passes, which is no loss. Nothing is
//! hidden, so the hands are part of the game ([`Nine`]) and a position is the
//! table and the side to move ([`Position`]).
//!
//! | file | what it holds |
//! | --- | --- |
//! | `cards`, `deck`, `deal` | cards and sets of them, the deck, who holds what |
//! | `shape` | the states of one suit, and how they are numbered |
//! | `position`, `rules`, `index` | the game itself |
//! | `notation`, `listing`, `contest`, `sample` | its text: positions, parameters, contest input read and made up |
//! | `view` | the table as a picture |
//! | `why` | the reason for a value: passes, and the cards they wait for |
//! | `walk` | all tables in an order in which children come first |
//! | `single`, `bulk`, `judge` | who wins: one deal, 256 deals at a time, any number on all cores |

mod bulk;
mod cards;
mod contest;
mod deal;
mod deck;
mod index;
mod judge;
mod listing;
mod notation;
mod position;
mod rules;
mod sample;
mod shape;
mod single;
mod view;
mod walk;
mod why;

pub use bulk::Bulk;
pub use cards::{Card, Cards};
pub use deck::{Deck, DeckError};
pub use judge::{Judge, alice_wins};
pub use position::{Player, Position};
pub use rules::{Nine, Play};
pub use single::{Single, solve_one};
