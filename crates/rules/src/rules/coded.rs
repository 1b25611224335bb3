//! The game for enumeration: positions in fewer words.
//!
//! The slots of strings and nested lists share words ([`Codec`]), by the
//! numbers that occur in sampled positions. A position with other numbers ends
//! the enumeration; it is then begun again with those numbers included
//! ([`Coded::relearned`]).

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use kibitz_game::{Side, StateVectorGame, SuccessorBuffer, SuccessorGenerator, Wdl};

use super::Rules;
use super::canonical::Canonicaliser;
use super::failure::Failure;
use super::game::result_for;
use super::slots::{add_sides, split_side};
use super::worker::Worker;
use crate::compile::{self, Compiled, Outcome};
use crate::shape::codec::{Codec, Sampled};
use crate::source::Diagnostic;

/// How often a codec is learned again before slots keep words of their own.
const MAX_RELEARNED: u32 = 8;
/// Positions that are expanded in a sample: alternately those found first and
/// last.
const SAMPLE: usize = 2_000;
/// Positions that a sample remembers.
const MAX_SEEN: usize = 4 * SAMPLE;

/// A game whose positions are enumerated in fewer words.
#[derive(Debug)]
pub struct Coded<'r> {
    rules: &'r Rules,
    codec: Arc<Codec>,
    compiled: Compiled,
    sampled: Sampled,
    relearned: u32,
    /// The sampled numbers and those that had no code, once there are some.
    outgrown: Mutex<Option<Sampled>>,
}

/// Applies the rules to coded positions.
#[derive(Debug)]
pub struct CodedWorker<'r> {
    game: &'r Coded<'r>,
    native: compile::Worker,
    /// Runs what compiled code cannot.
    slow: Worker<'r>,
    /// Buffers: a row, a word, the moves of one position.
    row: Vec<i64>,
    words: Vec<i64>,
    moves: Vec<i64>,
}

impl Rules {
    /// The game with positions in fewer words, learned from positions near
    /// these state vectors; `None` if they would not be shorter, or its
    /// functions are not all compiled.
    #[must_use]
    pub fn coded(&self, roots: &[Vec<i64>]) -> Option<Coded<'_>> {
        let is_symmetric = matches!(self.canonicaliser, Canonicaliser::Symmetry(_));
        if is_symmetric || !self.not_compiled().is_empty() {
            return None;
        }
        let mut sampled = Sampled::new(&self.shape)?;
        self.sample(roots, &mut sampled);
        sampled.widen();
        self.coded_by(sampled, 0)
    }

    fn coded_by(&self, sampled: Sampled, relearned: u32) -> Option<Coded<'_>> {
        let codec = Arc::new(Codec::new(&sampled)?);
        let limits = self.machines.limits;
        let slots = (&self.shape, Arc::clone(&codec));
        let made = self.machines.ask(|machine| {
            let compiled = Compiled::with_codec(machine, slots, limits);
            Ok(compiled)
        });
        let compiled = made.ok()?.ok()?;
        compiled.left_out().is_empty().then_some(Coded {
            rules: self,
            codec,
            compiled,
            sampled,
            relearned,
            outgrown: Mutex::new(None),
        })
    }

    /// Includes positions near some state vectors and far from them. A fault ends
    /// the sample; the enumeration will report it.
    fn sample(&self, roots: &[Vec<i64>], sampled: &mut Sampled) {
        let slots = self.shape.slots();
        roots.iter().for_each(|root| sampled.cover(&root[..slots]));
        let mut worker = self.worker();
        let mut steps = SuccessorBuffer::new(StateVectorGame::slots(self));
        let mut seen: HashSet<Vec<i64>> = roots.iter().cloned().collect();
        let mut queue: VecDeque<Vec<i64>> = roots.iter().cloned().collect();
        for number in 0..SAMPLE {
            let next = match number % 2 {
                0 => queue.pop_front(),
                _ => queue.pop_back(),
            };
            let Some(node) = next else { return };
            match worker.decided(&node) {
                Ok(None) => {}
                Ok(Some(_)) => continue,
                Err(_) => return,
            }
            if worker.expand(&node, &mut steps).is_err() {
                return;
            }
            for (to, _) in steps.iter() {
                sampled.cover(&to[..slots]);
                if seen.len() < MAX_SEEN && seen.insert(to.to_vec()) {
                    queue.push_back(to.to_vec());
                }
            }
        }
    }
}

impl<'r> Coded<'r> {
    /// How slots share words.
    #[must_use]
    pub fn codec(&self) -> Arc<Codec> {
        Arc::clone(&self.codec)
    }

