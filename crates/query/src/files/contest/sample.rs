//! Random cases.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::PoisonError;

use kibitz_game::Flow;
use kibitz_game::Wdl;
use kibitz_game::contest::{Bias, CaseGenerator, Contest, Count, Random, Size, SizeError, Sizes};
use kibitz_rules::SettingValue;
use kibitz_rules::contest::{Answers, Item, ItemKind, Length, Limit, Values};

use super::walk::{self, Allowed, Slot, Supply};
use super::{Case, FileContest, edit, every};

/// Numbers and lengths without limits are generated within this range.
const USUAL: RangeInclusive<i64> = 1..=10;
/// The letters of words without limits.
const LETTERS: [char; 2] = ['a', 'b'];
/// How often a case is generated that the rules refuse, and a value that is not distinct.
const TRIES: usize = 1_000;
/// Maximum number of cases of one run of a program, with arrays and without.
const TOGETHER: [u64; 2] = [100, 1_000];

impl CaseGenerator for &FileContest {
    fn sizes(&self) -> Cow<'_, [Size<'_>]> {
        let sizes = self.sizes.iter().map(|size| Size {
            name: &size.name,
            meaning: size.meaning,
            allowed: size.allowed.clone(),
            contest: size.allowed.clone(),
            usual: size.usual.clone(),
        });
        Cow::Owned(sizes.collect())
    }

    fn together(&self) -> u64 {
        let is_plain = self
            .format
            .items
            .iter()
            .all(|item| item.dimensions.is_empty());
        let usual = TOGETHER[usize::from(is_plain)];
        match self.count() {
            Count::One => 1,
            _ => self.max_cases().map_or(usual, |most| usual.min(most)),
        }
    }

    fn max_cases(&self) -> Option<u64> {
        self.format.max_cases
    }

    fn put(&self, case: &Case, out: &mut Vec<u8>) {
        self.write_case(case, out);
    }

    /// Longer lists make larger positions, and too many of them to be solved, unless they only
    /// add components to a sum.
    fn edge_sizes(&self, sizes: &Sizes) -> Sizes {
        let contest = sizes.of_contest();
        let width = |sizes| self.component_width(sizes);
        match width(sizes).is_some_and(|usual| Some(usual) == width(&contest)) {
            true => contest,
            false => sizes.clone(),
        }
    }

    fn check(&self, sizes: &Sizes) -> Result<(), SizeError> {
        let case = self.attempt(Bias::Uniform, sizes, &mut Random::new(0));
        *self.fallback.lock().unwrap_or_else(PoisonError::into_inner) = case.clone();
        case.map(drop).ok_or(SizeError::NoCase)
    }

    fn sample(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Case {
        self.attempt(bias, sizes, random).unwrap_or_else(|| {
            let fallback = self.fallback.lock().unwrap_or_else(PoisonError::into_inner);
            fallback.clone().unwrap_or_default()
        })
    }

    fn measure(&self, case: &Case) -> u64 {
        edit::measure(self, case)
    }

    fn smaller(&self, case: &Case, visit: &mut dyn FnMut(Case) -> Flow) {
        edit::smaller(self, case, visit);
    }

    fn every(&self, measure: u64, visit: &mut dyn FnMut(Case) -> Flow) -> Option<Flow> {
        every::every(self, measure, visit)
    }

    fn simple(&self, case: &Case, visit: &mut dyn FnMut(Case) -> Flow) {
        edit::simple(self, case, visit);
    }

    fn total(&self) -> Option<u64> {
        let all = self.all()?;
        Some(all.values().map(|cases| cases.len() as u64).sum())
    }

    fn outcomes(&self) -> &'static [Wdl] {
        let has_draw = match &self.format.answers {
            Answers::Lines(lines) => lines.iter().any(|(result, _)| *result == Wdl::Draw),
            Answers::Function(_) => true,
        };
        match has_draw {
            true => &[Wdl::Win, Wdl::Loss, Wdl::Draw],
            false => &[Wdl::Win, Wdl::Loss],
        }
    }
}

