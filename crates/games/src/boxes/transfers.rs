//! The rule that states where cards may move.

use std::collections::{BTreeMap, BTreeSet};

use kibitz_game::{TextError, parse_count};

/// For each box the boxes that its cards may move to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfers(Rule);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Rule {
    /// From A to any B < A with A + B odd and divisible by 3, i.e. A + B ≡ 3
    /// (mod 6).
    Contest,
    /// From each box to those in its list, in increasing order.
    Listed {
        targets: BTreeMap<usize, Vec<usize>>,
        largest: usize,
    },
}

/// Bounds the memory of a position.
const LARGEST_BOX: u64 = 1_000_000;

impl Transfers {
    /// The contest's rule.
    #[must_use]
    pub const fn contest() -> Transfers {
        Transfers(Rule::Contest)
    }

    /// Parses a list such as `2>1,5>4,6>3`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not such a list, or if a box is its own
    /// target.
    pub fn parse(text: &str) -> Result<Transfers, TextError> {
        let mut targets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut largest = 0;
        let mut offset = 0;
        for item in text.split(',') {
            let at = offset..offset + item.len();
            let Some((from, to)) = item.split_once('>') else {
                let message = format!("expected a move like 2>1, found `{item}`");
                return Err(TextError::new(at, message));
            };
            let to_at = offset + from.len() + 1;
            let from = parse_box(from, offset)?;
            let to = parse_box(to, to_at)?;
            if from == to {
                let message = format!("box {from} cannot move cards to itself");
                return Err(TextError::new(at, message));
            }
            let list = targets.entry(from).or_default();
            if let Err(place) = list.binary_search(&to) {
                list.insert(place, to);
            }
            largest = largest.max(from).max(to);
            offset += item.len() + 1;
        }
        Ok(Transfers(Rule::Listed { targets, largest }))
    }

    /// The targets of box `from` among the first `n` boxes, in increasing
    /// order.
    pub fn targets(&self, from: usize, n: usize) -> impl Iterator<Item = usize> + '_ {
        let (first, step, listed): (usize, usize, &[usize]) = match &self.0 {
            Rule::Contest => (contest_residue(from), 6, &[]),
            Rule::Listed { targets, .. } => {
                (usize::MAX, 1, targets.get(&from).map_or(&[], Vec::as_slice))
            }
        };
        let below = (first..from.min(n + 1)).step_by(step);
        below.chain(listed.iter().copied().filter(move |to| *to <= n))
    }

    /// The number of these targets.
    #[must_use]
    pub fn target_count(&self, from: usize, n: usize) -> usize {
        match &self.0 {
            Rule::Contest => from.saturating_sub(contest_residue(from)).div_ceil(6),
            Rule::Listed { .. } => self.targets(from, n).count(),
        }
    }

    /// The boxes that a list names, in increasing order; none for the contest's
    /// rule.
    pub fn linked(&self) -> impl Iterator<Item = usize> {
        let mut boxes = BTreeSet::new();
        if let Rule::Listed { targets, .. } = &self.0 {
            boxes.extend(targets.keys().copied());
            boxes.extend(targets.values().flatten().copied());
        }
        boxes.into_iter()
    }

    /// Whether this is the contest's rule.
    #[must_use]
    pub fn is_contest(&self) -> bool {
        self.0 == Rule::Contest
    }

    /// The largest box that a list names; `None` for the contest's rule.
    #[must_use]
    pub fn largest(&self) -> Option<usize> {
        match &self.0 {
            Rule::Contest => None,
            Rule::Listed { largest, .. } => Some(*largest),
        }
    }
}

/// The least B ≥ 1 with A + B ≡ 3 (mod 6).
fn contest_residue(from: usize) -> usize {
    match (9 - from % 6) % 6 {
        0 => 6,
        residue => residue,
    }
}

fn parse_box(word: &str, offset: usize) -> Result<usize, TextError> {
    let trimmed = word.trim();
    let start = offset + word.len() - word.trim_start().len();
    let at = start..start + trimmed.len();
    let number = parse_count(trimmed, at.clone(), "the number of a box")?;
    if number == 0 || number > LARGEST_BOX {
        let message = format!("expected a box number from 1 to {LARGEST_BOX}, found `{trimmed}`");
        return Err(TextError::new(at, message));
    }
    Ok(number as usize)
}
