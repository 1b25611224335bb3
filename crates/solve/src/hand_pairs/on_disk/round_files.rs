//! Files of what rounds have solved: for each block of the mover's hands a segment with the lanes
//! that have changed.
//!
//! A record is the number of a hand within its block and that of a lane within its row, two bytes
//! each, and the newly solved positions of the lane, eight words, all little-endian.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use kibitz_game::{Plies, Value};
use serde::{Deserialize, Serialize};

use super::super::rounds::{Record, TASK};
use super::super::rows::{Lane, Rows, WORDS, lanes};
use crate::work::{BlockWriter, Identity, SOLVED, Work, segments};
use crate::{DiskError, SolveError};

/// The hands of a block.
pub(super) const BLOCK: usize = TASK;
/// Bytes of a record.
pub(super) const RECORD: usize = 4 + size_of::<Lane>();

/// The name of a file; they are numbered from 0.
fn name(file: usize) -> String {
    format!("{SOLVED}{file}")
}

/// What a checkpoint says.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    #[serde(flatten)]
    identity: Identity,
    /// Those whose files are complete.
    rounds: Vec<Round>,
}

/// What a round has solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Round {
    is_won: bool,
    plies: u32,
}

impl Round {
    fn of(value: Value) -> Round {
        Round {
            is_won: matches!(value, Value::Win(_)),
            plies: value.plies().map_or(0, Plies::get),
        }
    }

    fn value(self) -> Value {
        let plies = Plies::new(self.plies);
        match self.is_won {
            true => Value::Win(plies),
            false => Value::Loss(plies),
        }
    }
}

/// The files of the rounds so far.
#[derive(Debug)]
pub(super) struct RoundFiles {
    work: Work,
    state: State,
    hands: usize,
    /// How many rounds were replayed.
    replayed: usize,
    interval: Duration,
    saved_at: Instant,
    /// The files of the last checkpoint.
    durable: HashSet<String>,
}

impl RoundFiles {
    /// Those of the last checkpoint in a directory, if there is one, for a game of `hands` hands;
    /// removes others. A checkpoint is saved whenever `interval` has passed.
    pub(super) fn open(
        work: Work,
        identity: Identity,
        hands: usize,
        interval: Duration,
    ) -> Result<RoundFiles, DiskError> {
        let state = match work.read_checkpoint(&identity)? {
            Some(json) => work.parse_checkpoint(&json)?,
            None => State {
                identity,
                rounds: Vec::new(),
            },
        };
        let durable: HashSet<String> = (0..state.rounds.len()).map(name).collect();
        work.remove_others(|name| durable.contains(name))?;
        Ok(RoundFiles {
            work,
            state,
            hands,
            replayed: 0,
            interval,
            saved_at: Instant::now(),
            durable,
        })
    }

    /// Saves a checkpoint with all rounds.
    pub(super) fn save(&mut self) -> Result<(), DiskError> {
        let files = (0..self.state.rounds.len()).map(name).collect();
        self.work
            .save_checkpoint(&self.state, &files, &self.durable)?;
        (self.durable, self.saved_at) = (files, Instant::now());
        Ok(())
    }

    /// The number of hands, which is that of rows.
    pub(super) fn hands(&self) -> usize {
        self.hands
    }

    /// The values of the rounds.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> {
        self.state.rounds.iter().map(|round| round.value())
    }

    fn blocks(&self) -> usize {
        self.hands.div_ceil(BLOCK)
    }

    /// Writes the file of a round.
    fn write(&self, file: usize, fresh: &Rows) -> Result<(), DiskError> {
        let mut output = BlockWriter::new(&self.work, name(file), file as u64)?;
        let mut segment = Vec::new();
        for block in 0..self.blocks() {
            segment.clear();
            let first = block * BLOCK;
            let hands = first..self.hands.min(first + BLOCK);
            for hand in hands.filter(|hand| fresh.live[*hand]) {
                let lanes = fresh.row(hand).iter().enumerate();
                for (i, lane) in lanes.filter(|(_, lane)| **lane != Lane::default()) {
                    segment.extend(((hand - first) as u16).to_le_bytes());
                    segment.extend((i as u16).to_le_bytes());
                    segment.extend(lane.iter().flat_map(|word| word.to_le_bytes()));
                }
            }
            output.write(&segment)?;
        }
        output.finish()
    }

    /// Passes what a round has solved of a block to `take`: a hand of the block, the number of a
    /// lane, and its positions.
    pub(super) fn read(
        &self,
        file: usize,
        block: usize,
        mut take: impl FnMut(usize, usize, Lane),
    ) -> Result<(), SolveError> {
        /// Records of a read.
        const RECORDS: usize = 256;
        let name = name(file);
        let hands = (self.hands - block * BLOCK).min(BLOCK);
        let lanes = lanes(self.hands);
        let mut buffer = [0; RECORDS * RECORD];
        let place = (block, self.blocks());
        let segment = (name.as_str(), file as u64);
        segments::read(&self.work, segment, place, &mut buffer, |bytes| {
            let (records, rest) = bytes.as_chunks::<RECORD>();
            for record in records {
                let number = |i: usize| usize::from(u16::from_le_bytes([record[i], record[i + 1]]));
                let (hand, lane) = (number(0), number(2));
                if hand >= hands || lane >= lanes {
                    let problem = format!("it has lane {lane} of hand {hand} in a block");
                    return Err(self.work.damaged(&name, problem).into());
                }
                let (words, _) = record[4..].as_chunks();
                let words: [u64; WORDS] = std::array::from_fn(|k| u64::from_le_bytes(words[k]));
                take(hand, lane, words);
            }
            Ok(bytes.len() - rest.len())
        })
    }
}

impl Record for RoundFiles {
    fn replay(&mut self, value: Value, fresh: &mut Rows) -> Result<bool, SolveError> {
        let file = self.replayed;
        let Some(round) = self.state.rounds.get(file) else {
            return Ok(false);
        };
        if *round != Round::of(value) {
            return Err(self.work.unusable("it contradicts itself").into());
        }
        fresh.clear();
        for block in 0..self.blocks() {
            self.read(file, block, |hand, lane, positions| {
                let hand = block * BLOCK + hand;
                fresh.bits[hand * fresh.lanes + lane] = positions;
                fresh.live[hand] = true;
            })?;
        }
        self.replayed += 1;
        Ok(true)
    }

    fn record(&mut self, value: Value, fresh: &Rows) -> Result<(), SolveError> {
        self.write(self.state.rounds.len(), fresh)?;
        self.state.rounds.push(Round::of(value));
        self.replayed += 1;
        if self.saved_at.elapsed() >= self.interval {
            self.save()?;
        }
        Ok(())
    }
}
