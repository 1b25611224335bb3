//! Tables by bundle and lane, checked bundle by bundle: 256 positions share the work of finding
//! their successors.
//!
//! The rules are used as the game's bit-parallel encoding states them. The encoding itself is
//! compared with the rules on a sample: some bundles are also checked position by position. A
//! bundle that does not agree is checked that way, too, which gives the message.

use kibitz_game::{
    BitParallelGame, ByLanes, InitialLanes, LaneMask, LaneMove, LaneSymmetry, Numbering,
    RunContext, Value, Wdl,
};
use kibitz_tablebase::{Entry, Table};

use crate::checker::{CheckError, Counts, Verdict, check, check_numbers, check_size, in_chunks};
use crate::compare::Items;
use crate::entries::Entries;

/// Positions per bundle.
const LANES: usize = 256;
/// Bundles that a thread checks in one step, so that the symmetries found are of use.
const BUNDLES: usize = 1 << 8;
/// One of this many bundles is also checked position by position.
const SAMPLED: u32 = 1 << 8;

/// Checks every value of a table by [`ByLanes`]; the verdict is that of [`check`], which takes many
/// times longer. It is that function if the memory budget does not permit to decode the table, or
/// the table has columns that bundles know nothing of.
///
/// # Errors
/// The same as [`check`]; and an error if the encoding does not agree with the rules.
pub fn check_lanes<G: BitParallelGame>(
    game: &G,
    table: &Table,
    context: &RunContext,
) -> Result<Verdict<G::Pos>, CheckError> {
    check_size(table, ByLanes.size(game))?;
    let items = Items::new(Entries::new(table, context)?);
    if !items.entries.are_decoded() || table.has_grundy() || table.has_scores() {
        drop(items);
        return check(game, &ByLanes, table, context);
    }
    let lane_moves = game.lane_moves();
    in_chunks(table, (BUNDLES * LANES) as u64, context, |numbers| {
        let mut checker = Bundles {
            game,
            items: &items,
            lane_moves: &lane_moves,
            symmetries: Vec::new(),
        };
        let bundle = |number: u64| (number / LANES as u64) as u32;
        checker.check(bundle(numbers.start)..bundle(numbers.end))
    })
}

/// The canonical lane of each lane.
type CanonicalLanes = [u8; LANES];

/// Checks one bundle after another.
struct Bundles<'a, G> {
    game: &'a G,
    items: &'a Items<'a>,
    lane_moves: &'a [LaneMove],
    /// Few symmetries occur, and their canonical lanes take long to compute.
    symmetries: Vec<(LaneSymmetry, Box<CanonicalLanes>)>,
}

/// A value as a number that is larger if the player prefers it: a win in n plies is `WIN` − n, a
/// draw 0, a loss in n plies n − `WIN`. `NONE` is below all of them.
type Preference = i64;
const WIN: Preference = 1 << 40;
const NONE: Preference = Preference::MIN;

fn preference(value: Value) -> Preference {
    match value {
        Value::Win(n) => WIN - Preference::from(n.get()),
        Value::Draw => 0,
        Value::Loss(n) => Preference::from(n.get()) - WIN,
    }
}

