//! A golden playthrough of each game: what the rules, the notation and the
//! result say along one line of play, written down once and read by a person.
//! `KIBITZ_BLESS=1 cargo test -p kibitz-games --test golden` writes the files
//! anew; look at what changed.

use std::fmt::Write as _;
use std::path::PathBuf;

use kibitz_game::{Listed, MORE, Notation, Settings};
use kibitz_games::chess::{Ending, Kbk, Kbnk, Kqk, Kqkr, Krk, Krkn};
use kibitz_games::dobutsu::Dobutsu;
use kibitz_games::dominoes::{Cram, Domineering};
use kibitz_games::quixo::Quixo;
use kibitz_games::teeko::Teeko;
use kibitz_twins::Random;

/// Plies that are played at most.
const MOST: usize = 30;

/// Play at random from the shown position, with all moves of each position.
fn playthrough<G: Listed + Notation>(set: &[(&str, &str)], seed: u64) -> String {
    let settings = Settings::new(G::INFO, set.iter().copied()).unwrap();
    let game = G::with(&settings).unwrap();
    let mut random = Random(seed);
    let mut p = game.shown();
    let mut told = format!("{} {set:?}\n", G::INFO.name);
    for _ in 0..MOST {
        let mover = game.mover(&p).unwrap_or("");
        writeln!(told, "\n{}  {mover}", game.write(&p)).unwrap();
        if let Some(value) = game.decided(&p).unwrap() {
            writeln!(told, "  {value:?}").unwrap();
            break;
        }
        let mut steps = Vec::new();
        let _ = game.expand(&p, |step| {
            steps.push((game.write_move(&p, &step.by), step.to));
            MORE
        });
        let names: Vec<&str> = steps.iter().map(|(name, _)| name.as_str()).collect();
        writeln!(told, "  {}", names.join(" ")).unwrap();
        if steps.is_empty() {
            writeln!(told, "  no move: {:?}", game.stuck()).unwrap();
            break;
        }
        let (name, to) = random.pick(&steps).clone();
        writeln!(told, "  {name}").unwrap();
        p = to;
    }
    told
}

fn same_as_written<G: Listed + Notation>(file: &str, set: &[(&str, &str)], seed: u64) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let path = PathBuf::from(folder).join(format!("{file}.txt"));
    let told = playthrough::<G>(set, seed);
    if std::env::var("KIBITZ_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &told).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        told == written,
        "{} says otherwise:\n{told}",
        path.display()
    );
}

#[test]
fn chess_endings() {
    same_as_written::<Ending<Kqk>>("kqk", &[], 1);
    same_as_written::<Ending<Krk>>("krk", &[], 2);
    same_as_written::<Ending<Kbk>>("kbk", &[], 3);
    same_as_written::<Ending<Kbnk>>("kbnk", &[], 4);
    same_as_written::<Ending<Kqkr>>("kqkr", &[], 5);
    same_as_written::<Ending<Krkn>>("krkn", &[], 6);
}

#[test]
fn games_on_boards() {
    same_as_written::<Dobutsu>("dobutsu", &[], 7);
    same_as_written::<Dobutsu>("dobutsu-any", &[("try", "any")], 8);
    same_as_written::<Quixo>("quixo", &[], 9);
    same_as_written::<Quixo>("quixo-4", &[("n", "4")], 10);
    same_as_written::<Teeko>("teeko", &[], 11);
    same_as_written::<Cram>("cram", &[], 12);
    same_as_written::<Domineering>("domineering", &[], 13);
}
