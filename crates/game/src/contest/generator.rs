//! Random generation of contest cases, their output, and their minimisation.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use crate::{Flow, Wdl};

use super::{Contest, Random};

/// The kind of cases to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bias {
    /// Any case within the sizes.
    Uniform,
    /// Equally many wins and losses, and draws if there are any.
    Balanced,
    /// Wins with a large distance.
    Long,
    /// Edge cases of the contest: the smallest, the largest, empty, full, all equal.
    Edge,
}

/// A size of a case, e.g. its number of piles.
#[derive(Clone, Debug)]
pub struct Size<'a> {
    /// The name used on the command line.
    pub name: &'a str,
    /// What it counts, in the game's terms.
    pub meaning: &'a str,
    /// The allowed range.
    pub allowed: RangeInclusive<u64>,
    /// The limits of the contest.
    pub contest: RangeInclusive<u64>,
    /// The default range.
    pub usual: RangeInclusive<u64>,
}

/// The requested sizes of cases.
#[derive(Clone, Debug)]
pub struct Sizes {
    values: Vec<SizeRanges>,
    /// Whether sizes that are not given have the contest's limits.
    is_contest: bool,
}

/// The ranges of a size.
#[derive(Clone, Debug)]
struct SizeRanges {
    name: String,
    usual: RangeInclusive<u64>,
    contest: RangeInclusive<u64>,
    given: Option<RangeInclusive<u64>>,
}

/// An invalid size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// The game does not have this size.
    #[error("no size `{name}`")]
    Unknown {
        /// The name as given.
        name: String,
        /// The existing names.
        known: Vec<String>,
    },
    /// The same size given twice.
    #[error("size `{0}` is given twice")]
    Twice(String),
    /// No case of the requested sizes was found.
    #[error("no case was found that the limits, these sizes and the rules allow")]
    NoCase,
    /// A range that is not within the allowed one.
    #[error("size `{name}` must be within {}..{}, found {}..{}",
            allowed.start(), allowed.end(), found.start(), found.end())]
    Range {
        /// The size.
        name: String,
        /// The allowed range.
        allowed: RangeInclusive<u64>,
        /// The range as given.
        found: RangeInclusive<u64>,
    },
}

impl Sizes {
    /// The default sizes, overridden by pairs of a name and a range.
    ///
    /// # Errors
    /// Returns an error if a name is unknown or given twice, or a range is empty or not within the
    /// allowed one.
    pub fn new<'a>(
        sizes: &[Size<'_>],
        pairs: impl IntoIterator<Item = (&'a str, RangeInclusive<u64>)>,
    ) -> Result<Sizes, SizeError> {
        let of = |size: &Size<'_>| SizeRanges {
            name: size.name.to_owned(),
            usual: size.usual.clone(),
            contest: size.contest.clone(),
            given: None,
        };
        let mut values: Vec<_> = sizes.iter().map(of).collect();
        for (name, range) in pairs {
            let Some(place) = sizes.iter().position(|size| size.name == name) else {
                return Err(SizeError::Unknown {
                    name: name.to_owned(),
                    known: sizes.iter().map(|size| size.name.to_owned()).collect(),
                });
            };
            let allowed = &sizes[place].allowed;
            let fits = allowed.contains(range.start()) && allowed.contains(range.end());
            if range.is_empty() || !fits {
                return Err(SizeError::Range {
                    name: name.to_owned(),
                    allowed: allowed.clone(),
                    found: range,
                });
            }
            if values[place].given.replace(range).is_some() {
                return Err(SizeError::Twice(name.to_owned()));
            }
        }
        Ok(Sizes {
            values,
            is_contest: false,
        })
    }

    /// The same with the contest's limits as defaults.
    #[must_use]
    pub fn of_contest(&self) -> Sizes {
        Sizes {
            values: self.values.clone(),
            is_contest: true,
        }
    }

    /// The range of a size listed in [`CaseGenerator::sizes`]: the given one, or the default.
    ///
    /// # Panics
    /// Panics if the size is not listed, which is a bug of the format.
    #[must_use]
    pub fn range(&self, name: &str) -> &RangeInclusive<u64> {
        let ranges = self.slot(name);
        ranges.given.as_ref().unwrap_or(match self.is_contest {
            true => &ranges.contest,
            false => &ranges.usual,
        })
    }

    /// The range of a size, if one was given.
    ///
    /// # Panics
    /// Panics if the size is not listed, as [`range`](Sizes::range) does.
    #[must_use]
    pub fn given(&self, name: &str) -> Option<&RangeInclusive<u64>> {
        self.slot(name).given.as_ref()
    }

