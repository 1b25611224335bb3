//! Nine against the obvious: a search over sets of played cards that shares
//! nothing with the game but the numbering of cards.

mod contest;
mod laws;
mod reference;
mod rules;
mod solving;
mod support;
