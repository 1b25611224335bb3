//! Games to their end, every move of which is looked at again.

use kibitz_game::{Turn, Watch, Wdl};
use kibitz_query::{Limits, Session, quick_games};
use kibitz_twins::Random;

use crate::support::{moves, quick, told};

/// What a position is worth to the player who moves.
fn value(session: &Session, position: &str) -> &'static str {
    let nothing_more = Limits {
        moves: 0,
        line: 0,
        depth: 0,
    };
    let answer = session.ask(position, nothing_more, &Watch::new());
    answer.unwrap().value
}

/// A person who chooses by numbers at random, most of which are moves.
fn any_numbers(seed: u64) -> String {
    let mut random = Random(seed);
    let mut numbers = String::new();
    for _ in 0..150 {
        let most = *random.pick(&[2, 4, 9]);
        numbers += &format!("#{}\n", 1 + random.below(most));
    }
    numbers
}

/// Follows a transcript by the rules; tells how it ended, and whether each
/// player was at some time, on their own turn, sure to win.
struct Followed {
    /// The value at the end for the player who would move, and that player.
    end: Option<(Wdl, usize)>,
    /// The first ply, from 1, by which the person gave something away.
    mistake: Option<(usize, String, &'static str, &'static str)>,
    computer_was_won: bool,
}

fn follow(session: &Session, transcript: &str, person: usize) -> Followed {
    let mut position = session.shown();
    let mut turn = 0;
    let mut followed = Followed {
        end: None,
        mistake: None,
        computer_was_won: false,
    };
    for (number, (who, by)) in (1..).zip(moves(transcript)) {
        let name = ["You", "The computer"][usize::from(turn != person)];
        assert_eq!(who, name, "{transcript}");
        let sight = session.look(&position, usize::MAX).unwrap();
        let step = sight.moves.iter().find(|step| step.by == by);
        let step = step.unwrap_or_else(|| panic!("{by} is no move: {transcript}"));
        let before = value(session, &position);
        let after = match (value(session, &step.position), step.turn) {
            ("win", Turn::Passes) => "loss",
            ("loss", Turn::Passes) => "win",
            (value, _) => value,
        };
        if turn == person && before != after && followed.mistake.is_none() {
            followed.mistake = Some((number, by.to_owned(), before, after));
        }
        if turn != person {
            // Perfect: nothing is given away.
            assert_eq!(before, after, "{by}: {transcript}");
            followed.computer_was_won |= before == "win";
        }
        position = step.position.clone();
        turn ^= usize::from(step.turn == Turn::Passes);
    }
    let end = session.look(&position, 0).unwrap().result;
    followed.end = end.map(|result| (result, turn));
    followed
}

/// Every game of the catalogue, from both sides, against somebody who plays at
/// random: all moves are legal, what is said at the end is so, a won game is
/// won, and the mistake is the mistake.
#[test]
fn against_somebody_who_plays_at_random() {
    let mut ends = [0; 3];
    for (entry, session) in quick_games() {
        for (person, side) in ["first", "second"].into_iter().enumerate() {
            for seed in 0..4 {
                let seed_text = seed.to_string();
                let arguments = quick(entry, &["--side", side, "--seed", &seed_text]);
                let out = told(&arguments, &any_numbers(seed));
                let followed = follow(&session, &out, person);
                let kind = check_end(&out, &followed, person);
                ends[kind] += 1;
            }
        }
    }
    let [lost, won, unfinished] = ends;
    assert!(lost > 10 && won + unfinished > 0, "{ends:?}");
}

fn check_end(out: &str, followed: &Followed, person: usize) -> usize {
    let count = moves(out).len();
    let after = format!("after {count} pl");
    let kind = match followed.end {
        Some((Wdl::Draw, _)) => {
            assert!(out.contains(&format!("A draw {after}")), "{out}");
            2
        }
        Some((result, turn)) => {
            let winner = if result == Wdl::Win { turn } else { 1 - turn };
            let says = ["You win", "The computer wins"][usize::from(winner != person)];
            assert!(out.contains(&format!("{says} {after}")), "{out}");
            assert!(winner != person || !followed.computer_was_won, "{out}");
            usize::from(winner == person)
        }
        None => {
            assert!(!out.contains(" wins after"), "{out}");
            assert!(!out.contains("You win after"), "{out}");
            2
        }
    };
    let is_told = out.contains("`new` plays again");
    match &followed.mistake {
        Some((number, by, before, after)) if is_told => {
            let said = format!(
                "Your first mistake was {by} (ply {number}): it turned a {before} into a {after}."
            );
            assert!(out.contains(&said), "{said}\n{out}");
        }
        _ => assert!(!out.contains("Your first mistake"), "{out}"),
    }
    kind
}

#[test]
fn the_computer_against_itself() {
    for (entry, session) in quick_games() {
        let out = told(&quick(entry, &["--side", "none", "--seed", "5"]), "");
        let due = value(&session, &session.shown());
        let winners: &[&str] = match due {
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
        let is_told = |end: &&str| out.contains(&format!("{end} after"));
        assert!(winners.iter().any(is_told), "{due}: {out}");
        assert!(!out.contains("> "), "{out}");
    }
}

#[test]
fn strength_makes_a_difference() {
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
            told(&arguments, "#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n")
        });
        seeds.collect::<Vec<_>>()
    };
    let (perfect, random) = (games("100"), games("0"));
    assert!(perfect.iter().all(|out| out.contains("The computer wins")));
    assert!(random.iter().any(|out| out.contains("You win")));
    assert_eq!(random, games("0"));
}

/// The hands of two people stay where they are, whoever moves.
#[test]
fn the_table_does_not_turn() {
    let out = told(&["numbers", "--at", "12222222/34444444"], "1+3\n");
    let rows: Vec<&str> = out.lines().filter(|line| line.contains('│')).collect();
    assert!(rows[0].starts_with("  Computer  │ 3 │"), "{out}");
    assert!(rows[1].starts_with("  You       │ 1 │"), "{out}");
    assert!(rows[2].starts_with("  Computer  │"), "{out}");
    // The 1 became a 4: the person's hand, although the computer has moved.
    assert!(rows[3].starts_with("  You       │ 2 │"), "{out}");
    assert!(rows[3].ends_with("│ 4 │"), "{out}");
}
