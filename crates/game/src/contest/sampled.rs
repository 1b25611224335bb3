//! Cases made up at random, written as contest input, and made smaller.

use std::ops::{Range, RangeInclusive};

use crate::{Flow, Wdl};

use super::{Contest, Random};

/// What sort of cases are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bias {
    /// Any case, as the sizes allow.
    Uniform,
    /// As many wins as losses, and as draws where there are any.
    Balanced,
    /// Wins that take long to play out.
    Long,
    /// The smallest, the largest, empty, full, all alike: where programs break.
    Edge,
}

/// Something about a case that can be small or large.
#[derive(Clone, Debug)]
pub struct Size {
    /// The name that people type.
    pub name: &'static str,
    /// What it counts, in the game's words.
    pub meaning: &'static str,
    /// What it may be.
    pub allowed: RangeInclusive<u64>,
    /// What it is when nobody says.
    pub usual: RangeInclusive<u64>,
}

/// The sizes of the cases that are wanted.
#[derive(Clone, Debug)]
pub struct Sizes {
    values: Vec<(&'static Size, Option<RangeInclusive<u64>>)>,
}

/// A size that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// The game has no such size.
    #[error("no size `{name}`")]
    Unknown {
        /// The name as it was given.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The same size twice.
    #[error("size `{0}` is given twice")]
    Twice(String),
    /// A range that leaves what is allowed.
    #[error("size `{name}` goes from {} to {}, found {}..{}",
            allowed.start(), allowed.end(), found.start(), found.end())]
    Range {
        /// The size.
        name: &'static str,
        /// What it may be.
        allowed: RangeInclusive<u64>,
        /// What it was to be.
        found: RangeInclusive<u64>,
    },
}

impl Sizes {
    /// The usual sizes, changed by pairs of a name and a range.
    ///
    /// # Errors
    /// Where a name is unknown or comes twice, or a range is empty or leaves
    /// what is allowed.
    pub fn new<'a>(
        sizes: &'static [Size],
        pairs: impl IntoIterator<Item = (&'a str, RangeInclusive<u64>)>,
    ) -> Result<Sizes, SizeError> {
        let mut values: Vec<_> = sizes.iter().map(|size| (size, None)).collect();
        for (name, range) in pairs {
            let slot = values.iter_mut().find(|(size, _)| size.name == name);
            let Some((size, given)) = slot else {
                return Err(SizeError::Unknown {
                    name: name.to_owned(),
                    known: sizes.iter().map(|size| size.name).collect(),
                });
            };
            let allowed = &size.allowed;
            let fits = allowed.contains(range.start()) && allowed.contains(range.end());
            if range.is_empty() || !fits {
                return Err(SizeError::Range {
                    name: size.name,
                    allowed: allowed.clone(),
                    found: range,
                });
            }
            if given.replace(range).is_some() {
                return Err(SizeError::Twice(name.to_owned()));
            }
        }
        Ok(Sizes { values })
    }

    /// The range of a size that the format's [`Sampled::SIZES`] names: what
    /// was given, or the usual one.
    ///
    /// # Panics
    /// Where the format asks for a size that it did not list: a mistake in the
    /// format, found by its first test.
    #[must_use]
    pub fn range(&self, name: &str) -> &RangeInclusive<u64> {
        let (size, given) = self.slot(name);
        given.as_ref().unwrap_or(&size.usual)
    }

    /// The range of a size, where somebody gave one.
    ///
    /// # Panics
    /// As [`range`](Sizes::range).
    #[must_use]
    pub fn given(&self, name: &str) -> Option<&RangeInclusive<u64>> {
        self.slot(name).1.as_ref()
    }

    fn slot(&self, name: &str) -> &(&'static Size, Option<RangeInclusive<u64>>) {
        let found = self.values.iter().find(|(size, _)| size.name == name);
        found.unwrap_or_else(|| panic!("size `{name}` is not listed"))
    }
}

/// A contest whose cases can be made up, written, and made smaller: what
/// `kibitz gen` and `kibitz verify` need. [`put`](Sampled::put),
/// [`sample`](Sampled::sample), [`measure`](Sampled::measure) and
/// [`smaller`](Sampled::smaller) must be written; [`put_numbers`], [`pieces`]
/// and [`lower`] do most of it where a case is a list of numbers.
///
/// What is written is read back as the same case; [`Contest`] reads it. Cases
/// are those that the contest's input may contain: a format may read more than
/// it makes up.
pub trait Sampled: Contest<Case: Clone> {
    /// What can be small or large about a case; nothing where the game's
    /// parameters say it all.
    const SIZES: &'static [Size];

    /// So many cases a contest's program expects in one input, at most.
    const TOGETHER: u64;

    /// Appends a case as contest input has it, in the layout that the
    /// recogniser knows. The same case is always written in the same way; what
    /// it leaves open, as the order of cards, looks random.
    fn put(&self, case: &Self::Case, out: &mut Vec<u8>);

    /// A case. Of a bias that the format knows nothing special for, any case
    /// will do: who wins is looked after elsewhere.
    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Self::Case;

    /// How large a case is, or `u64::MAX` where it is larger than that; the
    /// format says what it counts. Of two cases that a program gets wrong,
    /// people are shown the smaller one.
    fn measure(&self, case: &Self::Case) -> u64;

    /// Visits cases like this one with a smaller [`measure`](Sampled::measure),
    /// the most promising first. Since the measure falls, making a case smaller
    /// and smaller ends.
    fn smaller(&self, case: &Self::Case, visit: &mut dyn FnMut(Self::Case) -> Flow);

    /// Visits every case of a measure, so that the smallest can be found;
    /// `None` where the format cannot list them.
    fn every(&self, measure: u64, visit: &mut dyn FnMut(Self::Case) -> Flow) -> Option<Flow> {
        let _ = (measure, visit);
        None
    }

    /// The values that a position of the contest can have.
    fn outcomes(&self) -> &'static [Wdl] {
        &[Wdl::Win, Wdl::Loss]
    }
}

/// Appends numbers on a line of their own, with single blanks between them.
pub fn put_numbers(numbers: impl IntoIterator<Item = u64>, out: &mut Vec<u8>) {
    let before = out.len();
    for number in numbers {
        out.extend_from_slice(number.to_string().as_bytes());
        out.push(b' ');
    }
    if out.len() > before {
        out.pop();
    }
    out.push(b'\n');
}

/// Pieces of a list to leave out when it is made smaller: halves first, then
/// quarters, and so on down to single items.
///
/// ```
/// use kibitz_game::contest::pieces;
///
/// let ranges: Vec<_> = pieces(3).collect();
/// assert_eq!(ranges, [0..3, 0..1, 1..2, 2..3]);
/// ```
pub fn pieces(length: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = std::iter::successors(Some(length), |n| Some(n / 2));
    lengths.take_while(|n| *n > 0).flat_map(move |n| {
        let starts = (0..length).step_by(n);
        starts.map(move |start| start..(start + n).min(length))
    })
}

/// Smaller numbers to try in place of one, from `least` on: the least, then
/// half the way to it, then one less.
pub fn lower(number: u64, least: u64) -> impl Iterator<Item = u64> {
    let above = number.saturating_sub(least);
    let mut tries = [above, above.div_ceil(2), 1].map(|by| (above > 0).then(|| number - by));
    // Near the least they are the same.
    for later in 1..tries.len() {
        if tries[..later].contains(&tries[later]) {
            tries[later] = None;
        }
    }
    tries.into_iter().flatten()
}
