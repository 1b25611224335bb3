//! Random cases of each game.

use kibitz_game::Indexed;
use kibitz_games::boxes::Counts;
use kibitz_games::calendar::{Calendar, Date};
use kibitz_games::marbles::Board;
use kibitz_games::numbers::{self, First, Hands, Numbers, Pos};
use kibitz_games::piles;
use kibitz_games::{ed, euclid};

use crate::contest::support::Random;

pub(crate) fn numbers(game: &Numbers, random: &mut Random) -> numbers::Case {
    let hands = game.hands().count() as usize;
    let position = Pos {
        mine: random.below(hands) as u16,
        theirs: random.below(hands) as u16,
    };
    if position.mine == Hands::ZEROS && position.theirs == Hands::ZEROS {
        return numbers(game, random);
    }
    let first = *random.pick(&[First::Alice, First::Bob]);
    numbers::Case { first, position }
}

pub(crate) fn boxes(random: &mut Random) -> Counts {
    let n = *random.pick(&[0, 1, 2, 7, 30]);
    (0..n).map(|_| random.number()).collect()
}

pub(crate) fn marbles(random: &mut Random) -> Board {
    Board(random.bits() & 0xffff)
}

pub(crate) fn piles(random: &mut Random) -> piles::Case {
    let game = piles::Piles { k: random.number() };
    let mut pile = || -> piles::Pile {
        let height = random.below(6);
        (0..height).map(|_| random.number().max(1)).collect()
    };
    let count = 3;
    let mut piles: Vec<_> = (0..count).map(|_| pile()).collect();
    piles.truncate(random.below(count + 1));
    piles::Case { game, piles }
}

pub(crate) fn euclid(random: &mut Random) -> euclid::Pair {
    let mut number = || random.number().max(1);
    euclid::Pair::new(number(), number()).expect("not both are 0")
}

pub(crate) fn calendar(random: &mut Random) -> Date {
    let rank = random.roll(Calendar.size());
    Calendar.unrank(rank).expect("a date")
}

pub(crate) fn ed(random: &mut Random) -> Vec<ed::Pair> {
    let pairs = random.below(5);
    let mut pile = || random.number().max(1);
    let pair = |_| ed::Pair::new(pile(), pile()).expect("none is empty");
    (0..pairs).map(pair).collect()
}
