//! Chess endgames against published results.

use kibitz_bruteforce::chess as reference;
use kibitz_bruteforce::{Outcome, is_full};
use kibitz_game::{CONTINUE, Game, Indexed, Notation, Plies, Presentable, Value, Wdl, laws};
use kibitz_games::chess::Side;

use crate::chess::bruteforce::KRK_BY_BRUTE_FORCE;
use crate::chess::solved::{KBK, KBNK, KQK, KQKR, KRK, KRKN, Solved};

/// Counts of the positions with a given side to move.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    win: u64,
    loss: u64,
    draw: u64,
    mates: u64,
    stalemates: u64,
    longest: u32,
}

fn count(ending: &Solved, mover: Side) -> Count {
    let game = &ending.game;
    let mut count = Count::default();
    let own = laws::positions(game).filter(|p| game.in_scope(p) && p.mover == mover);
    for p in own {
        let orbit_size = game.orbit_size(&p);
        let found = ending.value(&p);
        match found.wdl() {
            Wdl::Win => count.win += orbit_size,
            Wdl::Loss => count.loss += orbit_size,
            Wdl::Draw => count.draw += orbit_size,
        }
        match game.static_value(&p) {
            Ok(Some(Value::Draw)) => count.stalemates += orbit_size,
            Ok(Some(_)) => count.mates += orbit_size,
            Ok(None) => {}
        }
        let plies = found.plies().map_or(0, Plies::get);
        count.longest = count.longest.max(plies);
    }
    count
}

#[test]
fn kqk_counts_match_the_published_ones() {
    let white = Count {
        win: 144_508,
        longest: 2 * 10 - 1,
        ..Count::default()
    };
    assert_eq!(count(&KQK, Side::White), white);
    let black = Count {
        loss: 200_896,
        draw: 23_048,
        mates: 364,
        stalemates: 872,
        longest: 2 * 10,
        ..Count::default()
    };
    assert_eq!(count(&KQK, Side::Black), black);
}

/// The greatest number of moves that White needs to win.
fn longest_win(ending: &Solved) -> u32 {
    let game = &ending.game;
    let white = laws::positions(game).filter(|p| p.mover == Side::White);
    let wins = white.filter_map(|p| match ending.value(&p) {
        Value::Win(plies) => Some(plies.get()),
        _ => None,
    });
    let longest = wins.max().unwrap_or(0);
    assert_eq!(
        ending
            .value(&game.default_position())
            .plies()
            .map_or(0, Plies::get),
        longest,
        "the default position is a longest win"
    );
    longest.div_ceil(2)
}

#[test]
fn longest_mates_match_the_published_ones() {
    assert_eq!(longest_win(&KQK), 10);
    assert_eq!(longest_win(&KRK), 16);
    assert_eq!(longest_win(&KBK), 0);
    assert_eq!(longest_win(&KQKR), 35);
    if is_full() {
        assert_eq!(longest_win(&KBNK), 33);
        assert_eq!(longest_win(&KRKN), 40);
    }
}

/// Every quiet move loses, and a capture wins, but at a greater distance: an
/// out-degree counter of the quiet moves alone would reach zero first and yield
/// a loss.
#[test]
fn slow_winning_capture_beats_quick_losses() {
    let game = &KQKR.game;
    let mut slowest = (0, None);
    let some = if is_full() { 1 } else { 11 };
    for p in laws::positions(game).step_by(some) {
        if game.static_value(&p) != Ok(None) {
            continue;
        }
        let (mut quiet, mut losing, mut slow, mut wins) = (0, 0, 0, None);
        let Ok(_) = game.expand(&p, |step| {
            match KQKR.value(&step.to).backed_up(step.turn) {
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
            CONTINUE
        });
        if let Some(plies) = wins
            && quiet > 0
            && losing == quiet
            && slow < plies
        {
            assert_eq!(KQKR.value(&p), Value::Win(Plies::new(plies)));
            if plies - slow > slowest.0 {
                slowest = (plies - slow, Some(game.write(&p)));
            }
        }
    }
    let (_, position) = slowest;
    capture_distance_agrees_with_bruteforce(&position.expect("there are such positions"));
}

/// After a capture of the queen the position is small enough for brute force: a
/// king and a rook against a king, with the colours exchanged.
fn capture_distance_agrees_with_bruteforce(position: &str) {
    let game = &KQKR.game;
    let children = reference::moves(&reference::read(position));
    let exchanged = children.iter().map(reference::exchanged);
    let after = exchanged.filter_map(|child| KRK_BY_BRUTE_FORCE.get(&child));
    let losses = after.filter_map(|value| match value {
        Outcome::Loss(plies) => Some(*plies),
        _ => None,
    });
    let least = losses.min().expect("the capture wins");
    let found = KQKR.value(&game.parse(position).unwrap());
    assert_eq!(found, Value::Win(Plies::new(least + 1)), "{position}");
}
