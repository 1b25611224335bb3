//! Which table finds the positions: the quickest that is not much larger than
//! what it holds.

use std::ops::Range;

use kibitz_game::{Claim, Watch};

use super::direct::Direct;
use super::fields::Fields;
use super::halves::{Counts, Halves};
use super::hashed::Hashed;
use super::lookup::Lookup;
use super::pool::Pool;
use super::radix::{Radix, may_be_sets};
use crate::SolveError;

/// What has been met so far.
pub(super) struct Met<'a> {
    pub(super) fields: &'a Fields,
    pub(super) pool: &'a Pool,
    /// The ids of the positions.
    pub(super) ids: &'a [Range<u32>],
    /// Ids that have been given out, whether used or not.
    pub(super) given: u32,
    /// Slots that were seen to have bits in common.
    pub(super) overlapping: &'a [[usize; 2]],
    /// Halves that have numbers, which they keep.
    pub(super) halves: Option<&'a Halves>,
}

/// A table of so few places is no matter of concern.
const FEW: u64 = 1 << 18;
/// Places of a table for each place that a hash table would have.
const GENEROUS: u64 = 16;
/// With fewer positions it is too early to count halves.
const MANY: u32 = 1 << 14;

/// An empty table for what has been met and as much again.
///
/// # Errors
/// Where not even the smallest table fits the memory budget.
pub(super) fn choose(met: &Met<'_>, watch: &Watch) -> Result<(Lookup, Claim), SolveError> {
    let bits = Hashed::bits_for(met.given);
    let most = FEW.max(GENEROUS << bits);
    if let Some(radix) = radix(met, most)
        && let Ok(claim) = watch.claim("a table", Direct::<Radix>::bytes(radix.0))
    {
        return Ok((Lookup::Radix(Direct::new(radix.1)?), claim));
    }
    if let Some(counts) = halves(met, most)
        && let Ok(claim) = watch.claim("a table", Direct::<Halves>::bytes(counts.cells()))
        && let Some(halves) = Halves::new(met.fields, counts, met.halves)?
    {
        return Ok((Lookup::Halves(Direct::new(halves)?), claim));
    }
    let claim = watch.claim("a table", Hashed::bytes(bits))?;
    Ok((Lookup::Hashed(Hashed::new(bits)?), claim))
}

/// A numbering of all rows within the fields, with its size.
fn radix(met: &Met<'_>, most: u64) -> Option<(u64, Radix)> {
    use super::direct::Indexing;
    let spans = met.fields.spans();
    let plain = Radix::new(spans, &[], most);
    let radix = plain.or_else(|| {
        let pairs = sets(met);
        Radix::new(spans, &pairs, most).filter(|_| !pairs.is_empty())
    })?;
    Some((radix.cells(), radix))
}

/// A row with more slots is hardly one of players' stones, and has too many
/// pairs of them.
pub(super) const MOST_SLOTS: usize = 12;

/// Pairs of slots that have never had a bit in common, no slot in two pairs.
fn sets(met: &Met<'_>) -> Vec<[usize; 2]> {
    let spans = met.fields.spans();
    if spans.len() > MOST_SLOTS {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    for (b, second) in spans.iter().enumerate() {
        for (a, first) in spans[..b].iter().enumerate() {
            if may_be_sets(*first, *second) && !met.overlapping.contains(&[a, b]) {
                pairs.push([a, b]);
            }
        }
    }
    let (mut key, mut row) = (vec![0; met.fields.words()], vec![0; spans.len()]);
    for id in met.ids.iter().cloned().flatten() {
        if pairs.is_empty() {
            break;
        }
        met.pool.get(id, &mut key);
        met.fields.unpack(&key, &mut row);
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

/// How many halves there are, where a table of their pairs is small enough.
fn halves(met: &Met<'_>, most: u64) -> Option<Counts> {
    if met.given < MANY {
        return None;
    }
    let counts = match met.halves {
        Some(halves) => Counts::in_use(halves),
        None => {
            let most_of_a_side = u32::try_from(most >> 8).unwrap_or(u32::MAX);
            Counts::of(met.fields, met.pool, met.ids, most_of_a_side)?
        }
    };
    (counts.cells() <= most).then_some(counts)
}
