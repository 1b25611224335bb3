//! Positions with exactly one winning move.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use fastrand::Rng;
use kibitz_game::{Plies, Watch, Wdl};
use kibitz_solve::{SolveError, Verdict, Wanted};
use serde::Serialize;

use crate::QueryError;
use crate::Session;
use crate::ask::LONGEST_LINE;
use crate::ask::answer::{LineOut, SetOut};
use crate::ask::{Probe, refuse_many};
use crate::erased::{AnyPosition, Counter, Pos, Seen};
use crate::many::template::Template;

/// What puzzle is wished for.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The same seed gives the same puzzles.
    pub seed: u64,
    /// So many of them, if there are.
    pub count: usize,
    /// Those whose win takes the most plies.
    pub deepest: bool,
    /// The plies of the win, where it matters.
    pub plies: Option<RangeInclusive<u32>>,
}

/// A position with several moves of which exactly one wins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Puzzle {
    /// The game's parameters.
    pub set: SetOut,
    /// The position.
    pub position: String,
    /// Who moves, where positions name the players.
    pub mover: Option<String>,
    /// Plies until the win, where they are known.
    pub plies: Option<u32>,
    /// How many moves there are.
    pub moves: u64,
    /// What wins.
    pub solution: Solution,
    /// Things that people should know about it.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// The winning move and what follows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Solution {
    /// The move.
    #[serde(rename = "move")]
    pub by: String,
    /// The main line, which begins with it.
    pub line: Vec<LineOut>,
    /// Whether play goes on after the line.
    #[serde(skip)]
    pub is_line_cut: bool,
}

/// How good a puzzle is; the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Quality {
    /// Three moves or more, and the win is not at once.
    Good,
    /// Two moves.
    Fair,
    /// The winning move ends the game.
    Plain,
}

/// So many wins are drawn from all positions before each one is looked at.
const SAMPLE: usize = 2048;
/// So many positions are made up, in a game that has no end of them.
const TRIES: usize = 3000;
/// A position that is made up may lead to so many others, in bytes.
const ROOM: u64 = 24 << 20;
/// Positions between two looks at the clock.
const PACE: u64 = 1 << 10;

/// A fair choice of at most so many things among those that are offered.
struct Lot<T> {
    most: usize,
    met: u64,
    kept: Vec<T>,
}

impl<T> Lot<T> {
    fn new(most: usize) -> Lot<T> {
        Lot {
            most,
            met: 0,
            kept: Vec::new(),
        }
    }

    /// After *n* offers each of them is kept with probability most/n.
    fn offer(&mut self, random: &mut Rng, thing: impl FnOnce() -> T) {
        self.met += 1;
        if self.kept.len() < self.most {
            return self.kept.push(thing());
        }
        let place = random.u64(..self.met) as usize;
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = thing();
        }
    }

    fn clear(&mut self) {
        self.met = 0;
        self.kept.clear();
    }
}

/// Puzzles of either quality.
struct Shelf<P>([Lot<P>; 3]);

impl<P> Shelf<P> {
    fn new(count: usize) -> Shelf<P> {
        Shelf([Lot::new(count), Lot::new(count), Lot::new(count)])
    }

    fn has_enough(&self) -> bool {
        self.0[Quality::Good as usize].kept.len() == self.0[Quality::Good as usize].most
    }

    /// The best ones, in random order.
    fn best(self, random: &mut Rng) -> Vec<P> {
        let most = self.0[0].most;
        let mut best = Vec::new();
        for mut lot in self.0 {
            random.shuffle(&mut lot.kept);
            best.extend(lot.kept);
        }
        best.truncate(most);
        best
    }
}

/// What is asked about the positions among which puzzles are looked for.
const WANTED: Wanted = Wanted {
    plies: true,
    grundy: false,
    visits: true,
};

