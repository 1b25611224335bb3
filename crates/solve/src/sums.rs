//! Sums of parts that are rows of whole numbers, where a move may lead to
//! several parts at once: Grundy values by Sprague and Grundy.
//!
//! Parts get dense ids level by level, so that each has the fewest moves from
//! the roots; then a walk that meets options first gives each the least number
//! that no option has, or finds a cycle.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kibitz_game::{Claim, Flow, Grundy, MORE, Watch};

use crate::SolveError;

/// A part: a row of numbers.
type Row = Box<[i64]>;

/// All parts that some parts lead to, with their Grundy values.
#[derive(Debug)]
pub struct Sums {
    ids: HashMap<Row, u32>,
    rows: Vec<Row>,
    /// Where each level begins among the rows; the last one ends with them.
    levels: Vec<usize>,
    values: Vec<u32>,
    memory: Claim,
}

/// Why there are no Grundy values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSums {
    /// Play may go on for ever: each of these parts has a move to a sum with
    /// the next in it, and the last one to one with the first.
    #[error("the parts have a cycle of {} moves", .0.len())]
    Cycle(Vec<Vec<i64>>),
    /// A budget is used up, or the rules fail.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The options of all parts, as far as they have been looked at.
#[derive(Default)]
struct Options {
    /// Where those of each part begin.
    starts: Vec<usize>,
    /// For each option the number of its parts, and their ids.
    parts: Vec<u32>,
}

/// Where a part stands in the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

/// The value of a part that is not worked out yet.
const OPEN: u32 = 0;
/// Parts between two looks at the clock and the budget.
const PACE: usize = 1 << 10;
/// What a part costs beside its numbers, which are there twice: two boxes, an
/// entry of the table, its value.
const OVERHEAD: u64 = 96;

/// Looks at everything that `roots` lead to. `expand` gives the options of a
/// part, each a sum of parts.
///
/// # Errors
/// Where play may go on for ever, a budget is used up, or the rules fail.
pub fn solve<E>(roots: &[Row], watch: &Watch, expand: E) -> Result<Sums, NoSums>
where
    E: FnMut(&[i64]) -> Result<Vec<Vec<Row>>, SolveError>,
{
    let mut sums = Sums {
        ids: HashMap::new(),
        rows: Vec::new(),
        levels: vec![0],
        values: Vec::new(),
        memory: watch.claim("parts", 0).map_err(SolveError::from)?,
    };
    for root in roots {
        sums.number(root.clone())?;
    }
    let options = sums.enumerate(watch, expand)?;
    match sums.evaluate(&options, watch)? {
        Some(cycle) => {
            let rows = cycle.iter().map(|id| sums.rows[*id as usize].to_vec());
            Err(NoSums::Cycle(rows.collect()))
        }
        None => Ok(sums),
    }
}

impl Options {
    /// The options of a part, each begun by the number of its parts.
    fn of(&self, id: u32) -> &[u32] {
        let end = self.starts.get(id as usize + 1);
        &self.parts[self.starts[id as usize]..end.copied().unwrap_or(self.parts.len())]
    }

    /// Each option of a part.
    fn each(&self, id: u32) -> impl Iterator<Item = &[u32]> {
        let mut rest = self.of(id);
        std::iter::from_fn(move || {
            let (count, after) = rest.split_first()?;
            let (parts, after) = after.split_at(*count as usize);
            rest = after;
            Some(parts)
        })
    }

    /// The next part in the options of a part; `next` tells how far they have
    /// been looked at.
    fn part(&self, id: u32, next: &mut (usize, usize)) -> Option<u32> {
        let all = self.of(id);
        loop {
            let (at, left) = next;
            let found = all.get(*at).copied()?;
            *at += 1;
            match left {
                0 => *left = found as usize,
                _ => {
                    *left -= 1;
                    return Some(found);
                }
            }
        }
    }
}

