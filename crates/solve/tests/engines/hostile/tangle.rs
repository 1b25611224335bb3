//! Random graphs.

use std::convert::Infallible;

use kibitz_bruteforce::Random;
use kibitz_game::{
    CONTINUE, Flow, Game, Indexed, Plies, Retro, Scored, Step, TopologicalIndex, Turn, Unmove,
    Value, Wdl,
};

/// A random graph as a game: cycles, extra turns, multiple moves to the same position, holes in the
/// index, ties, and static values of large distance.
#[derive(Clone, Debug)]
pub(crate) struct Tangle {
    pub(crate) moves: Vec<Vec<(u32, Turn)>>,
    pub(crate) known: Vec<Option<Value>>,
    pub(crate) holes: Vec<bool>,
    pub(crate) no_move_result: Wdl,
}

impl Tangle {
    /// A graph whose moves lead anywhere, or only to smaller numbers.
    pub(crate) fn new(seed: u64, descending: bool) -> Tangle {
        let mut dice = Random(seed);
        let size = 1 + dice.roll(40) as usize;
        let holes: Vec<bool> = (0..size).map(|_| dice.roll(10) == 0).collect();
        let fan = 1 + dice.roll(4);
        let known = (0..size).map(|_| match dice.roll(12) {
            0 => Some(Value::Win(Plies::new(dice.roll(6) as u32))),
            1 => Some(Value::Loss(Plies::new(dice.roll(6) as u32))),
            2 if dice.roll(2) == 0 => Some(Value::Draw),
            _ => None,
        });
        let known = known.collect();
        let again = dice.roll(3);
        let mut moves = vec![Vec::new(); size];
        for (from, list) in moves.iter_mut().enumerate() {
            for _ in 0..dice.roll(fan + 1) {
                let range = if descending { from } else { size };
                if range == 0 {
                    break;
                }
                let to = dice.roll(range as u64) as u32;
                if holes[to as usize] {
                    continue;
                }
                let turn = if dice.roll(4) < again {
                    Turn::Same
                } else {
                    Turn::Other
                };
                list.push((to, turn));
            }
        }
        let no_move_result = if dice.roll(3) == 0 {
            Wdl::Win
        } else {
            Wdl::Loss
        };
        Tangle {
            moves,
            known,
            holes,
            no_move_result,
        }
    }
}

impl Game for Tangle {
    type Pos = u32;
    type Move = usize;
    type Fault = Infallible;

    fn static_value(&self, p: &u32) -> Result<Option<Value>, Infallible> {
        Ok(self.known[*p as usize])
    }

    fn no_move_result(&self) -> Wdl {
        self.no_move_result
    }

    fn expand<F>(&self, p: &u32, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<u32, usize>) -> Flow,
    {
        for (by, &(to, turn)) in self.moves[*p as usize].iter().enumerate() {
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

impl Indexed for Tangle {
    fn size(&self) -> u64 {
        self.moves.len() as u64
    }

    fn rank(&self, p: &u32) -> u64 {
        (*p).into()
    }

    fn unrank(&self, rank: u64) -> Option<u32> {
        (!self.holes[rank as usize]).then_some(rank as u32)
    }
}

impl Retro for Tangle {
    fn unmoves<F>(&self, p: &u32, mut visit: F)
    where
        F: FnMut(Unmove<u32>),
    {
        for (from, list) in self.moves.iter().enumerate() {
            if self.known[from].is_some() || self.holes[from] {
                continue;
            }
            for &(to, turn) in list {
                if to == *p {
                    visit(Unmove {
                        from: from as u32,
                        turn,
                    });
                }
            }
        }
    }
}

/// To be used only if the tangle was created as descending.
impl TopologicalIndex for Tangle {}

impl Scored for Tangle {
    fn score(&self, p: &u32) -> i64 {
        i64::from(*p % 7) - 3
    }
}
