//! Adversarial games for the engines.

mod tangle;

use std::convert::Infallible;

use kibitz_bruteforce::Random;
use kibitz_game::{CONTINUE, Flow, Game, HandPairGame, Impartial, Plies, Side, Step, Value, Wdl};

pub(crate) use tangle::Tangle;

/// Seen from the mover, with extra turns, forced passes, faults and no index: two purses of coins.
///
/// A move pays 1 or 2 coins from the mover's purse; paying exactly 2 from an even number gives an
/// extra turn. A player with an empty purse must pass while the other has coins. If both are empty,
/// the mover has lost. At a purse of 13 the rules fail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Purses;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a purse of 13 coins bursts")]
pub(crate) struct Burst;

impl Game for Purses {
    type Pos = (u8, u8);
    type Move = &'static str;
    type Fault = Burst;

    fn start(&self) -> Option<(u8, u8)> {
        Some((9, 8))
    }

    fn expand<F>(&self, &(mine, theirs): &(u8, u8), mut visit: F) -> Result<Flow, Burst>
    where
        F: FnMut(Step<(u8, u8), &'static str>) -> Flow,
    {
        if mine == 13 || theirs == 13 {
            return Err(Burst);
        }
        if mine >= 1 && visit(Step::alternate((theirs, mine - 1), "pay 1")).is_break() {
            return Ok(Flow::Break(()));
        }
        if mine >= 2 {
            let step = if mine.is_multiple_of(2) {
                Step::extra_turn((mine - 2, theirs), "pay 2 and go on")
            } else {
                Step::alternate((theirs, mine - 2), "pay 2")
            };
            return Ok(visit(step));
        }
        if mine == 0 && theirs > 0 {
            return Ok(visit(Step::alternate((theirs, 0), "pass")));
        }
        Ok(CONTINUE)
    }
}

/// Hackenbush strings: Left cuts blue, Right cuts red; bits from the ground up, a cut removes
/// everything above. A position is the height and the player to move.
#[derive(Clone, Debug)]
pub(crate) struct Stalk {
    /// The colours from the ground up: true is Left's.
    pub(crate) colours: Vec<bool>,
    pub(crate) first: Side,
}

impl Game for Stalk {
    type Pos = (usize, Side);
    type Move = usize;
    type Fault = Infallible;

    fn start(&self) -> Option<(usize, Side)> {
        Some((self.colours.len(), self.first))
    }

    fn expand<F>(&self, &(height, side): &(usize, Side), mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<(usize, Side), usize>) -> Flow,
    {
        for cut in 0..height {
            let is_own = self.colours[cut] == (side == Side::Left);
            if is_own && visit(Step::alternate((cut, side.other()), cut)).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}

/// Nim with two heaps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mirror;

impl Game for Mirror {
    type Pos = (u8, u8);
    type Move = (bool, u8);
    type Fault = Infallible;

    fn start(&self) -> Option<(u8, u8)> {
        Some((6, 6))
    }

    fn expand<F>(&self, &(a, b): &(u8, u8), mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<(u8, u8), (bool, u8)>) -> Flow,
    {
        let left = (0..a).map(|n| Step::alternate((n, b), (false, n)));
        let right = (0..b).map(|n| Step::alternate((a, n), (true, n)));
        for step in left.chain(right) {
            if visit(step).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}

impl Impartial for Mirror {
    type Part = u8;

    fn parts<F: FnMut(u8)>(&self, &(a, b): &(u8, u8), mut visit: F) {
        visit(a);
        visit(b);
    }

    fn options<F: FnMut(&[u8]) -> Flow>(&self, part: &u8, mut visit: F) -> Flow {
        (0..*part).try_for_each(|n| visit(&[n]))
    }
}

/// A random game on pairs of hands: cycles, players without a legal move, ties, and static values
/// of large distance.
#[derive(Clone, Debug)]
pub(crate) struct Quarrel {
    pub(crate) hands: u32,
    keys: u32,
    holds: Vec<u64>,
    changes: Vec<Vec<Vec<u32>>>,
    known: Vec<Option<Value>>,
    no_move_result: Wdl,
}

impl Quarrel {
    pub(crate) fn new(seed: u64) -> Quarrel {
        let mut dice = Random(seed);
        // Sometimes more hands than a word has bits.
        let hands = [3, 9, 30, 63, 64, 65, 70][dice.below(7)];
        let keys = 1 + dice.roll(3) as u32;
        let fan = 1 + dice.roll(3);
        let list = |dice: &mut Random| {
            let count = dice.roll(fan + 1);
            (0..count).map(|_| dice.roll(hands) as u32).collect()
        };
        let lists = |dice: &mut Random| (0..keys).map(|_| list(dice)).collect();
        let changes = (0..hands).map(|_| lists(&mut dice)).collect();
        let holds = (0..hands).map(|_| dice.roll(1 << keys)).collect();
        let rare = 4 + dice.roll(30);
        let known = (0..hands * hands).map(|_| match dice.roll(rare) {
            0 => Some(Value::Win(Plies::new(dice.roll(5) as u32))),
            1 => Some(Value::Loss(Plies::new(dice.roll(5) as u32))),
            2 => Some(Value::Draw),
            _ => None,
        });
        let known = known.collect();
        let no_move_result = if dice.roll(3) == 0 {
            Wdl::Win
        } else {
            Wdl::Loss
        };
        Quarrel {
            hands: hands as u32,
            keys,
            holds,
            changes,
            known,
            no_move_result,
        }
    }
}

impl Game for Quarrel {
    type Pos = (u32, u32);
    type Move = (u32, u32);
    type Fault = Infallible;

    fn static_value(&self, &(mine, theirs): &(u32, u32)) -> Result<Option<Value>, Infallible> {
        Ok(self.known[(mine * self.hands + theirs) as usize])
    }

    fn no_move_result(&self) -> Wdl {
        self.no_move_result
    }

    fn expand<F>(&self, &(mine, theirs): &(u32, u32), mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<(u32, u32), (u32, u32)>) -> Flow,
    {
        for key in (0..self.keys).filter(|key| self.holds(theirs, *key)) {
            for &to in &self.changes[mine as usize][key as usize] {
                if visit(Step::alternate((theirs, to), (key, to))).is_break() {
                    return Ok(Flow::Break(()));
                }
            }
        }
        Ok(CONTINUE)
    }
}

impl HandPairGame for Quarrel {
    fn hands(&self) -> u32 {
        self.hands
    }

    fn pair(&self, mine: u32, theirs: u32) -> Option<(u32, u32)> {
        Some((mine, theirs))
    }

    fn hands_of(&self, p: &(u32, u32)) -> (u32, u32) {
        *p
    }

    fn keys(&self) -> u32 {
        self.keys
    }

    fn holds(&self, hand: u32, key: u32) -> bool {
        self.holds[hand as usize] >> key & 1 == 1
    }

    fn changes<F: FnMut(u32)>(&self, hand: u32, key: u32, visit: F) {
        let list = &self.changes[hand as usize][key as usize];
        list.iter().copied().for_each(visit);
    }
}