impl<G: BitParallelGame> Bundles<'_, G> {
    /// Checks some bundles; returns the first wrong position.
    fn check(&mut self, bundles: std::ops::Range<u32>) -> Result<Verdict<G::Pos>, CheckError> {
        let mut counts = Counts::default();
        for bundle in bundles {
            let agrees = self.agrees(bundle)?;
            if agrees && !bundle.is_multiple_of(SAMPLED) {
                self.count(bundle, &mut counts)?;
                continue;
            }
            let numbers = numbers(bundle);
            match check_numbers(self.game, &ByLanes, self.items, None, numbers)? {
                Verdict::Correct(more) if agrees => counts.add(more),
                Verdict::Correct(_) => return Err(CheckError::Encoding { bundle }),
                wrong => return Ok(wrong),
            }
        }
        Ok(Verdict::Correct(counts))
    }

    fn count(&self, bundle: u32, counts: &mut Counts) -> Result<(), CheckError> {
        for number in numbers(bundle) {
            counts.see(self.items.entries.get(number)?);
        }
        Ok(())
    }

    /// Whether every entry of a bundle is implied by the encoding and the entries of the
    /// successors.
    fn agrees(&mut self, bundle: u32) -> Result<bool, CheckError> {
        let known = self.game.initial_lanes(bundle);
        let symmetry = self.symmetry(bundle);
        let is_canonical = |lane: u8| self.symmetries[symmetry].1[lane as usize] == lane;
        let mut implied = [NONE; LANES];
        let mut open = LaneMask::NONE;
        for lane in (0..=255).filter(|lane| is_canonical(*lane) && !known.holes.has(*lane)) {
            match initial(&known, lane) {
                Some(value) => implied[lane as usize] = preference(value),
                None => open = open.or(LaneMask::one(lane)),
            }
        }
        self.back_up(bundle, open, &mut implied)?;
        for (number, implied) in numbers(bundle).zip(implied) {
            let agrees = match self.items.entries.get(number)? {
                None => implied == NONE,
                Some(entry) => entry.value().map(preference) == Some(implied),
            };
            if !agrees {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Raises the values of open lanes to those of their moves.
    fn back_up(
        &mut self,
        bundle: u32,
        open: LaneMask,
        implied: &mut [Preference; LANES],
    ) -> Result<(), CheckError> {
        let game = self.game;
        let mut edges = Vec::new();
        game.edges(bundle, |edge| edges.push(edge));
        for edge in edges {
            let lane_move = self.lane_moves[usize::from(edge.kind)];
            let from = lane_move.from.and(open);
            if from.is_empty() {
                continue;
            }
            let swaps = game.side_swaps(edge.to);
            // The successor's lane in the numbering of its mover.
            let to = |lane: u8| swaps.lane(lane_move.lane(lane)) ^ 0b11_1111;
            if edge.to >= game.inner() {
                let known = game.initial_lanes(edge.to);
                for lane in from.iter() {
                    let value = initial(&known, to(lane));
                    let value = value.ok_or(CheckError::Encoding { bundle })?;
                    raise(&mut implied[lane as usize], value);
                }
                continue;
            }
            let symmetry = self.symmetry(edge.to);
            let canonical = &self.symmetries[symmetry].1;
            let first = u64::from(edge.to) * LANES as u64;
            for lane in from.iter() {
                let number = first + u64::from(canonical[to(lane) as usize]);
                let value = self.items.entries.get(number)?.and_then(Entry::value);
                let Some(value) = value else {
                    // The check by position names the problem.
                    implied[lane as usize] = Preference::MAX;
                    continue;
                };
                raise(&mut implied[lane as usize], value);
            }
        }
        Ok(())
    }

    /// The place of a bundle's symmetry in the list.
    fn symmetry(&mut self, bundle: u32) -> usize {
        let symmetry = self.game.lane_symmetry(bundle);
        let known = self.symmetries.iter().position(|(s, _)| *s == symmetry);
        known.unwrap_or_else(|| {
            let canonical = std::array::from_fn(|lane| symmetry.canonical_lane(lane as u8));
            self.symmetries.push((symmetry, Box::new(canonical)));
            self.symmetries.len() - 1
        })
    }
}

/// The numbers of a bundle's lanes.
fn numbers(bundle: u32) -> std::ops::Range<u64> {
    let first = u64::from(bundle) * LANES as u64;
    first..first + LANES as u64
}

/// Raises the value of a position to that of a move to `successor`.
fn raise(implied: &mut Preference, successor: Value) {
    *implied = (*implied).max(preference(successor.backed_up(kibitz_game::Turn::Other)));
}

/// The value of a lane if the encoding gives it.
fn initial(known: &InitialLanes, lane: u8) -> Option<Value> {
    if known.decided_won.has(lane) || known.won.has(lane) {
        Some(Value::terminal(Wdl::Loss).backed_up(kibitz_game::Turn::Other))
    } else if known.decided_lost.has(lane) || known.no_move.has(lane) {
        Some(Value::terminal(Wdl::Loss))
    } else {
        None
    }
}
