//! The rounds: what is settled at one number of plies settles the next.

use kibitz_game::{Paired, Plies, Value, Watch};

use super::changes::Changes;
use super::rows::{Lane, Rows, change};
use super::rule::{Aim, Rule, Settle, Task};
use super::turn::turn;
use super::wide::each;
use crate::SolveError;
use crate::cell::Cell;
use crate::table::{Level, Settled, fit, tally, tally_many};
use kibitz_game::Threads;

/// Below this many positions threads cost more than they bring.
const WORTH_THREADS: usize = 1 << 20;
/// Hands for one task: a column of words of the other direction.
pub(super) const TASK: usize = 64;

pub(super) struct Rounds<'a, C, G> {
    game: &'a G,
    hands: usize,
    cells: Vec<C>,
    /// For each key the hands that hold it.
    holders: Rows,
    changes: Changes,
    /// Positions by the mover's hand: settled, or none at all.
    settled: Rows,
    /// Settled positions that nobody wins: ties by the rules, and those that
    /// are none.
    drawn: Rows,
    /// Positions settled in this round, by the mover's hand.
    fresh_wins: Rows,
    fresh_losses: Rows,
    /// Positions by the *opponent's* hand: won so far, and lost in the last
    /// round.
    won: Rows,
    lost: Rows,
    /// Values known from the rules that wait for their round.
    waiting: Vec<(Value, u32, u32)>,
    levels: Vec<Level>,
}

