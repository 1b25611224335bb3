//! All tables of one layer, those with the same state of the first suit.

use super::lanes::{Held, Lanes, Won};
use super::row::{self, Ladder, Outer};
use super::suits::Suit;
use crate::nine::deck::MOST_SUITS;
use crate::nine::walk::Walk;

/// A suit has at most two cards that can be laid.
const MOST_SOURCES: usize = 2 * MOST_SUITS;
/// So many sources are held in registers; the usual deck has no more.
const FAST_SOURCES: usize = 6;

/// What a layer is made from.
pub(super) struct Layer<'a> {
    /// The suits between the first and the last.
    pub(super) middle: &'a [Suit],
    /// The last suit, in which the tables of a row differ.
    pub(super) last: &'a Suit,
    /// The cards of the first suit that can be laid: the layers to which they
    /// lead, and the deals in which they are Alice's.
    pub(super) next: &'a [(&'a [Won], Lanes)],
    /// Whether the players hold any of them.
    pub(super) held: Held,
}

/// The cards of the first and the middle suits that can be laid, at the
/// present state of each suit. Those of the first suit come first, then suit
/// by suit.
struct OpenCards {
    /// For a card of a middle suit how many tables further on in the layer
    /// the table stands to which it leads.
    ahead: [usize; MOST_SOURCES],
    /// The deals in which a card is Alice's.
    holder: [Lanes; MOST_SOURCES],
    /// How many cards there are before those of each middle suit, and in all.
    count: [usize; MOST_SUITS],
    /// Whether the players hold any of those before each middle suit, and of
    /// all.
    held: [Held; MOST_SUITS],
    /// How far apart two tables are whose states of a middle suit differ by 1.
    stride: [usize; MOST_SUITS],
}

impl OpenCards {
    fn new(layer: &Layer<'_>, states: usize) -> OpenCards {
        let mut cards = OpenCards {
            ahead: [0; MOST_SOURCES],
            holder: [Lanes::NONE; MOST_SOURCES],
            count: [layer.next.len(); MOST_SUITS],
            held: [layer.held; MOST_SUITS],
            stride: [0; MOST_SUITS],
        };
        for (holder, next) in cards.holder.iter_mut().zip(layer.next) {
            *holder = next.1;
        }
        let mut tables = states;
        for stride in cards.stride[..layer.middle.len()].iter_mut().rev() {
            *stride = tables;
            tables *= states;
        }
        cards
    }

    /// A middle suit has a new state; those before it are up to date.
    #[inline(always)]
    fn set<L: Ladder>(&mut self, ladder: L, number: usize, suit: &Suit, state: usize) {
        let shape = ladder.shape();
        let mut count = self.count[number];
        for open in shape.open(state) {
            self.ahead[count] = open.rise * self.stride[number];
            self.holder[count] = suit.holder(shape, state, open);
            count += 1;
        }
        self.count[number + 1] = count;
        self.held[number + 1] = self.held[number].and(suit.held[state]);
    }
}

/// Fills a layer.
#[inline(always)]
pub(super) fn fill<L: Ladder>(ladder: L, layer: &Layer<'_>, tables: &mut [Won]) {
    let states = ladder.shape().states();
    let suits = layer.middle.len();
    let mut cards = OpenCards::new(layer, states);
    let mut walk = Walk::new(suits, states);
    let mut place = tables.len();
    while let Some(changed) = walk.advance() {
        for suit in changed..suits {
            cards.set(ladder, suit, &layer.middle[suit], walk.state(suit));
        }
        place -= states;
        let (row, later) = tables[place..].split_at_mut(states);
        let here = Here {
            layer,
            place,
            later,
            cards: &cards,
            count: cards.count[suits],
            held: cards.held[suits],
        };
        here.fill(ladder, row);
    }
}

/// A row and what surrounds it.
struct Here<'a> {
    layer: &'a Layer<'a>,
    /// Where in the layer the row begins.
    place: usize,
    /// The tables of the layer after this row.
    later: &'a [Won],
    cards: &'a OpenCards,
    /// How many cards of other suits can be laid.
    count: usize,
    held: Held,
}

impl<'a> Here<'a> {
    #[inline(always)]
    fn fill<L: Ladder>(&self, ladder: L, row: &mut [Won]) {
        match self.count {
            0 => self.fill_from::<L, 0>(ladder, row),
            1 => self.fill_from::<L, 1>(ladder, row),
            2 => self.fill_from::<L, 2>(ladder, row),
            3 => self.fill_from::<L, 3>(ladder, row),
            4 => self.fill_from::<L, 4>(ladder, row),
            5 => self.fill_from::<L, 5>(ladder, row),
            6 => self.fill_from::<L, 6>(ladder, row),
            _ => self.fill_from::<L, FAST_SOURCES>(ladder, row),
        }
    }

    /// Fills the row; `N` is the number of cards, or less if they are many.
    #[inline(always)]
    fn fill_from<L: Ladder, const N: usize>(&self, ladder: L, row: &mut [Won]) {
        let states = ladder.shape().states();
        let mut rows: [&[Won]; N] = [&[]; N];
        for (card, row) in rows.iter_mut().enumerate() {
            *row = self.row_after(card, states);
        }
        let beyond = self.count - N;
        let mut more: [&[Won]; MOST_SOURCES] = [&[]; MOST_SOURCES];
        for (card, row) in more[..beyond].iter_mut().enumerate() {
            *row = self.row_after(N + card, states);
        }
        let (holders, more_holders) = self.cards.holder.split_first_chunk().expect("N is small");
        let outer = Outer {
            rows,
            holders,
            more_rows: &more[..beyond],
            more_holders: &more_holders[..beyond],
            held: self.held,
        };
        row::fill(ladder, self.layer.last, &outer, row);
    }

    /// The row to which a card leads.
    #[inline(always)]
    fn row_after(&self, card: usize, states: usize) -> &'a [Won] {
        if card < self.layer.next.len() {
            &self.layer.next[card].0[self.place..][..states]
        } else {
            &self.later[self.cards.ahead[card] - states..][..states]
        }
    }
}
