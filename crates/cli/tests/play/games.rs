//! Complete games whose transcripts are checked against the rules.

use kibitz_bruteforce::Random;
use kibitz_game::{RunContext, Turn, Wdl};
use kibitz_query::{Limits, Session, quick_games};

use crate::play::support::{moves, quick, transcript};

/// The value of a position for the player to move.
fn value(session: &Session, position: &str) -> &'static str {
    let nothing_more = Limits {
        moves: 0,
        line: 0,
        depth: 0,
    };
    let answer = session.analyse(position, nothing_more, &RunContext::new());
    answer.unwrap().value
}

/// Input of a player who selects moves by random numbers, most of them valid.
fn any_numbers(seed: u64) -> String {
    let mut random = Random(seed);
    let mut numbers = String::new();
    for _ in 0..150 {
        let max = *random.pick(&[2, 4, 9]);
        numbers += &format!("#{}\n", 1 + random.below(max));
    }
    numbers
}

/// What replaying a transcript yields.
struct Followed {
    /// The result at the end for the player to move, and that player.
    end: Option<(Wdl, usize)>,
    /// The first ply, from 1, by which the human player worsened the result.
    mistake: Option<(usize, String, &'static str, &'static str)>,
    computer_had_win: bool,
}

fn follow(session: &Session, transcript: &str, human: usize) -> Followed {
    let mut position = session.default_position();
    let mut turn = 0;
    let mut followed = Followed {
        end: None,
        mistake: None,
        computer_had_win: false,
    };
    for (number, (who, by)) in (1..).zip(moves(transcript)) {
        let name = ["You", "The computer"][usize::from(turn != human)];
        assert_eq!(who, name, "{transcript}");
        let info = session.inspect(&position, usize::MAX).unwrap();
        let step = info.moves.iter().find(|step| step.by == by);
        let step = step.unwrap_or_else(|| panic!("{by} is not a move: {transcript}"));
        let before = value(session, &position);
        let after = match (value(session, &step.position), step.turn) {
            ("win", Turn::Other) => "loss",
            ("loss", Turn::Other) => "win",
            (value, _) => value,
        };
        if turn == human && before != after && followed.mistake.is_none() {
            followed.mistake = Some((number, by.to_owned(), before, after));
        }
        if turn != human {
            // Optimal: the result is preserved.
            assert_eq!(before, after, "{by}: {transcript}");
            followed.computer_had_win |= before == "win";
        }
        position = step.position.clone();
        turn ^= usize::from(step.turn == Turn::Other);
    }
    let end = session.inspect(&position, 0).unwrap().result;
    followed.end = end.map(|result| (result, turn));
    followed
}

/// Every game of the catalogue, on both sides, against a random player: all moves
/// are legal, the reported result and mistake are correct, and won games are won.
#[test]
fn perfect_play_against_a_random_player() {
    let mut ends = [0; 3];
    for (entry, session) in quick_games() {
        for (human, side) in ["first", "second"].into_iter().enumerate() {
            for seed in 0..4 {
                let seed_text = seed.to_string();
                let arguments = quick(entry, &["--side", side, "--seed", &seed_text]);
                let out = transcript(&arguments, &any_numbers(seed));
                let followed = follow(&session, &out, human);
                let kind = check_end(&out, &followed, human);
                ends[kind] += 1;
            }
        }
    }
    let [lost, won, unfinished] = ends;
    assert!(lost > 10 && won + unfinished > 0, "{ends:?}");
}

fn check_end(out: &str, followed: &Followed, human: usize) -> usize {
    let count = moves(out).len();
    let after = format!("after {count} pl");
    let kind = match followed.end {
        Some((Wdl::Draw, _)) => {
            assert!(out.contains(&format!("A draw {after}")), "{out}");
            2
        }
        Some((result, turn)) => {
            let winner = if result == Wdl::Win { turn } else { 1 - turn };
            let text = ["You win", "The computer wins"][usize::from(winner != human)];
            assert!(out.contains(&format!("{text} {after}")), "{out}");
            assert!(winner != human || !followed.computer_had_win, "{out}");
            usize::from(winner == human)
        }
        None => {
            assert!(!out.contains(" wins after"), "{out}");
            assert!(!out.contains("You win after"), "{out}");
            2
        }
    };
    let is_reported = out.contains("`new` plays again");
    match &followed.mistake {
        Some((number, by, before, after)) if is_reported => {
            let message = format!(
                "Your first mistake was {by} (ply {number}): it turned a {before} into a {after}."
            );
            assert!(out.contains(&message), "{message}\n{out}");
        }
        _ => assert!(!out.contains("Your first mistake"), "{out}"),
    }
    kind
}

#[test]
fn the_computer_against_itself_plays_optimally() {
    for (entry, session) in quick_games() {
        let out = transcript(&quick(entry, &["--side", "none", "--seed", "5"]), "");
        let expected = value(&session, &session.default_position());
        let winners: &[&str] = match expected {
            "win" => &[
                "The first player wins",
                "Alice wins",
                "Left wins",
                "White wins",
                "S wins",
                "X wins",
            ],
            "loss" => &[
                "The second player wins",
                "Bob wins",
                "Right wins",
                "Black wins",
                "G wins",
                "O wins",
            ],
            _ => &["A draw"],
        };
        let is_reported = |end: &&str| out.contains(&format!("{end} after"));
        assert!(winners.iter().any(is_reported), "{expected}: {out}");
        assert!(!out.contains("> "), "{out}");
    }
}

#[test]
fn strength_0_loses_won_games() {
    let games = |strength| {
        let seeds = (0..6).map(|seed: u32| {
            let seed = seed.to_string();
            let arguments = [
                "marbles",
                "--second",
                "--seed",
                &seed,
                "--strength",
                strength,
            ];
            transcript(&arguments, "#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n")
        });
        seeds.collect::<Vec<_>>()
    };
    let (perfect, random) = (games("100"), games("0"));
    assert!(perfect.iter().all(|out| out.contains("The computer wins")));
    assert!(random.iter().any(|out| out.contains("You win")));
    assert_eq!(random, games("0"));
}

#[test]
fn hands_keep_their_sides() {
    let out = transcript(&["numbers", "--at", "12222222/34444444"], "1+3\n");
    let rows: Vec<&str> = out.lines().filter(|line| line.contains('│')).collect();
    assert!(rows[0].starts_with("  Computer  │ 3 │"), "{out}");
    assert!(rows[1].starts_with("  You       │ 1 │"), "{out}");
    assert!(rows[2].starts_with("  Computer  │"), "{out}");
    // The 1 became a 4: still the human player's hand, on the computer's turn.
    assert!(rows[3].starts_with("  You       │ 2 │"), "{out}");
    assert!(rows[3].ends_with("│ 4 │"), "{out}");
}
