//! The rounds: each solves the positions of one distance.

use kibitz_game::{HandPairGame, Plies, RunContext, Value};

use super::avx2::each;
use super::changes::Changes;
use super::rows::{Lane, Rows, change};
use super::rule::{Aim, Rule, SolveRows, Task};
use super::transpose::transpose_rows;
use crate::SolveError;
use crate::entry::TableEntry;
use crate::table::{DistanceCount, SolvedEntries, add_value, add_values, fit};
use kibitz_game::Threads;

/// Below this many positions threads cost more than they save.
const WORTH_THREADS: usize = 1 << 20;
/// Hands per task: one word of the transposed direction.
pub(super) const TASK: usize = 64;

/// A position whose value is known without moves, by the hands of the mover and of the opponent; a
/// hole has none.
pub(super) type Known = (u32, u32, Option<Value>);

/// What becomes of the positions that rounds solve, beside their table entries.
pub(super) trait Record {
    /// Fills `fresh` with what the next round solved when it was recorded; returns whether it was.
    fn replay(&mut self, value: Value, fresh: &mut Rows) -> Result<bool, SolveError>;

    /// Records what a round has solved.
    fn record(&mut self, value: Value, fresh: &Rows) -> Result<(), SolveError>;
}

/// Keeps nothing.
impl Record for () {
    fn replay(&mut self, _: Value, _: &mut Rows) -> Result<bool, SolveError> {
        Ok(false)
    }

    fn record(&mut self, _: Value, _: &Rows) -> Result<(), SolveError> {
        Ok(())
    }
}

pub(super) struct Rounds<'a, C, G> {
    game: &'a G,
    hands: usize,
    entries: Vec<C>,
    /// For each key the hands that hold it.
    holders: Rows,
    changes: Changes,
    /// Positions by the mover's hand: solved, or holes.
    solved: Rows,
    /// Positions solved in this round, by the mover's hand.
    fresh_wins: Rows,
    fresh_losses: Rows,
    /// Positions by the *opponent's* hand: won so far, and lost in the last round.
    won: Rows,
    lost: Rows,
    /// In the order of both hands.
    known: Vec<Known>,
    /// The wins and losses among them that wait for the round of their distance.
    waiting: Vec<(Value, u32, u32)>,
    levels: Vec<DistanceCount>,
}

