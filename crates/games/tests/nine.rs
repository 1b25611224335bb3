//! Nine against a reference: a search over sets of played cards that shares
//! only the numbering of cards with the game.

mod contest;
mod laws;
mod reference;
mod rules;
mod solving;
mod support;
