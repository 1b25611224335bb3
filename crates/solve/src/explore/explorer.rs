//! One thread's part of exploring: expand positions, enter what they lead to,
//! keep the edges that are worth it.

use std::ops::{AddAssign, Range};
use std::sync::atomic::Ordering;

use kibitz_game::{Claim, Slotted, Steps, Stop, Turn, Watch, Wdl};

use super::batch::Batch;
use super::crossing::Crossing;
use super::direct::Direct;
use super::early::Early;
use super::entry::Entry;
use super::failure::Failure;
use super::ground::{Ground, Halt};
use super::halves::Halves;
use super::hand::Hand;
use super::ids::Ids;
use super::lookup::{Finder, Todo};
use super::stream::{Mark, Piece, Stream};

/// What has been counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Draws by the rules.
    pub(super) ties: u64,
    /// Without moves.
    pub(super) stuck: u64,
    /// Won or lost in one ply.
    pub(super) in_one: u64,
    /// With a record in the stream.
    pub(super) open: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.ties += more.ties;
        self.stuck += more.stuck;
        self.in_one += more.in_one;
        self.open += more.open;
    }
}

/// What is known at a glance of the children of a position.
#[derive(Default)]
struct Record {
    won: bool,
    tied: bool,
    /// How many there are of which nothing is known.
    open: usize,
}

impl Record {
    /// Adds a child; the edge to it, where nothing is known of it.
    #[inline]
    fn add(&mut self, entry: Entry, turn: Turn) -> Option<Mark> {
        match entry.glance().map(|wdl| wdl.over(turn)) {
            None => {
                self.open += 1;
                return Some(Mark::edge(entry.id(), turn));
            }
            Some(Wdl::Win) => self.won = true,
            Some(Wdl::Draw) => self.tied = true,
            Some(Wdl::Loss) => {}
        }
        None
    }

    /// What that means for the position.
    #[inline]
    fn early(&self) -> Early {
        if self.won {
            Early::WON_IN_1
        } else if self.open == 0 && !self.tied {
            Early::LOST_IN_1
        } else {
            Early::OPEN
        }
    }
}

/// One thread's part of exploring.
pub(super) struct Explorer<'g, G: Slotted + 'g> {
    batch: Batch,
    hand: Hand<G::Worker<'g>>,
    stream: Stream,
    /// The piece of work that is being done.
    todo: Vec<Todo>,
    /// Positions that were to be expanded and have not been.
    pub(super) left: Vec<Todo>,
    pub(super) halt: Option<Halt>,
    tally: Tally,
    /// Memory of the stream and of lists.
    edges: Claim,
    /// Bytes of them that are claimed.
    claimed: u64,
}

/// What a thread has done.
pub(super) struct Yield {
    pub(super) tally: Tally,
    pub(super) pieces: Vec<Piece>,
    /// Memory of the pieces, and of the positions that were entered.
    pub(super) edges: Claim,
    pub(super) positions: Claim,
}

impl<'g, G: Slotted> Explorer<'g, G> {
    /// Bytes that are claimed at a time for the stream.
    const PORTION: u64 = 1 << 18;

    pub(super) fn new(game: &'g G, watch: &Watch) -> Result<Explorer<'g, G>, Stop> {
        Ok(Explorer {
            batch: Batch::new(game.slots()),
            hand: Hand::new(game.worker(), watch.claim("positions", 0)?),
            stream: Stream::default(),
            todo: Vec::new(),
            left: Vec::new(),
            halt: None,
            tally: Tally::default(),
            edges: watch.claim("edges", 0)?,
            claimed: 0,
        })
    }

    /// The ids that this thread has given out.
    pub(super) fn ids(&mut self) -> &mut Ids {
        &mut self.hand.ids
    }

    /// Those that it has given out since they were last asked for.
    pub(super) fn used_ids(&self) -> impl Iterator<Item = Range<u32>> {
        self.hand.ids.used()
    }

    /// The first failure of the rules, if there was one.
    pub(super) fn take_failure(&mut self) -> Option<Failure> {
        self.hand.failure.take()
    }

    /// All that it has done.
    pub(super) fn finish(self) -> Yield {
        Yield {
            tally: Tally {
                ties: self.tally.ties + self.hand.ties,
                ..self.tally
            },
            pieces: self.stream.finish(),
            edges: self.edges,
            positions: self.hand.memory,
        }
    }

    /// Enters a position from which others are reached.
    pub(super) fn enter_root<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        root: &[i64],
    ) -> Result<(), Halt> {
        let mut key = vec![0; ground.fields.words()];
        ground.fields.pack(root, &mut key);
        let probe = finder.probe(root, &key, &mut F::Memo::default());
        let Some(probe) = probe else {
            let mut steps = Steps::new(root.len());
            steps.push(root, Turn::Passes);
            return Err(Halt::Misfit(steps));
        };
        self.hand.enter(ground, finder, (probe, &key, root))?;
        Ok(())
    }

    /// Takes pieces of work until none is left or somebody halts.
    pub(super) fn run<F: Finder>(&mut self, ground: &Ground<'_>, finder: &F) {
        let mut memo = F::Memo::default();
        while ground.take(finder, &mut self.todo) {
            if let Err((done, halt)) = self.expand(ground, finder, &mut memo) {
                ground.halted.store(true, Ordering::Relaxed);
                self.left.extend_from_slice(&self.todo[done..]);
                self.halt = Some(halt);
            }
        }
    }