impl<'a, C: TableEntry, G: HandPairGame> Rounds<'a, C, G> {
    pub(super) fn new(game: &'a G) -> Result<Rounds<'a, C, G>, SolveError> {
        let hands = game.hands() as usize;
        let mut holders = Rows::new(game.keys() as usize, hands);
        for hand in 0..game.hands() {
            for key in 0..game.keys() {
                if game.holds(hand, key) {
                    holders.insert(key, hand);
                }
            }
        }
        let mut rounds = Rounds {
            game,
            hands,
            entries: vec![C::open(0); hands * hands],
            holders,
            changes: Changes::of(game),
            solved: Rows::new(hands, hands),
            fresh_wins: Rows::new(hands, hands),
            fresh_losses: Rows::new(hands, hands),
            won: Rows::new(hands, hands),
            lost: Rows::new(hands, hands),
            known: Vec::new(),
            waiting: Vec::new(),
            levels: Vec::new(),
        };
        rounds.open()?;
        Ok(rounds)
    }

    /// Finds the statically decided positions and the holes.
    fn open(&mut self) -> Result<(), SolveError> {
        let hands = 0..self.hands as u32;
        let special: Vec<bool> = hands.map(|hand| self.game.is_special(hand)).collect();
        for mine in 0..self.hands as u32 {
            // The last word of a row has bits beyond the last hand.
            for unused in self.hands..self.solved.width() {
                self.solved.insert(mine, unused as u32);
            }
            let changeable = self.changeable(mine);
            let has_moves = |theirs: u32| {
                let word = changeable.as_flattened()[theirs as usize / 64];
                word >> (theirs % 64) & 1 == 1
            };
            let all = self.game.is_special(mine);
            for theirs in 0..self.hands as u32 {
                let is_plain = !all && !special[theirs as usize];
                if is_plain && has_moves(theirs) {
                    continue;
                }
                let Some(p) = self.game.pair(mine, theirs) else {
                    self.set(mine, theirs, C::HOLE);
                    self.known.push((mine, theirs, None));
                    continue;
                };
                let fault = |e: G::Fault| SolveError::fault(&p, e);
                let value = match self.game.static_value(&p).map_err(fault)? {
                    None if has_moves(theirs) => continue,
                    None => Value::terminal(self.game.no_move_result()),
                    Some(value) => value,
                };
                self.set(mine, theirs, fit(value)?);
                self.known.push((mine, theirs, Some(value)));
            }
        }
        let known = self.known.iter();
        let known = known.filter_map(|&(mine, theirs, value)| Some((value?, mine, theirs)));
        self.waiting
            .extend(known.filter(|(value, ..)| value.plies().is_some()));
        // The smallest distance comes last, to be popped first.
        self.waiting
            .sort_by_key(|(value, ..)| std::cmp::Reverse(value.plies()));
        Ok(())
    }

    /// The opponent's hands against which a hand can change.
    fn changeable(&self, mine: u32) -> Vec<Lane> {
        let mut against = vec![Lane::default(); self.holders.lanes];
        for (key, list) in self.changes.by_key(mine as usize).enumerate() {
            if !list.is_empty() {
                for (all, held) in against.iter_mut().zip(self.holders.row(key)) {
                    change(all, held, |all, held| *all |= held);
                }
            }
        }
        against
    }

    fn set(&mut self, mine: u32, theirs: u32, entry: C) {
        self.entries[mine as usize * self.hands + theirs as usize] = entry;
        self.solved.insert(mine, theirs);
    }

    /// Solves everything; returns the entries and their counts.
    pub(super) fn entries(mut self, context: &RunContext) -> Result<SolvedEntries<C>, SolveError> {
        self.run(&mut (), context)?;
        Ok((self.entries, self.levels))
    }

    /// Solves everything into a record; returns the known positions, and the counts.
    pub(super) fn recorded(
        mut self,
        record: &mut impl Record,
        context: &RunContext,
    ) -> Result<(Vec<Known>, Vec<DistanceCount>), SolveError> {
        self.run(record, context)?;
        Ok((self.known, self.levels))
    }

    /// Solves everything; returns the sets of won and of lost positions.
    pub(super) fn outcomes(mut self, context: &RunContext) -> Result<(Rows, Rows), SolveError> {
        self.run(&mut (), context)?;
        // From the opponent's to the mover's hand.
        self.fresh_wins.clear();
        self.won.live.fill(true);
        transpose_rows(
            &self.won,
            &mut self.fresh_wins,
            &context.pool().if_worthwhile(false),
        );
        let (won, mut lost) = (self.fresh_wins, self.solved);
        for (lost, won) in lost.bits.iter_mut().zip(&won.bits) {
            change(lost, won, |lost, won| *lost &= !won);
        }
        for (mine, theirs, value) in self.known {
            if !matches!(value, Some(Value::Win(_) | Value::Loss(_))) {
                lost.remove(mine, theirs);
            }
        }
        Ok((won, lost))
    }

    fn run(&mut self, record: &mut impl Record, context: &RunContext) -> Result<(), SolveError> {
        let positions = self.hands * self.hands;
        let threads = &context.pool().if_worthwhile(positions >= WORTH_THREADS);
        let stage = context.stage("retrograde analysis", Some(positions as u64));
        let mut level = Plies::ZERO;
        let (mut wins, mut losses) = (0, 0);
        let mut done = 0;
        loop {
            // What the last round solved, and the static values of this distance.
            let (known_wins, known_losses) = self.add_static_values(level);
            let (wins_here, losses_here) = (wins + known_wins, losses + known_losses);
            done += known_wins + known_losses;
            if wins_here + losses_here == 0 && self.waiting.is_empty() {
                return Ok(());
            }
            let next = level.succ();
            if next.get() > C::MAX_PLIES {
                fit::<C>(Value::Win(next))?;
            }
            // Both read the columns as they were before this round.
            losses = self.round_if(wins_here > 0, Value::Loss(next), record, threads, context)?;
            wins = self.round_if(losses_here > 0, Value::Win(next), record, threads, context)?;
            self.lost.clear();
            transpose_rows(&self.fresh_losses, &mut self.lost, threads);
            self.won.live.fill(false);
            transpose_rows(&self.fresh_wins, &mut self.won, threads);
            level = next;
            done += wins + losses;
            stage.advance_to(done)?;
        }
    }

    /// Adds the static values of this distance; counts wins and losses.
    fn add_static_values(&mut self, level: Plies) -> (u64, u64) {
        let mut counts = (0, 0);
        while let Some((value, mine, theirs)) = self.waiting.pop() {
            match value {
                Value::Win(n) if n == level => {
                    self.won.insert(theirs, mine);
                    counts.0 += 1;
                }
                Value::Loss(n) if n == level => {
                    self.lost.insert(theirs, mine);
                    counts.1 += 1;
                }
                _ => {
                    self.waiting.push((value, mine, theirs));
                    break;
                }
            }
            add_value(&mut self.levels, value);
        }
        counts
    }

    /// A round, unless it cannot find anything.
    fn round_if(
        &mut self,
        worth: bool,
        value: Value,
        record: &mut impl Record,
        threads: &Threads,
        context: &RunContext,
    ) -> Result<u64, SolveError> {
        let aim = Aim::of(value);
        if !worth {
            self.fresh(aim).live.fill(false);
            return Ok(0);
        }
        match record.replay(value, self.fresh(aim))? {
            true => self.add_fresh(aim),
            false => {
                self.round(aim, C::solved(value), threads, context)?;
                record.record(value, self.fresh(aim))?;
            }
        }
        let count = self.fresh(aim).count();
        if count > 0 {
            add_values(&mut self.levels, value, count);
        }
        Ok(count)
    }

    fn fresh(&mut self, aim: Aim) -> &mut Rows {
        match aim {
            Aim::Wins => &mut self.fresh_wins,
            Aim::Losses => &mut self.fresh_losses,
        }
    }

    /// Marks what a replayed round solved.
    fn add_fresh(&mut self, aim: Aim) {
        let fresh = match aim {
            Aim::Wins => &self.fresh_wins,
            Aim::Losses => &self.fresh_losses,
        };
        for (solved, new) in self.solved.bits.iter_mut().zip(&fresh.bits) {
            change(solved, new, |solved, new| *solved |= new);
        }
    }

    /// Solves the wins or the losses of one distance.
    fn round(
        &mut self,
        aim: Aim,
        entry: C,
        threads: &Threads,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        let (lanes, hands) = (self.solved.lanes, self.hands);
        let fresh = match aim {
            Aim::Wins => &mut self.fresh_wins,
            Aim::Losses => &mut self.fresh_losses,
        };
        let rule = Rule {
            aim,
            holders: &self.holders,
            columns: match aim {
                Aim::Wins => &self.lost,
                Aim::Losses => &self.won,
            },
        };
        let solved = self.solved.bits.chunks_mut(lanes * TASK);
        let tasks = solved
            .zip(fresh.bits.chunks_mut(lanes * TASK))
            .zip(fresh.live.chunks_mut(TASK))
            .zip(self.entries.chunks_mut(hands * TASK))
            .zip((0..).step_by(TASK))
            .map(|((((solved, fresh), live), entries), first)| Task {
                solved,
                fresh,
                live,
                entries,
                first,
            });
        let step = SolveRows {
            rule,
            changes: &self.changes,
            entry,
            lanes,
            hands,
            context,
        };
        each(&step, tasks.collect(), threads);
        // After a cancellation some tasks were skipped.
        Ok(context.check()?)
    }
}
