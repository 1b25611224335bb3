//! The components of sums in table files.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write;
use std::sync::Arc;

use kibitz_game::{BREAK, CONTINUE, Grundy, Impartial, MoveClasses, NumberList, RunContext};
use kibitz_tablebase::{Packing, Table};
use xxhash_rust::xxh3::xxh3_128;

use super::GrundyCache;
use crate::ids::LOOKUP;
use crate::meter::Meter;
use crate::{ComponentRows, SolveError};

/// More components than this are not listed, nor those that have more moves in total: the
/// enumeration would take too long.
const MAX_COMPONENTS: u64 = 1 << 24;
const MAX_MOVES: u64 = 1 << 30;
/// Components, and options of each, in the hash of the rules.
const SAMPLE: usize = 1 << 8;

/// The components of some positions.
fn parts<G: Impartial>(game: &G, positions: &[G::Pos]) -> Vec<G::Part> {
    let mut parts = Vec::new();
    for p in positions {
        game.parts(p, |part| parts.push(part));
    }
    parts
}

/// All components reachable from some positions, with the fewest moves to each.
struct Reached<'a, G: MoveClasses> {
    game: &'a G,
    depths: HashMap<G::Part, u32>,
    /// The moves of all of them.
    moves: u64,
    /// Those of the last depth.
    level: Vec<G::Part>,
    memory: Meter<'a>,
    context: &'a RunContext,
}

impl<G: MoveClasses> Reached<'_, G> {
    fn reach(&mut self, part: &G::Part, depth: u32) -> Result<(), SolveError> {
        if self.depths.contains_key(part) {
            return Ok(());
        }
        let moves = self.game.degree(&self.game.alone(part)).unwrap_or_default();
        self.moves = self.moves.saturating_add(moves);
        let components = self.depths.len() as u64 + 1;
        let limits = [
            ("components", components, MAX_COMPONENTS),
            ("moves of all components", self.moves, MAX_MOVES),
        ];
        if let Some((what, _, max)) = limits.into_iter().find(|(_, n, max)| n > max) {
            return Err(SolveError::TooLarge {
                what: format!("the number of {what} (choose a smaller position with --at)"),
                max,
            });
        }
        self.depths.insert(part.clone(), depth);
        self.level.push(part.clone());
        // In the map, whose load is at least 7/16, and in the level.
        let own = 3 * (size_of::<G::Part>() + self.game.part_bytes(part)) as u64;
        Ok(self.memory.add(own + LOOKUP, self.depths.len())?)
    }

    /// Reaches the components of all options of the last depth.
    fn next_level(&mut self, depth: u32) -> Result<(), SolveError> {
        for part in std::mem::take(&mut self.level) {
            self.context.check()?;
            let mut stopped = Ok(());
            let game = self.game;
            let _ = game.options(&part, |option| {
                stopped = option.iter().try_for_each(|part| self.reach(part, depth));
                if stopped.is_ok() { CONTINUE } else { BREAK }
            });
            stopped?;
        }
        Ok(())
    }
}

/// Lists the components reachable from some positions.
pub(super) fn list<G>(
    game: &G,
    roots: &[G::Pos],
    cache: &mut GrundyCache<G>,
    context: &RunContext,
) -> Result<ComponentRows<Vec<i64>>, SolveError>
where
    G: MoveClasses,
    G::Part: NumberList,
{
    let stage = context.stage("enumeration", None);
    let mut reached = Reached {
        game,
        depths: HashMap::new(),
        moves: 0,
        level: Vec::new(),
        memory: Meter::new(context, "components")?,
        context,
    };
    for part in parts(game, roots) {
        reached.reach(&part, 0)?;
    }
    let mut depth = 0;
    while !reached.level.is_empty() {
        depth += 1;
        reached.next_level(depth)?;
        stage.advance_to(reached.depths.len() as u64)?;
    }
    let parts = reached.depths;
    let slots = parts.keys().map(|part| part.numbers().len() + 1).max();
    let slots = slots.unwrap_or(0);
    let each = size_of::<(Vec<i64>, u32, Grundy)>() + slots * size_of::<i64>();
    let memory = context.reserve("sorting components", (parts.len() * each) as u64)?;
    let mut rows = Vec::with_capacity(parts.len());
    for (part, depth) in &parts {
        let vector = part.to_vector(slots).unwrap_or_default();
        rows.push((vector, *depth, cache.part(game, part, context)?));
    }
    ComponentRows::new(rows, memory)
}

/// A hash of the rules: of the first components reachable from a position, and the components of
/// their options.
pub(super) fn fingerprint<G>(game: &G, root: &G::Pos) -> String
where
    G: Impartial,
    G::Part: NumberList,
{
    let mut text = String::new();
    let mut waiting = VecDeque::from(parts(game, std::slice::from_ref(root)));
    let mut seen: HashSet<G::Part> = HashSet::new();
    while let Some(part) = waiting.pop_front()
        && seen.len() < SAMPLE
    {
        if !seen.insert(part.clone()) {
            continue;
        }
        let _ = write!(text, "{:?}:", part.numbers());
        let mut options = 0;
        let _ = game.options(&part, |option| {
            for part in option {
                let _ = write!(text, " {:?}", part.numbers());
                waiting.push_back(part.clone());
            }
            text.push(',');
            options += 1;
            if options < SAMPLE { CONTINUE } else { BREAK }
        });
        text.push('\n');
    }
    format!("{:032x}", xxh3_128(text.as_bytes()))
}

/// The Grundy values of components in a table file.
#[derive(Debug)]
pub(super) struct StoredParts {
    table: Arc<Table>,
    packing: Packing,
    root: String,
    /// Whether what the table does not have is computed.
    falls_back: bool,
}

impl StoredParts {
    /// The components of a table; `None` if it does not list any.
    pub(super) fn new(table: &Arc<Table>, falls_back: bool) -> Option<StoredParts> {
        let description = table.description();
        // A table without components has no values either.
        let has_values = table.has_grundy() || table.positions() == 0;
        let is_complete = table.row_len().is_some() && table.has_depths() && has_values;
        is_complete.then_some(StoredParts {
            table: Arc::clone(table),
            packing: description.packing.clone()?,
            root: description.root.clone()?,
            falls_back,
        })
    }

    /// The Grundy value of a position; `None` if it is to be computed.
    pub(super) fn grundy<G>(&self, game: &G, p: &G::Pos) -> Result<Option<Grundy>, SolveError>
    where
        G: MoveClasses,
        G::Part: NumberList,
    {
        let mut sum = Grundy::ZERO;
        for part in parts(game, std::slice::from_ref(p)) {
            match self.part(&part)? {
                Some(grundy) => sum ^= grundy,
                None if self.falls_back => return Ok(None),
                None => {
                    return Err(SolveError::NotInTable {
                        position: game.write(p),
                        root: self.root.clone(),
                    });
                }
            }
        }
        Ok(Some(sum))
    }

    fn part(&self, part: &impl NumberList) -> Result<Option<Grundy>, SolveError> {
        let Some(vector) = part.to_vector(self.packing.slots().len()) else {
            return Ok(None);
        };
        let mut row = Vec::new();
        if !self.packing.pack(&vector, &mut row) {
            return Ok(None);
        }
        match self.table.find_row(&row)? {
            Some(number) => Ok(self.table.grundy(number)?),
            None => Ok(None),
        }
    }
}
