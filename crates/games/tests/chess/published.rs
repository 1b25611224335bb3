//! Chess endings beside what has been published about them.

use kibitz_game::{Game, Indexed, Listed, MORE, Notation, Plies, Value, Wdl, laws};
use kibitz_games::chess::{Ending, Kbk, Kbnk, Kqk, Kqkr, Krk, Krkn, Side};
use kibitz_twins::chess as twin;
use kibitz_twins::{Outcome, is_full};

use crate::solved::Solved;
use crate::twin::KRK;

/// What is counted of the positions in which a side moves.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    win: u64,
    loss: u64,
    draw: u64,
    mates: u64,
    stalemates: u64,
    longest: u32,
}

fn count<M: Solved>(mover: Side) -> Count {
    let game = Ending::<M>::default();
    let mut count = Count::default();
    let own = laws::positions(&game).filter(|p| game.is_counted(p) && p.mover == mover);
    for p in own {
        let copies = game.copies(&p);
        let found = M::value(&p);
        match found.wdl() {
            Wdl::Win => count.win += copies,
            Wdl::Loss => count.loss += copies,
            Wdl::Draw => count.draw += copies,
        }
        match game.decided(&p) {
            Ok(Some(Value::Draw)) => count.stalemates += copies,
            Ok(Some(_)) => count.mates += copies,
            Ok(None) => {}
        }
        let plies = found.plies().map_or(0, Plies::get);
        count.longest = count.longest.max(plies);
    }
    count
}

#[test]
fn king_and_queen_against_king() {
    let white = Count {
        win: 144_508,
        longest: 2 * 10 - 1,
        ..Count::default()
    };
    assert_eq!(count::<Kqk>(Side::White), white);
    let black = Count {
        loss: 200_896,
        draw: 23_048,
        mates: 364,
        stalemates: 872,
        longest: 2 * 10,
        ..Count::default()
    };
    assert_eq!(count::<Kqk>(Side::Black), black);
}

/// The most moves that the winner, White, needs.
fn longest_win<M: Solved>() -> u32 {
    let game = Ending::<M>::default();
    let white = laws::positions(&game).filter(|p| p.mover == Side::White);
    let wins = white.filter_map(|p| match M::value(&p) {
        Value::Win(plies) => Some(plies.get()),
        _ => None,
    });
    let longest = wins.max().unwrap_or(0);
    assert_eq!(
        M::value(&game.shown()).plies().map_or(0, Plies::get),
        longest,
        "what is shown is the longest"
    );
    longest.div_ceil(2)
}

#[test]
fn the_longest_mates() {
    assert_eq!(longest_win::<Kqk>(), 10);
    assert_eq!(longest_win::<Krk>(), 16);
    assert_eq!(longest_win::<Kbk>(), 0);
    assert_eq!(longest_win::<Kqkr>(), 35);
    if is_full() {
        assert_eq!(longest_win::<Kbnk>(), 33);
        assert_eq!(longest_win::<Krkn>(), 40);
    }
}

/// Every move but a capture loses, and the capture wins, but not as fast: a
/// counter of the other moves would reach zero first, and call it a loss.
#[test]
fn a_slower_win_beside_quick_losses() {
    let game = Ending::<Kqkr>::default();
    let mut slowest = (0, None);
    let some = if is_full() { 1 } else { 11 };
    for p in laws::positions(&game).step_by(some) {
        if game.decided(&p) != Ok(None) {
            continue;
        }
        let (mut quiet, mut losing, mut slow, mut wins) = (0, 0, 0, None);
        let Ok(_) = game.expand(&p, |step| {
            match Kqkr::value(&step.to).over(step.turn) {
                Value::Win(plies) if step.by.takes => {
                    wins = Some(wins.map_or(plies.get(), |n: u32| n.min(plies.get())));
                }
                Value::Loss(plies) if !step.by.takes => {
                    losing += 1;
                    slow = slow.max(plies.get());
                }
                _ => {}
            }
            quiet += u32::from(!step.by.takes);
            MORE
        });
        if let Some(plies) = wins
            && quiet > 0
            && losing == quiet
            && slow < plies
        {
            assert_eq!(Kqkr::value(&p), Value::Win(Plies::new(plies)));
            if plies - slow > slowest.0 {
                slowest = (plies - slow, Some(game.write(&p)));
            }
        }
    }
    let (_, position) = slowest;
    capture_wins_as_fast_as_the_twin_says(&position.expect("there are such positions"));
}

/// What a capture of the queen leaves is small enough for the twin: a king and
/// a rook against a king, with the colours exchanged.
fn capture_wins_as_fast_as_the_twin_says(position: &str) {
    let game = Ending::<Kqkr>::default();
    let children = twin::moves(&twin::read(position));
    let exchanged = children.iter().map(twin::exchanged);
    let after = exchanged.filter_map(|child| KRK.get(&child));
    let losses = after.filter_map(|value| match value {
        Outcome::Loss(plies) => Some(*plies),
        _ => None,
    });
    let least = losses.min().expect("the capture wins");
    let found = Kqkr::value(&game.parse(position).unwrap());
    assert_eq!(found, Value::Win(Plies::new(least + 1)), "{position}");
}