impl FileContest {
    /// A random case, if one of some attempts is accepted.
    fn attempt(&self, bias: Bias, sizes: &Sizes, random: &mut Random) -> Option<Case> {
        for _ in 0..TRIES {
            let mut sampling = Sampling {
                contest: self,
                style: Style::of(bias, random),
                sizes,
                random,
            };
            let Ok(values) = walk::case(&self.format, &mut sampling) else {
                continue;
            };
            if let Some(case) = self.accepted(values) {
                return Some(case);
            }
        }
        None
    }

    /// The numbers in the largest component of the largest case.
    fn component_width(&self, sizes: &Sizes) -> Option<usize> {
        let mut largest = Sampling {
            contest: self,
            style: Style::Most,
            sizes,
            random: &mut Random::new(0),
        };
        let values = walk::case(&self.format, &mut largest).ok()?;
        let case = self.case(&mut self.rules.case_starts(), values).ok()?;
        let position = match case.position {
            Some(position) => position,
            None => self.rules_of(&case.values).ok()?.rules.start().ok()?,
        };
        position.parts().iter().map(|part| part.len()).max()
    }

    /// The case with these values, if the rules accept it.
    pub(super) fn accepted(&self, values: Vec<SettingValue>) -> Option<Case> {
        let case = self.case(&mut self.rules.case_starts(), values).ok()?;
        let is_accepted = case.position.is_some() || self.rules_of(&case.values).is_ok();
        is_accepted.then_some(case)
    }
}

/// A size of cases, by the name of an item or of the length in front of it.
#[derive(Clone, Debug)]
pub(super) struct OwnSize {
    name: String,
    meaning: &'static str,
    allowed: RangeInclusive<u64>,
    usual: RangeInclusive<u64>,
}

/// The sizes of a format: numbers and lengths whose limits are known beforehand.
pub(super) fn sizes(items: &[Item]) -> Vec<OwnSize> {
    let mut sizes = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let lengths = item.dimensions.iter().filter_map(|one| match &one.length {
            Length::Preceded(limit) => Some(limit),
            Length::Of(_) => None,
        });
        for limit in lengths.take(1) {
            let name = length_name(item);
            sizes.extend(size(name, "the length of a list", limit, true));
        }
        let is_length = is_length(items, place);
        let meaning = match (is_length, item.dimensions.is_empty()) {
            (true, _) => "the length of arrays",
            (false, true) => "a number of the case",
            (false, false) => "the numbers of an array",
        };
        if item.kind == ItemKind::Int {
            sizes.extend(size(item.name.clone(), meaning, &item.limit, is_length));
        }
    }
    sizes
}

/// Whether an item is the length of others.
fn is_length(items: &[Item], place: usize) -> bool {
    let mut dimensions = items.iter().flat_map(|item| &item.dimensions);
    dimensions.any(|dimension| match &dimension.length {
        Length::Of(amount) => amount.items().any(|one| one == place),
        Length::Preceded(_) => false,
    })
}

fn length_name(item: &Item) -> String {
    format!("{}.length", item.name)
}

fn size(name: String, meaning: &'static str, limit: &Limit, is_length: bool) -> Option<OwnSize> {
    let range = match &limit.values {
        Values::Range(least, most) => least.known()?..=most.known()?,
        _ => USUAL,
    };
    let least = u64::try_from(*range.start()).ok()?;
    let most = u64::try_from(*range.end()).ok()?;
    let usual = match is_length {
        true => most.min(least.max(*USUAL.end() as u64)),
        false => most,
    };
    Some(OwnSize {
        name,
        meaning,
        allowed: least..=most,
        usual: least..=usual,
    })
}

/// How the values of a case are chosen.
#[derive(Clone, Copy)]
enum Style {
    Uniform,
    /// Close to the least.
    Small,
    /// In the upper half.
    Large,
    Least,
    Most,
    /// This far from the least to the most, in 256ths.
    Equal(u64),
    /// A power of two or a neighbour.
    Powers,
    /// Least, most, or next to them.
    Ends,
}

impl Style {
    fn of(bias: Bias, random: &mut Random) -> Style {
        match bias {
            Bias::Uniform => Style::Uniform,
            Bias::Balanced => *random.pick(&[Style::Uniform, Style::Small]),
            Bias::Long => Style::Large,
            Bias::Edge => match random.below(6) {
                0 => Style::Least,
                1 => Style::Most,
                2 => Style::Equal(random.below(256)),
                3 | 4 => Style::Powers,
                _ => Style::Ends,
            },
        }
    }