impl Sums {
    /// The Grundy value of a part; `None` for one that cannot be reached.
    #[must_use]
    pub fn part(&self, row: &[i64]) -> Option<Grundy> {
        let id = *self.ids.get(row)?;
        Some(Grundy::new(self.values[id as usize].into()))
    }

    /// The Grundy value of a sum.
    #[must_use]
    pub fn get(&self, parts: &[Row]) -> Option<Grundy> {
        let mut values = parts.iter().map(|row| self.part(row));
        values.try_fold(Grundy::ZERO, |sum, value| Some(sum ^ value?))
    }

    /// The fewest moves from the roots to a part.
    #[must_use]
    pub fn distance(&self, row: &[i64]) -> Option<u32> {
        let id = *self.ids.get(row)? as usize;
        let level = self.levels.partition_point(|begin| *begin <= id);
        Some(level as u32 - 1)
    }

    /// How many parts there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Whether nothing was asked for, or only a sum of nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Visits every part with its value, until the visitor has seen enough:
    /// those fewer moves from the roots first, then those with the lesser row.
    pub fn visit(&self, mut visit: impl FnMut(&[i64], Grundy) -> Flow) -> Flow {
        for level in self.levels.windows(2) {
            let mut ids: Vec<usize> = (level[0]..level[1]).collect();
            ids.sort_unstable_by(|a, b| self.rows[*a].cmp(&self.rows[*b]));
            for id in ids {
                visit(&self.rows[id], Grundy::new(self.values[id].into()))?;
            }
        }
        MORE
    }

