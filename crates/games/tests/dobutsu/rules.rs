//! The rules: hand-computed positions, perft, and a recorded game.

use kibitz_bruteforce::Random;
use kibitz_game::{CONTINUE, Game, Notation, Plies, Value, laws, perft};
use kibitz_games::dobutsu::{Dobutsu, Position, Small, Try};

fn game() -> Dobutsu {
    Dobutsu::new(Try::Safe, &Small::ALL)
}

/// The moves of a position by name, with their successors.
fn steps(game: &Dobutsu, p: &Position) -> Vec<(String, Position)> {
    let mut steps = Vec::new();
    let _ = game.expand(p, |step| {
        steps.push((game.write_move(p, &step.by), step.to));
        CONTINUE
    });
    steps
}

fn names(position: &str) -> Vec<String> {
    let game = game();
    let p = game.parse(position).unwrap();
    let mut names: Vec<String> = steps(&game, &p).into_iter().map(|(name, _)| name).collect();
    names.sort();
    names
}

fn value(rule: Try, position: &str) -> Option<Value> {
    let game = Dobutsu::new(rule, &Small::ALL);
    game.static_value(&game.parse(position).unwrap()).unwrap()
}

#[test]
fn initial_position_has_four_moves() {
    assert_eq!(
        names("gle/.c./.C./ELG - - S"),
        ["b3-b2", "b4-a3", "b4-c3", "c4-c3"]
    );
    assert_eq!(
        names("gle/.c./.C./ELG - - G"),
        ["a1-a2", "b1-a2", "b1-c2", "b2-b3"]
    );
}

/// Counted by brute force, which shares no code with these rules; see
/// `crates/bruteforce/src/dobutsu.rs`.
#[test]
fn perft_matches_brute_force() {
    let game = game();
    let start = game.start().unwrap();
    let paths: Vec<u64> = (0..=4).map(|n| perft(&game, &start, n).unwrap()).collect();
    let expected: Vec<u64> = (0..=4).map(kibitz_bruteforce::dobutsu::perft).collect();
    assert_eq!(paths, expected);
}

#[test]
fn chick_promotes_by_a_step_but_not_by_a_drop() {
    let game = game();
    let p = game.parse("g.l/C../..G/ELe - c S").unwrap();
    let all = steps(&game, &p);
    let captured = all.iter().find(|(name, _)| name == "a2-a1").unwrap();
    assert_eq!(game.write(&captured.1), "H.l/.../..G/ELe G c G");
    let p = game.parse("g.l/.../C.G/ELe C - S").unwrap();
    let all = steps(&game, &p);
    let dropped = all.iter().find(|(name, _)| name == "C*b1").unwrap();
    assert_eq!(game.write(&dropped.1), "gCl/.../C.G/ELe - - G");
    // There it can never move.
    let p = game.parse("gC./..l/C.G/ELe - - S").unwrap();
    assert!(
        !steps(&game, &p)
            .iter()
            .any(|(name, _)| name.starts_with("b1"))
    );
}

#[test]
fn captured_hen_becomes_a_chick() {
    let game = game();
    let p = game.parse("gl./.h./.C./ELG - e G").unwrap();
    let all = steps(&game, &p.turned().turned());
    assert!(all.iter().any(|(name, _)| name == "E*a2"));
    let p = game.parse("gl./.h./.G./EL. C e S").unwrap();
    let all = steps(&game, &p);
    let captured = all.iter().find(|(name, _)| name == "b3-b2").unwrap();
    assert_eq!(game.write(&captured.1), "gl./.G./.../EL. CC e G");
}

#[test]
fn tries_are_adjudicated() {
    let win = Some(Value::Win(Plies::new(1)));
    let lost = Some(Value::Loss(Plies::ZERO));
    // A lion on the mover's home rank, safe or attacked.
    let safe = "g.e/.../..c/lGL EC - S";
    assert_eq!(value(Try::Safe, safe), win, "the giraffe captures it");
    assert_eq!(value(Try::Any, safe), lost);
    assert_eq!(value(Try::Safe, "g.e/.../..c/l.L EGC - S"), lost);
    assert_eq!(value(Try::Any, "g.e/.../..c/l.L EGC - S"), lost);
    // A try that is still to be made is not statically decided.
    assert_eq!(value(Try::Safe, "..e/L.l/..c/... EGC g S"), None);
    assert_eq!(value(Try::Any, "..e/L.l/..c/... EGC g S"), None);
}

#[test]
fn impossible_positions_are_rejected() {
    let game = game();
    for (text, message) in [
        ("gle/.c./.C./ELG - -", "found 3 of these"),
        ("gle/.c./.C./EEG - - S", "expected one lion L, found 0"),
        ("gle/.c./.C./ELG - - X", "expected S or G"),
        ("gle/.c./.C./ELG C - S", "found 3"),
        ("gle/.c./.C./ELG e - S", "in this hand"),
        ("gle/.c./.C - - S", "4 ranks"),
        ("gle/.c./.C./ELGG - - S", "3 cells"),
        ("glx/.c./.C./ELG - - S", "found `x`"),
        (".Lg/.../.../.l. EGCC e S", "the game is over"),
    ] {
        let error = game.parse(text).unwrap_err();
        assert!(error.message.contains(message), "{text}: {error}");
        assert!(text.get(error.at.clone()).is_some(), "{text}: {error:?}");
    }
    let lions_and_chicks = Dobutsu::new(Try::Safe, &[Small::Chick]);
    assert!(lions_and_chicks.parse("gle/.c./.C./ELG - - S").is_err());
    assert_eq!(
        lions_and_chicks.write(&lions_and_chicks.start().unwrap()),
        ".l./.c./.C./.L. - - S"
    );
}

/// A game from the start to a position in which the lion can be captured.
#[test]
fn recorded_game_matches_the_golden_file() {
    let game = game();
    let mut p = game.start().unwrap();
    let mut record = vec![game.write(&p)];
    for by in [
        "b3-b2", "c1-b2", "c4-c3", "a1-a2", "C*b3", "b2-c3", "b4-c3", "G*c4", "c3-c4", "b1-c2",
        "b3-b2", "c2-b2", "G*a3", "a2-a3", "E*c3", "b2-c3",
    ] {
        let found = steps(&game, &p).into_iter().find(|(name, _)| name == by);
        let Some((_, to)) = found else {
            record.push(format!("no {by}"));
            break;
        };
        p = to;
        let end = game.static_value(&p).unwrap();
        let end = end.map_or(String::new(), |value| format!(" {value:?}"));
        record.push(format!("{by} {}{end}", game.write(&p)));
    }
    assert_eq!(record.join("\n"), include_str!("golden.txt").trim_end());
}

#[test]
fn random_play_obeys_the_laws() {
    let mut random = Random(7);
    for rule in [Try::Safe, Try::Any] {
        for animals in [&Small::ALL[..], &[Small::Chick], &[]] {
            let game = Dobutsu::new(rule, animals);
            for _ in 0..60 {
                let mut p = game.start().unwrap();
                for _ in 0..40 {
                    laws::notation_round_trips(&game, &p).unwrap();
                    if game.static_value(&p).unwrap().is_some() {
                        break;
                    }
                    laws::degree_counts(&game, &p).unwrap();
                    p = random.pick(&steps(&game, &p)).1;
                }
            }
        }
    }
}
