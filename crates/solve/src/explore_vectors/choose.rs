//! Choice of the state table: the fastest kind that is not much larger than its contents.

use std::ops::Range;

use kibitz_game::{Reservation, RunContext};

use super::direct_table::DirectTable;
use super::fields::Fields;
use super::half_index::{Counts, HalfIndex};
use super::hash_table::HashTable;
use super::radix::{Radix, may_be_sets};
use super::state_store::StateStore;
use super::state_table::StateTable;
use crate::SolveError;

/// The states discovered so far.
pub(super) struct DiscoveredStates<'a> {
    pub(super) fields: &'a Fields,
    pub(super) pool: &'a StateStore,
    /// The ids of the states.
    pub(super) ids: &'a [Range<u32>],
    /// Ids allocated so far, used or not.
    pub(super) given: u32,
    /// Pairs of slots that were seen to have common bits.
    pub(super) overlapping: &'a [[usize; 2]],
    /// Halves that are numbered already, which keep their numbers.
    pub(super) halves: Option<&'a HalfIndex>,
}

/// Direct tables up to this many entries are always accepted.
const ALWAYS_DIRECT: u64 = 1 << 18;
/// Otherwise, maximum number of direct table entries per hash table entry.
const MAX_RATIO: u64 = 16;
/// Minimum number of states before the halves are counted.
const MIN_STATES: u32 = 1 << 14;

/// An empty table with room for twice the discovered states.
///
/// # Errors
/// Returns an error if not even the smallest table fits the memory budget.
pub(super) fn choose(
    states: &DiscoveredStates<'_>,
    context: &RunContext,
) -> Result<(StateTable, Reservation), SolveError> {
    let bits = HashTable::bits_for(states.given);
    let max = ALWAYS_DIRECT.max(MAX_RATIO << bits);
    if let Some(radix) = radix(states, max)
        && let Ok(reservation) = context.reserve("a table", DirectTable::<Radix>::bytes(radix.0))
    {
        return Ok((StateTable::Radix(DirectTable::new(radix.1)?), reservation));
    }
    if let Some(counts) = halves(states, max)
        && let Ok(reservation) = context.reserve(
            "a table",
            DirectTable::<HalfIndex>::bytes(counts.table_size()),
        )
        && let Some(halves) = HalfIndex::new(states.fields, counts, states.halves)?
    {
        return Ok((StateTable::Halves(DirectTable::new(halves)?), reservation));
    }
    let reservation = context.reserve("a table", HashTable::bytes(bits))?;
    Ok((StateTable::Hashed(HashTable::new(bits)?), reservation))
}

/// A mixed-radix numbering of all vectors within the fields, with its size.
fn radix(states: &DiscoveredStates<'_>, max: u64) -> Option<(u64, Radix)> {
    use super::direct_table::Indexing;
    let spans = states.fields.spans();
    let plain = Radix::new(spans, &[], max);
    let radix = plain.or_else(|| {
        let pairs = sets(states);
        Radix::new(spans, &pairs, max).filter(|_| !pairs.is_empty())
    })?;
    Some((radix.size(), radix))
}

/// Longer vectors are unlikely to be bit sets of players' stones, and have too many pairs of slots.
pub(super) const MAX_SLOTS: usize = 12;

/// Disjoint pairs of slots that never had a common bit.
fn sets(states: &DiscoveredStates<'_>) -> Vec<[usize; 2]> {
    let spans = states.fields.spans();
    if spans.len() > MAX_SLOTS {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    for (b, second) in spans.iter().enumerate() {
        for (a, first) in spans[..b].iter().enumerate() {
            if may_be_sets(*first, *second) && !states.overlapping.contains(&[a, b]) {
                pairs.push([a, b]);
            }
        }
    }
    let (mut key, mut row) = (vec![0; states.fields.words()], vec![0; spans.len()]);
    for id in states.ids.iter().cloned().flatten() {
        if pairs.is_empty() {
            break;
        }
        states.pool.get(id, &mut key);
        states.fields.unpack(&key, &mut row);
        pairs.retain(|&[a, b]| row[a] & row[b] == 0);
    }
    let mut taken = vec![false; spans.len()];
    pairs.retain(|&[a, b]| {
        let free = !taken[a] && !taken[b];
        (taken[a], taken[b]) = (taken[a] || free, taken[b] || free);
        free
    });
    pairs
}

/// The number of halves, if a table of their pairs is small enough.
fn halves(states: &DiscoveredStates<'_>, max: u64) -> Option<Counts> {
    if states.given < MIN_STATES {
        return None;
    }
    let counts = match states.halves {
        Some(halves) => Counts::in_use(halves),
        None => {
            let most_of_a_side = u32::try_from(max >> 8).unwrap_or(u32::MAX);
            Counts::of(states.fields, states.pool, states.ids, most_of_a_side)?
        }
    };
    (counts.table_size() <= max).then_some(counts)
}