impl Session {
    pub(crate) fn puzzles_for(
        &self,
        wish: &Wish,
        watch: &Watch,
    ) -> Result<Vec<Puzzle>, QueryError> {
        let mut random = Rng::with_seed(wish.seed);
        let mut found = Vec::new();
        let mut notes = Vec::new();
        if !wish.deepest && self.game.makes_up() {
            found = self.made_up(wish, &mut random, watch)?;
        }
        if found.is_empty() {
            let shown = self.game.shown();
            let probe = self.to_visit(&shown, WANTED, watch)?;
            notes = probe.solution.notes(WANTED);
            found = match wish.deepest {
                true => probe.deepest(&shown, wish, &mut random)?,
                false => probe.drawn(&shown, wish, &mut random)?,
            };
        }
        if found.is_empty() {
            return Err(self.no_puzzle(wish, &notes));
        }
        let puzzle = |p: &Pos| self.around(p, Wanted::ALL, watch)?.puzzle_out(p);
        found.iter().map(puzzle).collect()
    }

    /// Positions of moderate size, made up from the game's templates.
    fn made_up(
        &self,
        wish: &Wish,
        random: &mut Rng,
        watch: &Watch,
    ) -> Result<Vec<Pos>, QueryError> {
        let mut shelf = Shelf::new(wish.count);
        let mut seen = HashSet::new();
        for _ in 0..TRIES {
            watch.check()?;
            let text = make_up(&self.info().fields, random);
            let Ok(p) = self.game.parse(&text) else {
                continue;
            };
            if !seen.insert(p.clone()) {
                continue;
            }
            match self.judge_made_up(&mut shelf, &p, wish, random, &watch.silent()) {
                // This one is too large; another will do.
                Err(QueryError::Stop(stop)) if stop.is_for_memory() => {}
                outcome => outcome?,
            }
            if shelf.has_enough() {
                break;
            }
        }
        Ok(shelf.best(random))
    }

    /// Plies cost more than all the rest, so they are asked for last.
    fn judge_made_up(
        &self,
        shelf: &mut Shelf<Pos>,
        p: &Pos,
        wish: &Wish,
        random: &mut Rng,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let probe = self.around(p, Wanted::default(), watch)?;
        let verdict = probe.verdict(p)?;
        let is_puzzle = |counter: &mut dyn Counter| quality(counter, p.any(), &verdict);
        if verdict.wdl != Wdl::Win || is_puzzle(&mut *probe.solution.counter(watch))?.is_none() {
            return Ok(());
        }
        drop(probe);
        let room = watch.portion(ROOM);
        let wanted = Wanted {
            plies: true,
            ..Wanted::default()
        };
        let probe = self.around(p, wanted, &room)?;
        let verdict = probe.verdict(p)?;
        if verdict.plies.is_some() && is_wished(wish, &verdict) {
            let mut counter = probe.solution.counter(watch);
            put(&mut *counter, shelf, p.any(), &verdict, random)?;
        }
        Ok(())
    }

    fn no_puzzle(&self, wish: &Wish, notes: &[String]) -> QueryError {
        let mut reason = match !self.game.makes_up() || wish.deepest {
            true => "no position".to_owned(),
            false => format!(
                "none of {TRIES} random positions, nor of those that {} reaches,",
                self.shown()
            ),
        };
        reason += " has several moves of which exactly one wins";
        if let Some(plies) = &wish.plies {
            reason += &format!(", in {} to {} plies", plies.start(), plies.end());
        }
        for note in notes {
            reason += &format!("; {note}");
        }
        QueryError::NoPuzzle {
            game: self.info().name.to_owned(),
            reason,
        }
    }
}