    fn slot(&self, name: &str) -> &SizeRanges {
        let found = self.values.iter().find(|size| size.name == name);
        found.unwrap_or_else(|| panic!("size `{name}` is not listed"))
    }
}

/// A contest whose cases can be generated, written and minimised, for `kibitz gen` and `kibitz
/// verify`. Required are [`put`](CaseGenerator::put), [`sample`](CaseGenerator::sample),
/// [`measure`](CaseGenerator::measure) and [`smaller`](CaseGenerator::smaller); [`put_numbers`],
/// [`pieces`] and [`lower`] do most of the work if a case is a list of numbers.
///
/// [`Contest`] reads what is written back as the same case. Generated cases are valid contest
/// input; a format may accept more than it generates.
pub trait CaseGenerator: Contest<Case: Clone> {
    /// The sizes of a case; empty if the game's parameters determine them.
    fn sizes(&self) -> Cow<'_, [Size<'_>]>;

    /// Maximum number of cases that a contest program expects in one input.
    fn together(&self) -> u64;

    /// Appends a case as contest input, in the layout of the fast reader. Deterministic: the same
    /// case is always written in the same way; whatever the case leaves open, e.g. the order of
    /// cards, looks random.
    fn put(&self, case: &Self::Case, out: &mut Vec<u8>);

    /// Generates a case. A format without a special treatment of some bias may return any case: the
    /// caller balances the results.
    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Self::Case;

    /// The sizes of edge cases among others: up to the contest's limits, unless such cases may be
    /// too large to be solved.
    fn edge_sizes(&self, sizes: &Sizes) -> Sizes {
        sizes.of_contest()
    }

    /// Checks that there are cases of these sizes, as far as some attempts show; to be called
    /// before [`sample`](CaseGenerator::sample).
    ///
    /// # Errors
    /// Returns an error if none was found.
    fn check(&self, sizes: &Sizes) -> Result<(), SizeError> {
        let _ = sizes;
        Ok(())
    }

    /// The size of a case in the format's own unit, saturating at `u64::MAX`. Of two failing cases
    /// the one with the smaller measure is reported.
    fn measure(&self, case: &Self::Case) -> u64;

    /// Visits variants of this case with a smaller [`measure`](CaseGenerator::measure), the most
    /// promising first. Since the measure decreases, minimisation terminates.
    fn smaller(&self, case: &Self::Case, visit: &mut dyn FnMut(Self::Case) -> Flow);

    /// Visits cases of one or two parts, e.g. piles, with a smaller measure and typical numbers,
    /// such as powers of two. They are tried before [`smaller`](CaseGenerator::smaller) ones.
    fn simple(&self, case: &Self::Case, visit: &mut dyn FnMut(Self::Case) -> Flow) {
        let _ = (case, visit);
    }

    /// Visits every case of a measure, so that the smallest failing one can be found; `None` if the
    /// format cannot enumerate them.
    fn every(&self, measure: u64, visit: &mut dyn FnMut(Self::Case) -> Flow) -> Option<Flow> {
        let _ = (measure, visit);
        None
    }

    /// Visits the sizes of a case, each by its name in [`sizes`](CaseGenerator::sizes), so that
    /// they can be compared with the contest's limits.
    fn sizes_of(&self, case: &Self::Case, visit: &mut dyn FnMut(&str, u64)) {
        let _ = (case, visit);
    }

    /// What the contest guarantees of every case, if this one violates it.
    fn guarantee(&self, case: &Self::Case) -> Option<&'static str> {
        let _ = case;
        None
    }

    /// The contest's maximum number of cases in one input, if it has one.
    fn max_cases(&self) -> Option<u64> {
        None
    }

    /// The number of all cases, which [`every`](CaseGenerator::every) visits; `None` if it has no
    /// bound or is too large.
    fn total(&self) -> Option<u64> {
        None
    }

    /// The results that a position of the contest can have.
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

/// Ranges of a list to remove when it is minimised: halves first, then quarters, and so on down to
/// single items (delta debugging).
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

/// Smaller numbers to try in place of one: `least`, then half the way to it, a quarter, and so on
/// down to one less.
///
/// ```
/// use kibitz_game::contest::lower;
///
/// let numbers: Vec<u64> = lower(100, 0).collect();
/// assert_eq!(numbers, [0, 50, 75, 88, 94, 97, 99]);
/// ```
pub fn lower(number: u64, least: u64) -> impl Iterator<Item = u64> {
    let above = number.saturating_sub(least);
    let steps = std::iter::successors((above > 0).then_some(above), |by| (*by > 1).then(|| by / 2));
    steps.map(move |by| number - by)
}
