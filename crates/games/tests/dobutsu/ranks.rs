//! Ranks, un-moves and what is told at a glance agree with the rules.

use kibitz_game::{Game, Indexed, MORE, Pruned, laws};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};
use kibitz_twins::{Random, is_full};

/// Everything about small games.
#[test]
fn small_games() {
    for rule in [Try::Safe, Try::Any] {
        for animals in [
            &[][..],
            &[Small::Elephant],
            &[Small::Giraffe],
            &[Small::Chick],
        ] {
            let game = Dobutsu::new(rule, animals);
            laws::ranks_agree(&game).unwrap();
            laws::moves_stay_inside(&game).unwrap();
            laws::unmoves_are_moves(&game).unwrap();
            laws::glance_agrees(&game, 0..game.size()).unwrap();
            for p in laws::positions(&game) {
                laws::degree_counts(&game, &p).unwrap();
            }
        }
    }
}

/// Here and there in a larger game, in rows that cross from frame to frame.
fn samples(game: &Dobutsu, rows: usize, random: &mut Random) {
    for i in 0..rows {
        // Undecided positions are the ones that matter.
        let below = if i % 8 == 0 {
            game.size()
        } else {
            game.undecided()
        };
        let start = random.below(below as usize - 50) as u64;
        laws::glance_agrees(game, start..start + 50).unwrap();
        let Some(p) = game.unrank(start) else {
            continue;
        };
        assert_eq!(game.rank(&p), start);
        laws::unmoves_agree_at(game, &p).unwrap();
        laws::degree_counts(game, &p).unwrap();
        let images = [p.turned(), p.mirrored(), p.turned().mirrored()];
        assert!(images.iter().all(|image| game.rank(image) == start));
    }
}

#[test]
fn larger_games_here_and_there() {
    let rows = if is_full() { 100_000 } else { 200 };
    let mut random = Random(11);
    for rule in [Try::Safe, Try::Any] {
        for animals in [
            &Small::ALL[..],
            &[Small::Elephant, Small::Giraffe],
            &[Small::Elephant, Small::Chick],
            &[Small::Giraffe, Small::Chick],
        ] {
            samples(&Dobutsu::new(rule, animals), rows, &mut random);
        }
    }
}

/// Ranks where one frame ends and the next begins.
#[test]
fn the_edges_of_frames() {
    let game = Dobutsu::new(Try::Safe, &Small::ALL);
    let frame = game.undecided() / 21;
    assert_eq!(frame, 11_878_227);
    assert_eq!(game.size(), 54 * frame);
    for edge in (1..54).map(|i| i * frame) {
        laws::glance_agrees(&game, edge - 20..edge + 20).unwrap();
    }
}

/// Positions of play, which random ranks hardly are.
#[test]
fn random_play() {
    let mut random = Random(5);
    let games = if is_full() { 3_000 } else { 30 };
    for rule in [Try::Safe, Try::Any] {
        let game = Dobutsu::new(rule, &Small::ALL);
        for _ in 0..games {
            let mut p = game.start().unwrap();
            for _ in 0..60 {
                let rank = game.rank(&p);
                let representative = game.unrank(rank).unwrap();
                assert_eq!(game.rank(&representative), rank);
                laws::unmoves_agree_at(&game, &representative).unwrap();
                laws::glance_agrees(&game, rank..rank + 1).unwrap();
                if game.decided(&p).unwrap().is_some() {
                    break;
                }
                let mut children = Vec::new();
                let _ = game.expand(&p, |step| {
                    children.push(step.to);
                    MORE
                });
                p = *random.pick(&children);
            }
        }
    }
}