    /// A number from 0 to `most`.
    fn number(self, most: u64, random: &mut Random) -> u64 {
        const SMALL: u64 = 3;
        match self {
            Style::Uniform => random.within(&(0..=most)),
            Style::Small => random.within(&(0..=most.min(SMALL))),
            Style::Large => random.within(&(most / 2..=most)),
            Style::Least => 0,
            Style::Most => most,
            Style::Equal(part) => (u128::from(most) * u128::from(part) / 255) as u64,
            Style::Powers => {
                let power = 1u64 << random.below(u64::from(most.max(1).ilog2()) + 1);
                (power + random.below(3)).saturating_sub(1).min(most)
            }
            Style::Ends => {
                let from_end = random.below(2).min(most);
                *random.pick(&[from_end, most - from_end])
            }
        }
    }
}

struct Sampling<'a> {
    contest: &'a FileContest,
    style: Style,
    sizes: &'a Sizes,
    random: &'a mut Random,
}

impl Sampling<'_> {
    /// The range of a value: what the user gave or the usual one, within the limits of the case.
    fn range(&self, slot: &Slot<'_>, range: Option<RangeInclusive<i64>>) -> RangeInclusive<i64> {
        let name = match slot.is_length {
            true => Cow::Owned(length_name(slot.item)),
            false => Cow::Borrowed(slot.item.name.as_str()),
        };
        let allowed = range.unwrap_or(USUAL);
        match self.contest.sizes.iter().any(|size| size.name == name) {
            true => {
                let size = self.sizes.range(&name);
                let (least, most) = (*size.start() as i64, *size.end() as i64);
                least.max(*allowed.start())..=most.min(*allowed.end())
            }
            false => allowed,
        }
    }

    /// A value that is not taken.
    fn distinct<T>(
        &mut self,
        slot: &Slot<'_>,
        make: impl Fn(&mut Self) -> T,
        value: impl Fn(&T) -> SettingValue,
    ) -> Result<T, ()> {
        for attempt in 0..TRIES {
            if attempt > 0 {
                self.style = Style::Uniform;
            }
            let made = make(self);
            if !slot.is_taken(&value(&made)) {
                return Ok(made);
            }
        }
        Err(())
    }
}

impl Supply for Sampling<'_> {
    type Stop = ();

    fn number(&mut self, slot: &Slot<'_>, range: Option<RangeInclusive<i64>>) -> Result<i64, ()> {
        let range = self.range(slot, range);
        if range.is_empty() {
            return Err(());
        }
        let most = range.end().abs_diff(*range.start());
        let make = |own: &mut Self| {
            let number = own.style.number(most, own.random);
            range.start().wrapping_add(number as i64)
        };
        self.distinct(slot, make, |number| SettingValue::Int(*number))
    }

    fn word(&mut self, slot: &Slot<'_>, allowed: &Allowed<'_>) -> Result<String, ()> {
        let (letters, lengths) = match allowed {
            Allowed::OneOf(words) => {
                let make = |own: &mut Self| {
                    let place = own.style.number(words.len() as u64 - 1, own.random);
                    words[place as usize].clone()
                };
                return self.distinct(slot, make, |word| SettingValue::Text(word.clone()));
            }
            Allowed::Letters(letters, lengths) => (*letters, lengths.clone()),
            Allowed::Any => (LETTERS.as_slice(), USUAL),
        };
        let usual = lengths.start()..=lengths.end().min(lengths.start().max(USUAL.end()));
        let (least, most) = (**usual.start(), **usual.end());
        if least > most || least < 0 {
            return Err(());
        }
        let make = |own: &mut Self| {
            let length = least as u64 + own.style.number((most - least) as u64, own.random);
            let letter =
                |_| letters[own.style.number(letters.len() as u64 - 1, own.random) as usize];
            (0..length).map(letter).collect::<String>()
        };
        self.distinct(slot, make, |word| SettingValue::Text(word.clone()))
    }

    fn length(&mut self, _: &Slot<'_>, length: i64) -> Result<usize, ()> {
        usize::try_from(length).map_err(drop)
    }
}
