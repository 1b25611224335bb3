//! Classes of random tables with structure but without a law: functions of one axis or
//! of a feature, sums, staircases, and sequences that seldom change.

use kibitz_bruteforce::Random;
use kibitz_guess::Table;

use super::table;

/// A class: its name, and a random table of it.
pub(super) type Class = (&'static str, fn(&mut Dice) -> Table);

/// Random choices.
pub(super) struct Dice(pub(super) Random);

impl Dice {
    fn below(&mut self, n: i64) -> i64 {
        (self.0.bits() % n as u64) as i64
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as i64) as usize]
    }

    /// Whether an event of this probability in a thousand happens.
    fn happens(&mut self, per_mille: i64) -> bool {
        self.below(1_000) < per_mille
    }

    fn list(&mut self, len: i64, kinds: i64) -> Vec<i64> {
        (0..len).map(|_| self.below(kinds)).collect()
    }
}

pub(super) const CLASSES: [Class; 13] = [
    ("function of one axis", of_one_axis),
    ("rare values of one axis", rare_of_one_axis),
    ("function of a feature", of_a_feature),
    ("f(a) + g(b)", |dice| of_lines(dice, |a, b| a + b)),
    ("f(a) xor g(b)", |dice| of_lines(dice, |a, b| a ^ b)),
    ("symmetric", symmetric),
    ("staircase", staircase),
    ("spikes", |dice| spikes(dice, &[30, 60, 100, 200])),
    ("rare", rare),
    ("rare in a grid", rare_in_a_grid),
    ("Markov", |dice| changing(dice, |dice, _| dice.below(3))),
    ("steps", |dice| changing(dice, |_, value| value + 1)),
    ("swaps", swaps),
];

fn of_one_axis(dice: &mut Dice) -> Table {
    let lens = [dice.of(&[6, 8, 12, 20]), dice.of(&[6, 8, 12, 20])];
    let kinds = dice.of(&[2, 3, 5]);
    let (axis, list) = (dice.below(2) as usize, dice.list(20, kinds));
    table(&lens, |p| list[p[axis] as usize])
}

fn rare_of_one_axis(dice: &mut Dice) -> Table {
    let lens = [dice.of(&[6, 12]), dice.of(&[20, 40, 60])];
    let rate = dice.of(&[50, 100, 200]);
    let list: Vec<i64> = (0..60).map(|_| dice.happens(rate).into()).collect();
    table(&lens, |p| list[p[1] as usize])
}

fn of_a_feature(dice: &mut Dice) -> Table {
    let features: [fn(i64, i64) -> i64; 5] = [
        |a, b| a + b,
        |a, b| a ^ b,
        |a, b| (a - b).abs(),
        |a, b| a.max(b),
        |a, b| a.min(b),
    ];
    let (feature, kinds, len) = (
        dice.of(&features),
        dice.of(&[2, 3, 5]),
        dice.of(&[6, 8, 12, 20]),
    );
    let list = dice.list(64, kinds);
    table(&[len, len], |p| list[feature(p[0], p[1]) as usize])
}

fn of_lines(dice: &mut Dice, op: fn(i64, i64) -> i64) -> Table {
    let (kinds, len) = (dice.of(&[2, 4, 8]), dice.of(&[6, 8, 12, 20]));
    let lists = [dice.list(20, kinds), dice.list(20, kinds)];
    table(&[len, len], |p| {
        op(lists[0][p[0] as usize], lists[1][p[1] as usize])
    })
}

fn symmetric(dice: &mut Dice) -> Table {
    let (kinds, len) = (dice.of(&[2, 3]), dice.of(&[6, 8, 12]));
    let list = dice.list(144, kinds);
    table(&[len, len], |p| {
        list[(p[0].min(p[1]) * 12 + p[0].max(p[1])) as usize]
    })
}

fn staircase(dice: &mut Dice) -> Table {
    let len = dice.of(&[8, 12, 20]);
    let mut steps = dice.list(len as i64, len as i64 + 1);
    steps.sort_unstable();
    table(&[len, len], |p| i64::from(p[1] < steps[p[0] as usize]))
}

/// One to three other values at random places.
fn spikes(dice: &mut Dice, lens: &[usize]) -> Table {
    let len = dice.of(lens);
    let mut values = vec![0; len];
    for _ in 0..=dice.below(3) {
        values[dice.below(len as i64) as usize] = 1 + dice.below(3);
    }
    table(&[len], |p| values[p[0] as usize])
}

fn rare(dice: &mut Dice) -> Table {
    let (len, rate) = (
        dice.of(&[20, 40, 60, 100, 200, 400]),
        dice.of(&[5, 10, 20, 50, 100, 200]),
    );
    table(&[len], |_| dice.happens(rate).into())
}

fn rare_in_a_grid(dice: &mut Dice) -> Table {
    let (shape, rate) = (
        dice.of(&[[5usize, 12], [8, 8], [20, 20]]),
        dice.of(&[5, 10, 20, 50, 100]),
    );
    table(&shape, |_| dice.happens(rate).into())
}

fn changing(dice: &mut Dice, next: fn(&mut Dice, i64) -> i64) -> Table {
    let (len, rate) = (dice.of(&[40, 60, 100, 200]), dice.of(&[20, 30, 50, 100]));
    let mut value = 0;
    table(&[len], |_| {
        let now = value;
        if dice.happens(rate) {
            value = next(dice, value);
        }
        now
    })
}

/// Nearly the identity.
fn swaps(dice: &mut Dice) -> Table {
    let len = dice.of(&[20, 40, 100]);
    let mut values: Vec<i64> = (0..len as i64).collect();
    for i in 1..len {
        if dice.happens(100) {
            values.swap(i - 1, i);
        }
    }
    table(&[len], |p| values[p[0] as usize])
}
