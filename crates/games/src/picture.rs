//! Views of counts as piles of counters.

use kibitz_game::{Pile, Stack, View};

/// Piles with the names that moves use.
pub(crate) fn named(what: &str, piles: impl IntoIterator<Item = (String, u64)>) -> View {
    let pile = |(name, count)| Pile {
        name,
        stack: Stack::Count(count),
    };
    View::Piles {
        what: what.to_owned(),
        piles: piles.into_iter().map(pile).collect(),
    }
}

/// Piles that moves name by number, from 1.
pub(crate) fn numbered(what: &str, counts: &[u64]) -> View {
    let piles = counts.iter().zip(1..);
    named(
        what,
        piles.map(|(count, n): (_, usize)| (n.to_string(), *count)),
    )
}

/// Piles that moves need not name.
pub(crate) fn nameless(what: &str, counts: impl IntoIterator<Item = u64>) -> View {
    let piles = counts.into_iter();
    named(what, piles.map(|count| (String::new(), count)))
}
