//! Random graphs as games, with state vectors like those of real games and worse.

use std::collections::HashMap;
use std::fmt;

use kibitz_bruteforce::Random;
use kibitz_game::{
    CONTINUE, Flow, Game, StateVectorGame, Step, SuccessorBuffer, SuccessorGenerator, Turn, Value,
    Wdl,
};

/// The encoding of the vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// The number of the position, below and above zero.
    Counter,
    /// Few small slots.
    Small,
    /// Numbers that grow with every move, in both directions, up to the limits.
    Growing,
    /// Two sets of cells that are disjoint, until late.
    Sets,
    /// Pairs of few different halves of large numbers.
    Halves,
    /// Two words.
    Long,
    /// Many slots, some of them with arbitrary numbers.
    Wide,
}

pub(crate) const LOOKS: [Look; 7] = [
    Look::Counter,
    Look::Small,
    Look::Growing,
    Look::Sets,
    Look::Halves,
    Look::Long,
    Look::Wide,
];

/// The graph.
#[derive(Debug)]
pub(crate) struct Maze {
    pub(crate) rows: Vec<Vec<i64>>,
    numbers: HashMap<Vec<i64>, usize>,
    moves: Vec<Vec<(usize, Turn)>>,
    decided: Vec<Option<Wdl>>,
    /// Positions at which the rules fail: when expanded, or in the static result.
    pub(crate) broken: HashMap<usize, Breach>,
    no_move_result: Wdl,
}

/// Where the rules fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breach {
    Expanding,
    Deciding,
}

/// The rules failed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Broken(usize);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "number {} is broken", self.0)
    }
}

impl std::error::Error for Broken {}

fn scramble(n: u64) -> u64 {
    let n = (n ^ n >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (n ^ n >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// The vector of position `i` of `size`.
fn row(look: Look, i: usize, size: usize) -> Vec<i64> {
    let n = i as i64;
    match look {
        Look::Counter => vec![n - 3],
        Look::Small => vec![n % 3, n / 3 % 5 - 2, 7, n / 15],
        Look::Growing => {
            let far = (i as f64 / size as f64 * 63.0) as u32;
            let max = i64::MAX.wrapping_shr(63 - far);
            vec![n, max, -max - i64::from(far == 63), n % 2]
        }
        Look::Sets => {
            let first = n & 0x5555;
            let late = i64::from(i + 3 > size);
            vec![first, (n & 0xAAAA) | (late & first), n >> 16, late]
        }
        Look::Halves => {
            let side = 150;
            let half = |n: usize| scramble(n as u64 + 1) as i64 >> 28;
            vec![half(i / side), 3, half(i % side), 0]
        }
        Look::Long => vec![n, scramble(i as u64) as i64, 1],
        Look::Wide => (0..17u64)
            .map(|slot| match slot % 3 {
                0 => n >> slot & 1,
                1 => n,
                _ => scramble(i as u64 ^ slot << 40) as i64,
            })
            .collect(),
    }
}

impl Maze {
    /// About `size` positions, not all of which need be reachable from the first.
    pub(crate) fn new(seed: u64, look: Look, size: usize) -> Maze {
        let mut dice = Random(seed);
        let rows: Vec<Vec<i64>> = (0..size).map(|i| row(look, i, size)).collect();
        let numbers: HashMap<_, _> = rows.iter().cloned().zip(0..).collect();
        assert_eq!(numbers.len(), size, "rows differ");
        let again = dice.roll(3);
        // Of a large one most should be reachable.
        let (fan, known) = match size {
            0..1000 => (1 + dice.roll(4), 4 + dice.roll(20)),
            _ => (3 + dice.roll(3), 20 + dice.roll(60)),
        };
        // Some games move anywhere, some mostly forwards, some never back.
        let way = dice.roll(3);
        let mut moves = vec![Vec::new(); size];
        for (from, list) in moves.iter_mut().enumerate() {
            for _ in 0..dice.roll(fan + 2) {
                let to = match way {
                    0 => dice.below(size),
                    1 if dice.roll(20) == 0 => dice.below(size),
                    _ if from + 1 == size => break,
                    _ => from + 1 + dice.below((size - from - 1).min(2 + size / 8)),
                };
                let turn = match dice.roll(4) < again {
                    true => Turn::Same,
                    false => Turn::Other,
                };
                list.push((to, turn));
            }
        }
        let decided = (0..size).map(|_| match dice.roll(known) {
            0 => Some(Wdl::Win),
            1 => Some(Wdl::Loss),
            2 if dice.roll(2) == 0 => Some(Wdl::Draw),
            _ => None,
        });
        Maze {
            rows,
            numbers,
            moves,
            decided: decided.collect(),
            broken: HashMap::new(),
            no_move_result: *dice.pick(&[Wdl::Loss, Wdl::Loss, Wdl::Win, Wdl::Draw]),
        }
    }

    fn number(&self, position: &[i64]) -> usize {
        self.numbers[position]
    }

    fn check(&self, number: usize, breach: Breach) -> Result<(), Broken> {
        match self.broken.get(&number) {
            Some(broken) if *broken == breach => Err(Broken(number)),
            _ => Ok(()),
        }
    }
}

impl StateVectorGame for Maze {
    type Fault = Broken;
    type Worker<'a> = &'a Maze;

    fn slots(&self) -> usize {
        self.rows[0].len()
    }

    fn worker(&self) -> &Maze {
        self
    }

    fn no_move_result(&self) -> Wdl {
        self.no_move_result
    }
}

impl SuccessorGenerator for &Maze {
    type Fault = Broken;

    fn decided(&mut self, position: &[i64]) -> Result<Option<Wdl>, Broken> {
        let number = self.number(position);
        self.check(number, Breach::Deciding)?;
        Ok(self.decided[number])
    }

    fn expand(&mut self, position: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Broken> {
        let number = self.number(position);
        self.check(number, Breach::Expanding)?;
        assert_eq!(self.decided[number], None, "expanded a decided position");
        steps.clear();
        for (to, turn) in &self.moves[number] {
            steps.push(&self.rows[*to], *turn);
        }
        Ok(())
    }
}

/// A game on state vectors as a plain [`Game`], for the reference.
#[derive(Debug)]
pub(crate) struct Plain<'a, G>(pub(crate) &'a G);

impl<G: StateVectorGame> Game for Plain<'_, G> {
    type Pos = Vec<i64>;
    type Move = usize;
    type Fault = G::Fault;

    fn static_value(&self, p: &Vec<i64>) -> Result<Option<Value>, G::Fault> {
        Ok(self.0.worker().decided(p)?.map(Value::terminal))
    }

    fn no_move_result(&self) -> Wdl {
        self.0.no_move_result()
    }

    fn expand<F>(&self, p: &Vec<i64>, mut visit: F) -> Result<Flow, G::Fault>
    where
        F: FnMut(Step<Vec<i64>, usize>) -> Flow,
    {
        let mut steps = SuccessorBuffer::new(self.0.slots());
        self.0.worker().expand(p, &mut steps)?;
        for (by, (to, turn)) in steps.iter().enumerate() {
            let to = to.to_vec();
            if visit(Step {
                to,
                turn,
                points: 0,
                by,
            })
            .is_break()
            {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}
