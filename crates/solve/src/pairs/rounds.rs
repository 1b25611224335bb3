//! The rounds: what is settled at one number of plies settles the next.

use kibitz_game::{Paired, Plies, Value, Watch};

use super::Outcomes;
use super::rows::{Lane, Rows, change, for_each_member};
use super::wide::{Step, each};
use crate::SolveError;
use crate::cell::Cell;
use crate::table::{Level, Settled, fit, tally, tally_many};

/// Below this many positions threads cost more than they bring.
const WORTH_THREADS: usize = 1 << 20;
/// Hands for one task: a column of words of the other direction.
const TASK: usize = 64;
/// Words of a lane.
const WORDS: usize = size_of::<Lane>() / size_of::<u64>();

pub(super) struct Rounds<'a, C, G> {
    game: &'a G,
    hands: usize,
    cells: Vec<C>,
    /// For each key the hands that hold it.
    holders: Rows,
    /// For each hand, key by key, what it can become.
    changes: Vec<Vec<Vec<u32>>>,
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

/// What a round looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Wins,
    Losses,
}

impl<'a, C: Cell, G: Paired> Rounds<'a, C, G> {
    pub(super) fn new(game: &'a G) -> Result<Rounds<'a, C, G>, SolveError> {
        let hands = game.hands() as usize;
        let mut holders = Rows::new(game.keys() as usize, hands);
        let mut changes = vec![vec![Vec::new(); game.keys() as usize]; hands];
        for hand in 0..game.hands() {
            for key in 0..game.keys() {
                if game.holds(hand, key) {
                    holders.insert(key, hand);
                }
                let list = &mut changes[hand as usize][key as usize];
                game.changes(hand, key, |to| list.push(to));
            }
        }
        let mut rounds = Rounds {
            game,
            hands,
            cells: vec![C::open(0); hands * hands],
            holders,
            changes,
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
            for theirs in 0..self.hands as u32 {
                let Some(p) = self.game.pair(mine, theirs) else {
                    self.settle(mine, theirs, C::HOLE);
                    self.drawn.insert(mine, theirs);
                    continue;
                };
                let fault = |e: G::Fault| SolveError::fault(&p, &e);
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
        for (key, list) in self.changes[mine as usize].iter().enumerate() {
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

    /// Settles everything; gives the sets of positions.
    pub(super) fn outcomes(mut self, watch: &Watch) -> Result<Outcomes, SolveError> {
        self.run(watch)?;
        // From the opponent's to the mover's hand.
        self.fresh_wins.clear();
        self.won.live.fill(true);
        turn(&self.won, &mut self.fresh_wins, 1);
        let (won, mut lost) = (self.fresh_wins, self.settled);
        for (lost, (won, drawn)) in lost
            .bits
            .iter_mut()
            .zip(won.bits.iter().zip(&self.drawn.bits))
        {
            change(lost, won, |lost, won| *lost &= !won);
            change(lost, drawn, |lost, drawn| *lost &= !drawn);
        }
        Ok(Outcomes { won, lost })
    }

    fn run(&mut self, watch: &Watch) -> Result<(), SolveError> {
        let positions = self.hands * self.hands;
        let threads = if positions < WORTH_THREADS {
            1
        } else {
            watch.thread_count()
        };
        let stage = watch.stage("settling positions", Some(positions as u64));
        let mut level = Plies::ZERO;
        let (mut wins, mut losses) = (0, 0);
        loop {
            // What the last round found, and what the rules say of this ply.
            let (known_wins, known_losses) = self.admit(level);
            let (wins_here, losses_here) = (wins + known_wins, losses + known_losses);
            if wins_here + losses_here == 0 && self.waiting.is_empty() {
                return Ok(());
            }
            let next = level.succ();
            if next.get() > C::MOST_PLIES {
                fit::<C>(Value::Win(next))?;
            }
            // Both look at the columns as they were before this round.
            losses = self.round_if(wins_here > 0, Aim::Losses, next, threads);
            wins = self.round_if(losses_here > 0, Aim::Wins, next, threads);
            self.lost.clear();
            turn(&self.fresh_losses, &mut self.lost, threads);
            self.won.live.fill(false);
            turn(&self.fresh_wins, &mut self.won, threads);
            level = next;
            stage.reach(self.levels.iter().map(|l| l.win + l.loss).sum())?;
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
    fn round_if(&mut self, worth: bool, aim: Aim, plies: Plies, threads: usize) -> u64 {
        if worth {
            return self.round(aim, plies, threads);
        }
        match aim {
            Aim::Wins => self.fresh_wins.live.fill(false),
            Aim::Losses => self.fresh_losses.live.fill(false),
        }
        0
    }

    /// Settles the wins or the losses of one number of plies; says how many.
    fn round(&mut self, aim: Aim, plies: Plies, threads: usize) -> u64 {
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
            .zip(self.changes.chunks(TASK))
            .map(|((((settled, fresh), live), cells), changes)| Task {
                settled,
                fresh,
                live,
                cells,
                changes,
            });
        let step = Settle {
            rule,
            cell: C::settled(value),
            lanes,
            hands,
        };
        each(&step, tasks.collect(), threads);
        let count = fresh.count();
        if count > 0 {
            tally_many(&mut self.levels, value, count);
        }
        count
    }
}

/// What belongs to some movers' hands.
struct Task<'a, C> {
    settled: &'a mut [Lane],
    fresh: &'a mut [Lane],
    live: &'a mut [bool],
    cells: &'a mut [C],
    changes: &'a [Vec<Vec<u32>>],
}

/// Settles the positions of some movers' hands.
struct Settle<'a, C> {
    rule: Rule<'a>,
    cell: C,
    lanes: usize,
    hands: usize,
}

impl<'a, C: Cell> Step for Settle<'a, C> {
    type Item = Task<'a, C>;

    #[inline(always)]
    fn run(&self, task: Task<'a, C>) {
        let rows = task
            .settled
            .chunks_mut(self.lanes)
            .zip(task.fresh.chunks_mut(self.lanes))
            .zip(task.live)
            .zip(task.cells.chunks_mut(self.hands))
            .zip(task.changes);
        for ((((settled, fresh), live), cells), changes) in rows {
            *live = self.rule.apply(changes, settled, fresh);
            if *live {
                for_each_member(fresh, |theirs| cells[theirs] = self.cell);
                for (all, new) in settled.iter_mut().zip(fresh) {
                    change(all, new, |all, new| *all |= new);
                }
            }
        }
    }
}

/// How the positions of one mover's hand are settled.
struct Rule<'a> {
    aim: Aim,
    holders: &'a Rows,
    /// For wins the columns of positions lost in the last round; for losses
    /// the columns of all won positions, live where one was won then.
    columns: &'a Rows,
}

impl Rule<'_> {
    /// Fills `fresh` with what is settled now and was not before; says whether
    /// there is anything.
    #[inline(always)]
    fn apply(&self, changes: &[Vec<u32>], settled: &[Lane], fresh: &mut [Lane]) -> bool {
        let is_live = |to: &u32| self.columns.live[*to as usize];
        if !changes.iter().flatten().any(is_live) {
            fresh.fill(Lane::default());
            return false;
        }
        let mut any = 0;
        for (i, (fresh, settled)) in fresh.iter_mut().zip(settled).enumerate() {
            *fresh = match self.aim {
                Aim::Wins => self.wins(changes, settled, i),
                Aim::Losses => self.losses(changes, settled, i),
            };
            any |= fresh.iter().fold(0, |any, word| any | word);
        }
        any != 0
    }

    /// Some change against a hand with some key leaves a lost position.
    #[inline(always)]
    fn wins(&self, changes: &[Vec<u32>], settled: &Lane, i: usize) -> Lane {
        let mut wins = Lane::default();
        for (key, list) in changes.iter().enumerate() {
            let mut lost = Lane::default();
            for to in list {
                change(&mut lost, self.column(*to, i), |all, one| *all |= one);
            }
            change(&mut lost, &self.holders.row(key)[i], |lost, held| {
                *lost &= held
            });
            change(&mut wins, &lost, |all, one| *all |= one);
        }
        change(&mut wins, settled, |wins, settled| *wins &= !settled);
        wins
    }

    /// Every change against a hand with any of its keys leaves a won position.
    #[inline(always)]
    fn losses(&self, changes: &[Vec<u32>], settled: &Lane, i: usize) -> Lane {
        let mut losses = settled.map(|word| !word);
        for (key, list) in changes.iter().enumerate() {
            let mut won = [u64::MAX; WORDS];
            for to in list {
                change(&mut won, self.column(*to, i), |all, one| *all &= one);
            }
            change(&mut won, &self.holders.row(key)[i], |won, held| {
                *won |= !held
            });
            change(&mut losses, &won, |all, one| *all &= one);
        }
        losses
    }

    #[inline(always)]
    fn column(&self, hand: u32, i: usize) -> &Lane {
        &self.columns.bits[hand as usize * self.columns.lanes + i]
    }
}

/// Adds positions by the mover's hand to a set by the opponent's hand.
fn turn(from: &Rows, to: &mut Rows, threads: usize) {
    // Each task turns one word of every row: the positions of 64 opponents.
    let targets = to
        .bits
        .chunks_mut(from.lanes * TASK)
        .zip(to.live.chunks_mut(TASK));
    let tasks = targets
        .zip(0..)
        .map(|((target, live), word)| (word, target, live));
    each(&Turn { from }, tasks.collect(), threads);
}

/// Turns blocks of 64 by 64 bits over.
struct Turn<'a> {
    from: &'a Rows,
}

impl<'a> Step for Turn<'a> {
    type Item = (usize, &'a mut [Lane], &'a mut [bool]);

    #[inline(always)]
    fn run(&self, (word, target, live): Self::Item) {
        let width = self.from.lanes * WORDS;
        let words = self.from.bits.as_flattened();
        let target = target.as_flattened_mut();
        for (group, is_live) in self.from.live.chunks(TASK).enumerate() {
            if !is_live.iter().any(|live| *live) {
                continue;
            }
            let mut block = [0u64; TASK];
            for ((bits, is_live), row) in block.iter_mut().zip(is_live).zip(group * TASK..) {
                // Rows that are not live may hold what was settled long ago.
                *bits = if *is_live {
                    words[row * width + word]
                } else {
                    0
                };
            }
            transpose(&mut block);
            for ((opponent, live), bits) in live.iter_mut().enumerate().zip(block) {
                target[opponent * width + group] |= bits;
                *live |= bits != 0;
            }
        }
    }
}

/// Turns a block of bits over: bit *j* of word *i* changes places with bit *i*
/// of word *j*. In six steps: first halves, then quarters, and so on.
#[inline(always)]
fn transpose(block: &mut [u64; 64]) {
    let mut size = 32;
    let mut mask = u64::MAX >> 32;
    while size > 0 {
        for pair in block.chunks_exact_mut(2 * size) {
            let (upper, lower) = pair.split_at_mut(size);
            for (a, b) in upper.iter_mut().zip(lower) {
                let swapped = (*a >> size ^ *b) & mask;
                *a ^= swapped << size;
                *b ^= swapped;
            }
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use super::transpose;

    #[test]
    fn every_bit_changes_places() {
        for i in 0..64 {
            for j in 0..64 {
                let mut block = [0; 64];
                block[i] = 1 << j;
                transpose(&mut block);
                let mut turned = [0; 64];
                turned[j] = 1 << i;
                assert_eq!(block, turned, "{i} {j}");
            }
        }
    }
}
