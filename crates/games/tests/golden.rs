//! A golden playthrough of each game: rules, notation and result along one line
//! of play, recorded once and reviewed manually. `KIBITZ_BLESS=1 cargo test -p
//! kibitz-games --test all golden` regenerates the files; review the diff.

use std::fmt::Write as _;
use std::path::PathBuf;

use kibitz_bruteforce::Random;
use kibitz_game::{CONTINUE, CatalogueGame, Presentable, Settings};
use kibitz_games::chess::Ending;
use kibitz_games::dobutsu::Dobutsu;
use kibitz_games::dominoes::{Cram, Domineering};
use kibitz_games::quixo::Quixo;
use kibitz_games::teeko::Teeko;

/// Maximum number of plies.
const MAX: usize = 30;

/// Random play from the default position, with all moves of each position.
fn playthrough<G: Presentable>(game: &G, set: &[(&str, &str)], seed: u64) -> String {
    let mut random = Random(seed);
    let mut p = game.default_position();
    let mut text = format!("{} {set:?}\n", game.info().name);
    for _ in 0..MAX {
        let mover = game.mover(&p).unwrap_or("");
        writeln!(text, "\n{}  {mover}", game.write(&p)).unwrap();
        if let Some(value) = game.static_value(&p).unwrap() {
            writeln!(text, "  {value:?}").unwrap();
            break;
        }
        let mut steps = Vec::new();
        let _ = game.expand(&p, |step| {
            steps.push((game.write_move(&p, &step.by), step.to));
            CONTINUE
        });
        let names: Vec<&str> = steps.iter().map(|(name, _)| name.as_str()).collect();
        writeln!(text, "  {}", names.join(" ")).unwrap();
        if steps.is_empty() {
            writeln!(text, "  no move: {:?}", game.no_move_result()).unwrap();
            break;
        }
        let (name, to) = random.pick(&steps).clone();
        writeln!(text, "  {name}").unwrap();
        p = to;
    }
    text
}

fn same_as_written<G: CatalogueGame>(file: &str, set: &[(&str, &str)], seed: u64) {
    let settings = Settings::new(G::INFO, set.iter().copied()).unwrap();
    plays_as_written(&G::with(&settings).unwrap(), file, set, seed);
}

fn plays_as_written<G: Presentable>(game: &G, file: &str, set: &[(&str, &str)], seed: u64) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let path = PathBuf::from(folder).join(format!("{file}.txt"));
    let text = playthrough(game, set, seed);
    if std::env::var("KIBITZ_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &text).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(text == written, "{} differs:\n{text}", path.display());
}

#[test]
fn chess_playthroughs_match() {
    plays_as_written(&Ending::KQK, "kqk", &[], 1);
    plays_as_written(&Ending::KRK, "krk", &[], 2);
    plays_as_written(&Ending::KBK, "kbk", &[], 3);
    plays_as_written(&Ending::KBNK, "kbnk", &[], 4);
    plays_as_written(&Ending::KQKR, "kqkr", &[], 5);
    plays_as_written(&Ending::KRKN, "krkn", &[], 6);
}

#[test]
fn board_game_playthroughs_match() {
    same_as_written::<Dobutsu>("dobutsu", &[], 7);
    same_as_written::<Dobutsu>("dobutsu-any", &[("try", "any")], 8);
    same_as_written::<Quixo>("quixo", &[], 9);
    same_as_written::<Quixo>("quixo-4", &[("n", "4")], 10);
    same_as_written::<Teeko>("teeko", &[], 11);
    same_as_written::<Cram>("cram", &[], 12);
    same_as_written::<Domineering>("domineering", &[], 13);
}
