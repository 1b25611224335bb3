//! All tables of one layer, i.e. with the same state of the first suit.

use super::deal_mask::{DealMask, Held, Won};
use super::row::{self, Outer, SuitShape};
use super::suits::Suit;
use crate::nine::deck::MAX_SUITS;
use crate::nine::table_order::TableOrder;

/// A suit has at most two open cards.
const MAX_SOURCES: usize = 2 * MAX_SUITS;
/// Number of sources kept in registers; enough for the default deck.
const FAST_SOURCES: usize = 6;

/// The inputs of a layer.
pub(super) struct Layer<'a> {
    /// The suits between the first and the last.
    pub(super) middle: &'a [Suit],
    /// The last suit, in which the tables of a row differ.
    pub(super) last: &'a Suit,
    /// The open cards of the first suit: the layers that they lead to, and the
    /// deals in which they are Alice's.
    pub(super) next: &'a [(&'a [Won], DealMask)],
    /// Whether the players hold any of them.
    pub(super) held: Held,
}

/// The open cards of the first and the middle suits, at the current state of
/// each suit. Those of the first suit come first, then suit by suit.
struct OpenCards {
    /// For a card of a middle suit, the offset in the layer of the table that
    /// it leads to.
    ahead: [usize; MAX_SOURCES],
    /// The deals in which a card is Alice's.
    holder: [DealMask; MAX_SOURCES],
    /// The number of cards before those of each middle suit, and in total.
    count: [usize; MAX_SUITS],
    /// Whether the players hold any of those before each middle suit, and of
    /// all.
    held: [Held; MAX_SUITS],
    /// The distance of two tables whose states of a middle suit differ by 1.
    stride: [usize; MAX_SUITS],
}

impl OpenCards {
    fn new(layer: &Layer<'_>, states: usize) -> OpenCards {
        let mut cards = OpenCards {
            ahead: [0; MAX_SOURCES],
            holder: [DealMask::NONE; MAX_SOURCES],
            count: [layer.next.len(); MAX_SUITS],
            held: [layer.held; MAX_SUITS],
            stride: [0; MAX_SUITS],
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

    /// Updates a middle suit after its state has changed; those before it are
    /// up to date.
    #[inline(always)]
    fn set<L: SuitShape>(&mut self, suit_shape: L, number: usize, suit: &Suit, state: usize) {
        let shape = suit_shape.shape();
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
pub(super) fn fill<L: SuitShape>(suit_shape: L, layer: &Layer<'_>, tables: &mut [Won]) {
    let states = suit_shape.shape().states();
    let suits = layer.middle.len();
    let mut cards = OpenCards::new(layer, states);
    let mut table_order = TableOrder::new(suits, states);
    let mut place = tables.len();
    while let Some(changed) = table_order.advance() {
        for suit in changed..suits {
            cards.set(
                suit_shape,
                suit,
                &layer.middle[suit],
                table_order.state(suit),
            );
        }
        place -= states;
        let (row, later) = tables[place..].split_at_mut(states);
        let here = RowContext {
            layer,
            place,
            later,
            cards: &cards,
            count: cards.count[suits],
            held: cards.held[suits],
        };
        here.fill(suit_shape, row);
    }
}

/// A row with its context.
struct RowContext<'a> {
    layer: &'a Layer<'a>,
    /// The index of the row in the layer.
    place: usize,
    /// The tables of the layer after this row.
    later: &'a [Won],
    cards: &'a OpenCards,
    /// The number of open cards of other suits.
    count: usize,
    held: Held,
}

impl<'a> RowContext<'a> {
    #[inline(always)]
    fn fill<L: SuitShape>(&self, suit_shape: L, row: &mut [Won]) {
        match self.count {
            0 => self.fill_from::<L, 0>(suit_shape, row),
            1 => self.fill_from::<L, 1>(suit_shape, row),
            2 => self.fill_from::<L, 2>(suit_shape, row),
            3 => self.fill_from::<L, 3>(suit_shape, row),
            4 => self.fill_from::<L, 4>(suit_shape, row),
            5 => self.fill_from::<L, 5>(suit_shape, row),
            6 => self.fill_from::<L, 6>(suit_shape, row),
            _ => self.fill_from::<L, FAST_SOURCES>(suit_shape, row),
        }
    }

    /// Fills the row; `N` is the number of cards, or less if there are many.
    #[inline(always)]
    fn fill_from<L: SuitShape, const N: usize>(&self, suit_shape: L, row: &mut [Won]) {
        let states = suit_shape.shape().states();
        let mut rows: [&[Won]; N] = [&[]; N];
        for (card, row) in rows.iter_mut().enumerate() {
            *row = self.row_after(card, states);
        }
        let beyond = self.count - N;
        let mut more: [&[Won]; MAX_SOURCES] = [&[]; MAX_SOURCES];
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
        row::fill(suit_shape, self.layer.last, &outer, row);
    }

    /// The row that a card leads to.
    #[inline(always)]
    fn row_after(&self, card: usize, states: usize) -> &'a [Won] {
        if card < self.layer.next.len() {
            &self.layer.next[card].0[self.place..][..states]
        } else {
            &self.later[self.cards.ahead[card] - states..][..states]
        }
    }
}