    fn number(&mut self, row: Row) -> Result<u32, SolveError> {
        let next = self.rows.len();
        match self.ids.entry(row) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(free) => {
                let id = u32::try_from(next).map_err(|_| SolveError::TooLarge {
                    what: "the number of parts".to_owned(),
                    most: u32::MAX.into(),
                })?;
                self.rows.push(free.key().clone());
                free.insert(id);
                Ok(id)
            }
        }
    }

    /// Level by level: all parts of a level have the fewest moves from the
    /// roots that lead there.
    fn enumerate(
        &mut self,
        watch: &Watch,
        mut expand: impl FnMut(&[i64]) -> Result<Vec<Vec<Row>>, SolveError>,
    ) -> Result<Options, SolveError> {
        let stage = watch.stage("exploring", None);
        let mut options = Options::default();
        let mut claimed = 0;
        while options.starts.len() < self.rows.len() {
            let level = options.starts.len()..self.rows.len();
            self.levels.push(level.end);
            for id in level {
                options.starts.push(options.parts.len());
                for option in expand(&self.rows[id].clone())? {
                    options.parts.push(option.len() as u32);
                    for part in option {
                        let part = self.number(part)?;
                        options.parts.push(part);
                    }
                }
                if id.is_multiple_of(PACE) {
                    self.claim(&options, &mut claimed)?;
                    stage.reach(id as u64)?;
                }
            }
        }
        Ok(options)
    }

    /// Claims what has come to be since the last time.
    fn claim(&mut self, options: &Options, claimed: &mut u64) -> Result<(), SolveError> {
        let slots = self.rows.first().map_or(0, |row| row.len()) as u64;
        let parts = self.len() * (2 * 8 * slots + OVERHEAD);
        let taken = parts + 2 * 4 * options.parts.len() as u64;
        let what = format!("exploring, with {} parts met so far,", self.rows.len());
        self.memory.grow(&what, taken - *claimed)?;
        *claimed = taken;
        Ok(())
    }

    /// Gives each part its value, options first; or tells a cycle.
    fn evaluate(
        &mut self,
        options: &Options,
        watch: &Watch,
    ) -> Result<Option<Vec<u32>>, SolveError> {
        let stage = watch.stage("Grundy values", Some(self.len()));
        self.values = vec![OPEN; self.rows.len()];
        let mut states = vec![State::New; self.rows.len()];
        let mut path: Vec<(u32, (usize, usize))> = Vec::new();
        let mut done = 0;
        for root in 0..self.rows.len() as u32 {
            if states[root as usize] == State::New {
                states[root as usize] = State::OnPath;
                path.push((root, (0, 0)));
            }
            while let Some((id, next)) = path.last_mut() {
                let Some(child) = options.part(*id, next) else {
                    let id = *id;
                    self.values[id as usize] = self.least_missing(options, id);
                    states[id as usize] = State::Done;
                    path.pop();
                    done += 1;
                    if done % PACE as u64 == 0 {
                        stage.reach(done)?;
                    }
                    continue;
                };
                match states[child as usize] {
                    State::Done => {}
                    State::New => {
                        states[child as usize] = State::OnPath;
                        path.push((child, (0, 0)));
                    }
                    State::OnPath => {
                        let cycle = path.iter().map(|(id, _)| *id);
                        return Ok(Some(cycle.skip_while(|id| *id != child).collect()));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The least number that no option has.
    fn least_missing(&self, options: &Options, id: u32) -> u32 {
        let value = |sum: u32, part: &u32| sum ^ self.values[*part as usize];
        let values = options.each(id).map(|parts| parts.iter().fold(0, value));
        let mut values: Vec<u32> = values.collect();
        values.sort_unstable();
        values.dedup();
        let least = values.iter().zip(0..).find(|(value, due)| **value != *due);
        least.map_or(values.len() as u32, |(_, due)| due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(n: i64) -> Row {
        vec![n].into()
    }

    /// Kayles: take one pin or two that stand side by side.
    fn kayles(pins: &[i64]) -> Result<Vec<Vec<Row>>, SolveError> {
        let pins = pins[0];
        let hits = [1, 2].into_iter().flat_map(|hit| {
            let rest = pins - hit;
            (0..=rest / 2).filter_map(move |left| {
                let heaps = [left, rest - left].into_iter();
                (rest >= 0).then(|| heaps.filter(|n| *n > 0).map(row).collect())
            })
        });
        Ok(hits.collect())
    }

    #[test]
    fn kayles_has_the_published_values() {
        let sums = solve(&[row(70)], &Watch::new(), kayles).unwrap();
        let known = [
            0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
        ];
        for (pins, value) in (1..).zip(&known[1..]) {
            assert_eq!(sums.part(&[pins]), Some(Grundy::new(*value)), "{pins}");
        }
        assert_eq!(sums.part(&[70]), Some(Grundy::new(6)));
        assert_eq!(sums.get(&[]), Some(Grundy::ZERO));
        assert_eq!(sums.get(&[row(5), row(5)]), Some(Grundy::ZERO));
        assert_eq!(sums.part(&[71]), None);
    }

    #[test]
    fn parts_are_visited_by_their_distance_from_the_roots() {
        let sums = solve(&[row(5)], &Watch::new(), kayles).unwrap();
        let mut met = Vec::new();
        let _ = sums.visit(|row, _| {
            met.push(row[0]);
            MORE
        });
        assert_eq!(met, [5, 1, 2, 3, 4]);
    }

    #[test]
    fn a_cycle_is_told() {
        let around = |p: &[i64]| Ok(vec![vec![row((p[0] + 1) % 3)]]);
        let told = solve(&[row(7)], &Watch::new(), around).unwrap_err();
        let NoSums::Cycle(cycle) = told else {
            panic!("{told}");
        };
        assert_eq!(cycle, [[2], [0], [1]]);
    }

    #[test]
    fn the_budget_is_kept() {
        let watch = Watch::new().memory(1 << 20);
        let endless = |p: &[i64]| Ok(vec![vec![row(p[0] + 1)]]);
        let told = solve(&[row(0)], &watch, endless).unwrap_err();
        assert!(matches!(told, NoSums::Solve(SolveError::Stop(_))), "{told}");
    }
}