impl Probe<'_> {
    /// From all positions, or those that `root` reaches.
    fn drawn(&self, root: &Pos, wish: &Wish, random: &mut Rng) -> Result<Vec<Pos>, QueryError> {
        let mut counter = self.solution.counter(self.watch);
        let mut sample = Lot::new(SAMPLE);
        self.visit_wins(root, wish, |seen| {
            sample.offer(random, || (seen.position.to_pos(), seen.verdict));
            Ok(())
        })?;
        let mut shelf = Shelf::new(wish.count);
        random.shuffle(&mut sample.kept);
        for (p, verdict) in &sample.kept {
            put(&mut *counter, &mut shelf, p.any(), verdict, random)?;
            if shelf.has_enough() {
                break;
            }
        }
        let is_all = sample.met <= SAMPLE as u64;
        if !shelf.has_enough() && !is_all {
            shelf = Shelf::new(wish.count);
            self.visit_wins(root, wish, |seen| {
                put(
                    &mut *counter,
                    &mut shelf,
                    seen.position,
                    &seen.verdict,
                    random,
                )
            })?;
        }
        Ok(shelf.best(random))
    }

    /// The puzzles whose win takes the most plies.
    fn deepest(&self, root: &Pos, wish: &Wish, random: &mut Rng) -> Result<Vec<Pos>, QueryError> {
        let mut counter = self.solution.counter(self.watch);
        let mut lot = Lot::new(wish.count);
        let mut most = Plies::ZERO;
        self.visit_wins(root, wish, |seen| {
            let Some(plies) = seen.verdict.plies.filter(|plies| *plies >= most) else {
                return Ok(());
            };
            if quality(&mut *counter, seen.position, &seen.verdict)?.is_some() {
                if plies > most {
                    lot.clear();
                    most = plies;
                }
                lot.offer(random, || seen.position.to_pos());
            }
            Ok(())
        })?;
        Ok(lot.kept)
    }

    /// Visits the wins among all positions that take as long as is wished.
    fn visit_wins(
        &self,
        root: &Pos,
        wish: &Wish,
        mut visit: impl FnMut(Seen<'_>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut met = 0u64;
        self.solution.visit(root, self.watch, &mut |seen| {
            met += 1;
            if met.is_multiple_of(PACE) {
                self.watch.check()?;
            }
            if seen.verdict.wdl == Wdl::Win && is_wished(wish, &seen.verdict) {
                visit(seen)?;
            }
            Ok(())
        })
    }

    fn puzzle_out(&self, p: &Pos) -> Result<Puzzle, QueryError> {
        let verdict = self.verdict(p)?;
        let rated = self.rate(p)?;
        let line = self.line(p, &rated, LONGEST_LINE)?;
        let named = self.solution.named_line(p, &line.steps)?;
        let moves = line.out(self.game, &named, usize::MAX);
        let first = moves.first().map(|step| step.by.clone());
        Ok(Puzzle {
            set: self.game.settings().clone(),
            position: self.game.write(p),
            mover: self.game.mover(p).map(str::to_owned),
            plies: verdict.plies.map(Plies::get),
            moves: rated.len() as u64,
            solution: Solution {
                by: first.unwrap_or_default(),
                line: moves,
                is_line_cut: line.is_cut,
            },
            notes: self.solution.notes(Wanted::ALL),
        })
    }
}

/// Puts a position where it belongs, if it is a puzzle.
fn put(
    counter: &mut dyn Counter,
    shelf: &mut Shelf<Pos>,
    p: &dyn AnyPosition,
    verdict: &Verdict,
    random: &mut Rng,
) -> Result<(), SolveError> {
    if let Some(quality) = quality(counter, p, verdict)? {
        shelf.0[quality as usize].offer(random, || p.to_pos());
    }
    Ok(())
}

/// How good a won position is as a puzzle; `None` if it is none.
fn quality(
    counter: &mut dyn Counter,
    p: &dyn AnyPosition,
    verdict: &Verdict,
) -> Result<Option<Quality>, SolveError> {
    let moves = counter.moves(p)?;
    refuse_many(moves)?;
    if moves < 2 || counter.winning(p, 2)? != 1 {
        return Ok(None);
    }
    let is_at_once = verdict.plies == Some(Plies::new(1));
    Ok(Some(match moves {
        _ if is_at_once => Quality::Plain,
        2 => Quality::Fair,
        _ => Quality::Good,
    }))
}

fn is_wished(wish: &Wish, verdict: &Verdict) -> bool {
    let plies = verdict.plies.map(Plies::get);
    wish.plies
        .as_ref()
        .is_none_or(|wished| plies.is_some_and(|n| wished.contains(&n)))
}

/// A position after one of the larger templates, with numbers that are the
/// smaller the more of them there are.
fn make_up(templates: &[&str], random: &mut Rng) -> String {
    let larger = &templates[templates.len() / 2..];
    let template = Template::new(larger[random.usize(..larger.len())]);
    let most = match template.names().count() {
        0 | 1 => 60,
        2 => 24,
        3 => 12,
        4 => 7,
        5 | 6 => 4,
        _ => 3,
    };
    template.filled(|_| random.u64(1..=most).to_string())
}