    /// After an enumeration that failed because of numbers without codes: the
    /// game with these numbers included, or `None` if slots are to have words of
    /// their own. The outer `None` if the failure has another reason.
    #[must_use]
    pub fn relearned(&self) -> Option<Option<Coded<'r>>> {
        let outgrown = self.outgrown.lock();
        let mut sampled = outgrown.unwrap_or_else(PoisonError::into_inner).take()?;
        sampled.widen();
        Some(match self.relearned < MAX_RELEARNED {
            true => self.rules.coded_by(sampled, self.relearned + 1),
            false => None,
        })
    }

    /// A failure that is not reported: the enumeration is begun again.
    #[cold]
    fn outgrown(&self, rows: &[i64], stride: usize) -> Failure {
        let outgrown = self.outgrown.lock();
        let mut outgrown = outgrown.unwrap_or_else(PoisonError::into_inner);
        let sampled = outgrown.get_or_insert_with(|| self.sampled.clone());
        let slots = self.rules.shape.slots();
        for row in rows.chunks(stride) {
            sampled.cover(&row[..slots]);
        }
        let message = "internal error: a position has numbers that were not sampled";
        self.rules.failure(Diagnostic::of_file(message))
    }
}

impl StateVectorGame for Coded<'_> {
    type Fault = Failure;
    type Worker<'a>
        = CodedWorker<'a>
    where
        Self: 'a;

    fn slots(&self) -> usize {
        self.codec.words() + usize::from(self.rules.has_sides())
    }

    fn worker(&self) -> CodedWorker<'_> {
        CodedWorker {
            game: self,
            native: self.compiled.worker(),
            slow: self.rules.worker(),
            row: Vec::new(),
            words: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn no_move_result(&self) -> Wdl {
        self.rules.no_move()
    }

    fn write(&self, words: &[i64]) -> String {
        StateVectorGame::write(self.rules, &self.codec.decode(words))
    }

    fn name_of(&self, word: usize) -> String {
        let places = self.codec.places();
        let slot = places.partition_point(|place| place.word < word);
        self.rules.name_of(slot)
    }
}

impl CodedWorker<'_> {
    /// The value of `over`: as [`Worker::over`].
    fn over(&mut self, words: &[i64]) -> Result<Option<i64>, Failure> {
        let rules = self.game.rules;
        let Some(over) = rules.program.roles.over else {
            return Ok(None);
        };
        self.words.clear();
        if self.native.call(over, words, &mut self.words) == Outcome::Done
            && let Some(result) = rules.result_of(over, &self.words)
            && (rules.is_scored() || matches!(result, None | Some(-1..=1)))
        {
            return Ok(result);
        }
        self.row.clear();
        self.game.codec.append_slots(words, &mut self.row);
        self.slow.over(&self.row)
    }

    /// Replaces the moves: words, each followed by a tag.
    fn moves(&mut self, words: &[i64], side: Option<Side>) -> Result<(), Failure> {
        let mover = self.game.rules.mover(side);
        self.moves.clear();
        if self.native.generate(mover, words, &mut self.moves) == Outcome::Done
            && self.canonicalise_all()
        {
            return Ok(());
        }
        self.slow_moves(words, side)
    }

    /// Replaces words, each followed by a tag, by their canonical forms; returns
    /// whether compiled code succeeded.
    fn canonicalise_all(&mut self) -> bool {
        let Canonicaliser::Canon(canon) = &self.game.rules.canonicaliser else {
            return true;
        };
        let words = self.game.codec.words();
        let (native, own) = (&mut self.native, &mut self.words);
        self.moves.chunks_exact_mut(words + 1).all(|step| {
            own.clear();
            let outcome = native.call(*canon, &step[..words], own);
            if outcome == Outcome::Done {
                step[..words].copy_from_slice(own);
            }
            outcome == Outcome::Done
        })
    }

    /// The moves without coded positions, which reports faults and numbers
    /// without codes.
    #[cold]
    fn slow_moves(&mut self, words: &[i64], side: Option<Side>) -> Result<(), Failure> {
        self.row.clear();
        self.game.codec.append_slots(words, &mut self.row);
        let mut rows = Vec::new();
        self.slow.moves(&self.row, side, &mut rows)?;
        self.moves.clear();
        let stride = self.row.len() + 1;
        for step in rows.chunks_exact(stride) {
            let (row, tag) = step.split_at(stride - 1);
            if !self.game.codec.append_words(row, &mut self.moves) {
                return Err(self.game.outgrown(&rows, stride));
            }
            self.moves.extend(tag);
        }
        Ok(())
    }
}

impl SuccessorGenerator for CodedWorker<'_> {
    type Fault = Failure;

    fn decided(&mut self, words: &[i64]) -> Result<Option<Wdl>, Failure> {
        let (own, side) = split_side(words, self.game.codec.words());
        Ok(self.over(own)?.map(|result| result_for(result, side)))
    }

    fn final_score(&mut self, words: &[i64]) -> Result<Option<i64>, Failure> {
        let (own, _) = split_side(words, self.game.codec.words());
        self.over(own)
    }

    fn expand(&mut self, words: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Failure> {
        let (own, side) = split_side(words, self.game.codec.words());
        steps.clear();
        std::mem::swap(&mut self.moves, steps.buffer_mut());
        let outcome = self.moves(own, side);
        std::mem::swap(&mut self.moves, steps.buffer_mut());
        outcome?;
        if let Some(side) = side {
            add_sides(steps, own.len(), side, &mut self.moves);
        }
        Ok(())
    }
}