impl<'a, C: Cell, G: Paired> Rounds<'a, C, G> {
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
            cells: vec![C::open(0); hands * hands],
            holders,
            changes: Changes::of(game),
            settled: Rows::new(hands, hands),
            drawn: Rows::new(hands, hands),
            fresh_wins: Rows::new(hands, hands),
            fresh_losses: Rows::new(hands, hands),
            won: Rows::new(hands, hands),
            lost: Rows::new(hands, hands),
            waiting: Vec::new(),
            levels: Vec::new(),
        };
        rounds.open()?;
        Ok(rounds)
    }

    /// Finds what the rules decide and what is no position.
    fn open(&mut self) -> Result<(), SolveError> {
        let hands = 0..self.hands as u32;
        let special: Vec<bool> = hands.map(|hand| self.game.is_special(hand)).collect();
        for mine in 0..self.hands as u32 {
            // The last word of a row has bits for hands that there are not.
            for nobody in self.hands..self.settled.width() {
                self.settled.insert(mine, nobody as u32);
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
                    self.settle(mine, theirs, C::HOLE);
                    self.drawn.insert(mine, theirs);
                    continue;
                };
                let fault = |e: G::Fault| SolveError::fault(&p, e);
                let value = match self.game.decided(&p).map_err(fault)? {
                    None if has_moves(theirs) => continue,
                    None => Value::now(self.game.stuck()),
                    Some(value) => value,
                };
                self.settle(mine, theirs, fit(value)?);
                if value.plies().is_some() {
                    self.waiting.push((value, mine, theirs));
                } else {
                    self.drawn.insert(mine, theirs);
                }
            }
        }
        // The nearest is taken off the end.
        self.waiting
            .sort_by_key(|(value, ..)| std::cmp::Reverse(value.plies()));
        Ok(())
    }

    /// The opponents' hands against which a hand can change.
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

    fn settle(&mut self, mine: u32, theirs: u32, cell: C) {
        self.cells[mine as usize * self.hands + theirs as usize] = cell;
        self.settled.insert(mine, theirs);
    }

    /// Settles everything; gives the cells and their tally.
    pub(super) fn cells(mut self, watch: &Watch) -> Result<Settled<C>, SolveError> {
        self.run(watch)?;
        Ok((self.cells, self.levels))
    }

    /// Settles everything; gives the sets of won and of lost positions.
    pub(super) fn outcomes(mut self, watch: &Watch) -> Result<(Rows, Rows), SolveError> {
        self.run(watch)?;
        // From the opponent's to the mover's hand.
        self.fresh_wins.clear();
        self.won.live.fill(true);
        turn(
            &self.won,
            &mut self.fresh_wins,
            &watch.pool().where_worth(false),
        );
        let (won, mut lost) = (self.fresh_wins, self.settled);
        for (lost, (won, drawn)) in lost
            .bits
            .iter_mut()
            .zip(won.bits.iter().zip(&self.drawn.bits))
        {
            change(lost, won, |lost, won| *lost &= !won);
            change(lost, drawn, |lost, drawn| *lost &= !drawn);
        }
        Ok((won, lost))
    }

    fn run(&mut self, watch: &Watch) -> Result<(), SolveError> {
        let positions = self.hands * self.hands;
        let threads = &watch.pool().where_worth(positions >= WORTH_THREADS);
        let stage = watch.stage("settling positions", Some(positions as u64));
        let mut level = Plies::ZERO;
        let (mut wins, mut losses) = (0, 0);
        let mut done = 0;
        loop {
            // What the last round found, and what the rules say of this ply.
            let (known_wins, known_losses) = self.admit(level);
            let (wins_here, losses_here) = (wins + known_wins, losses + known_losses);
            done += known_wins + known_losses;
            if wins_here + losses_here == 0 && self.waiting.is_empty() {
                return Ok(());
            }
            let next = level.succ();
            if next.get() > C::MOST_PLIES {
                fit::<C>(Value::Win(next))?;
            }
            // Both look at the columns as they were before this round.
            losses = self.round_if(wins_here > 0, Aim::Losses, next, threads, watch)?;
            wins = self.round_if(losses_here > 0, Aim::Wins, next, threads, watch)?;
            self.lost.clear();
            turn(&self.fresh_losses, &mut self.lost, threads);
            self.won.live.fill(false);
            turn(&self.fresh_wins, &mut self.won, threads);
            level = next;
            done += wins + losses;
            stage.reach(done)?;
        }
    }

    /// Lets the values in that the rules know for this ply; counts wins and
    /// losses.
    fn admit(&mut self, level: Plies) -> (u64, u64) {
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
            tally(&mut self.levels, value);
        }
        counts
    }

    /// A round, where there is something that it could find.
    fn round_if(
        &mut self,
        worth: bool,
        aim: Aim,
        plies: Plies,
        threads: &Threads,
        watch: &Watch,
    ) -> Result<u64, SolveError> {
        if worth {
            return self.round(aim, plies, threads, watch);
        }
        match aim {
            Aim::Wins => self.fresh_wins.live.fill(false),
            Aim::Losses => self.fresh_losses.live.fill(false),
        }
        Ok(0)
    }

    /// Settles the wins or the losses of one number of plies; says how many.
    fn round(
        &mut self,
        aim: Aim,
        plies: Plies,
        threads: &Threads,
        watch: &Watch,
    ) -> Result<u64, SolveError> {
        let value = match aim {
            Aim::Wins => Value::Win(plies),
            Aim::Losses => Value::Loss(plies),
        };
        let (lanes, hands) = (self.settled.lanes, self.hands);
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
        let settled = self.settled.bits.chunks_mut(lanes * TASK);
        let tasks = settled
            .zip(fresh.bits.chunks_mut(lanes * TASK))
            .zip(fresh.live.chunks_mut(TASK))
            .zip(self.cells.chunks_mut(hands * TASK))
            .zip((0..).step_by(TASK))
            .map(|((((settled, fresh), live), cells), first)| Task {
                settled,
                fresh,
                live,
                cells,
                first,
            });
        let step = Settle {
            rule,
            changes: &self.changes,
            cell: C::settled(value),
            lanes,
            hands,
            watch,
        };
        each(&step, tasks.collect(), threads);
        // Where the watch has said stop, tasks were left out.
        watch.check()?;
        let count = fresh.count();
        if count > 0 {
            tally_many(&mut self.levels, value, count);
        }
        Ok(count)
    }
}