    /// Expands what is to be done; where it cannot go on, the error tells how
    /// many have been done.
    fn expand<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        memo: &mut F::Memo,
    ) -> Result<(), (usize, Halt)> {
        let met = ground.next.load(Ordering::Relaxed);
        let go_on = ground.stage.reach(met.into());
        go_on.map_err(|stop| (0, stop.into()))?;
        let mut done = 0;
        while done < self.todo.len() {
            let todo = &self.todo[done..];
            let filled = self.batch.fill(ground, finder, memo, &mut self.hand, todo);
            let filled = filled.map_err(|halt| (done, halt))?;
            let mut at = 0;
            for number in 0..self.batch.parents.len() {
                match self.settle(ground, finder, number, at) {
                    Ok(next) => at = next,
                    Err(halt) => {
                        let parent = self.batch.parents[number];
                        let ahead = self.todo[done..].iter().position(|todo| todo.id == parent);
                        return Err((done + ahead.unwrap_or(0), halt));
                    }
                }
            }
            done += filled;
            let claimed = self.claim(ground);
            claimed.map_err(|stop| (done, stop.into()))?;
        }
        Ok(())
    }

    /// Claims the memory that the stream has come to need. Where that is a
    /// good part of all, and the edges could be done without, they go.
    fn claim(&mut self, ground: &Ground<'_>) -> Result<(), Stop> {
        let many = ground.edges.load(Ordering::Relaxed) > ground.most_edges;
        if many && ground.crossing.is_none() && ground.descent.order().is_some() {
            ground.edgeless.store(true, Ordering::Relaxed);
        }
        if !ground.keeps_edges() {
            self.drop_edges();
        }
        self.stream.settle();
        let bytes = self.stream.bytes() + self.batch.lists;
        if bytes > self.claimed {
            let more = (bytes - self.claimed).next_multiple_of(Self::PORTION);
            self.edges.grow("edges", more)?;
            ground.edges.fetch_add(more, Ordering::Relaxed);
            self.claimed += more;
        }
        Ok(())
    }

    /// Enters the children of a position, of which the first is the `at`-th of
    /// the batch, and keeps its record where it may be needed.
    #[inline]
    fn settle<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        number: usize,
        mut at: usize,
    ) -> Result<usize, Halt> {
        if let Some(crossing) = ground.crossing {
            return self.cross(ground, finder, crossing, number, at);
        }
        let (parent, steps) = (self.batch.parents[number], self.batch.steps(number));
        let mut record = Record::default();
        let keeps_edges = ground.keeps_edges();
        self.stream.begin(parent);
        for (row, turn) in steps.iter() {
            let child = self.batch.child::<F>(ground, at, row);
            at += 1;
            let entry = match self.hand.enter(ground, finder, child) {
                Ok(entry) => entry,
                Err(halt) => {
                    self.stream.forget();
                    return Err(halt);
                }
            };
            let edge = record.add(entry, turn);
            if let Some(edge) = edge.filter(|_| keeps_edges) {
                self.stream.push(edge);
            }
        }
        let early = if steps.is_empty() {
            Early::now(ground.stuck)
        } else {
            record.early()
        };
        self.close(ground, parent, early, &record);
        Ok(at)
    }

    /// The same where moves are kept by halves. What is known of a child at a
    /// glance makes no difference there.
    #[inline]
    fn cross<F: Finder>(
        &mut self,
        ground: &Ground<'_>,
        finder: &F,
        crossing: &Crossing,
        number: usize,
        at: usize,
    ) -> Result<usize, Halt> {
        let (parent, steps) = (self.batch.parents[number], self.batch.steps(number));
        let (kept, children) = self.batch.kept(number, at);
        for ((row, _), probe) in steps.iter().zip(children) {
            self.hand.enter(ground, finder, (*probe, &[], row))?;
        }
        if steps.is_empty() {
            self.stream.begin(parent);
            self.close(ground, parent, Early::now(ground.stuck), &Record::default());
            return Ok(at);
        }
        crossing.keep(kept);
        Ok(at + children.len())
    }

    /// Drops all edges, and gives their memory back.
    pub(super) fn drop_edges(&mut self) {
        if self.claimed > 0 {
            self.stream = Stream::default();
            self.batch.lists = 0;
            self.edges.keep(0);
            self.claimed = 0;
        }
    }

    /// Forgets all records: their positions are going to be expanded anew.
    pub(super) fn forget(&mut self) {
        self.stream = Stream::default();
        (self.tally.in_one, self.tally.open) = (0, 0);
    }

    /// Makes records of moves that were kept by halves.
    pub(super) fn unfold(
        &mut self,
        ground: &Ground<'_>,
        crossing: &Crossing,
        table: &Direct<Halves>,
    ) -> Result<(), Halt> {
        let entry = |place: u64| table.at(place).expect("a position that was entered");
        crossing.visit(|place, children| {
            let parent = entry(place).id();
            let mut record = Record::default();
            self.stream.begin(parent);
            for child in children {
                if let Some(edge) = record.add(entry(*child), Turn::Passes) {
                    self.stream.push(edge);
                }
            }
            self.close(ground, parent, record.early(), &record);
            self.claim(ground).map_err(Halt::from)
        })
    }

    /// Notes what is known of a position; its record stays only where that is
    /// nothing.
    fn close(&mut self, ground: &Ground<'_>, parent: u32, early: Early, record: &Record) {
        let tally = &mut self.tally;
        if early == Early::OPEN && record.open > 0 {
            if self.stream.edges() == 0 {
                // No edges are kept.
                self.stream.forget();
            } else if record.tied {
                // A draw that cannot be missed keeps a position from being
                // lost, as a move to itself does.
                self.stream.push(Mark::edge(parent, Turn::Passes));
            }
            tally.open += 1;
            return;
        }
        self.stream.forget();
        ground.pool.settle(parent, early);
        match early.at_once() {
            Some(Wdl::Draw) => tally.ties += 1,
            Some(_) => tally.stuck += 1,
            None => tally.in_one += u64::from(early != Early::OPEN),
        }
    }
}
