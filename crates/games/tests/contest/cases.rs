//! Random cases of each game.

use kibitz_games::boxes::Counts;
use kibitz_games::marbles::Board;
use kibitz_games::numbers::{self, First, Hands, Numbers, Pos};
use kibitz_games::piles;

use crate::support::Random;

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
