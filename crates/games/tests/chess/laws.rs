//! Chess endgames: trait laws on all positions of small endings and a sample of
//! large ones; notation of positions and moves.

use kibitz_bruteforce::Random;
use kibitz_game::{Game, Indexed, Notation, Presentable, laws};
use kibitz_games::chess::{Ending, NOWHERE, Pos, Side};

use crate::chess::solved::ALL;

fn any_position(game: &Ending, p: &Pos) {
    laws::notation_round_trips(game, p).unwrap();
    if game.static_value(p) == Ok(None) {
        laws::degree_counts(game, p).unwrap();
    }
}

fn small_ending(game: &Ending) {
    laws::ranks_agree(game).unwrap();
    laws::moves_stay_inside(game).unwrap();
    laws::unmoves_are_moves(game).unwrap();
    let some = laws::positions(game).step_by(7);
    some.for_each(|p| any_position(game, &p));
}

#[test]
fn small_endings_obey_the_laws() {
    small_ending(&Ending::KQK);
    small_ending(&Ending::KRK);
    small_ending(&Ending::KBK);
}

fn large_ending(game: &Ending, seed: u64) {
    let pieces = game.pieces().count();
    let mut random = Random(seed);
    let check = |rank: u64| {
        let Some(p) = game.unrank(rank) else { return };
        assert_eq!(game.rank(&p), rank);
        any_position(game, &p);
        laws::unmoves_agree_at(game, &p).unwrap();
    };
    for _ in 0..700 {
        check(random.roll(game.size()));
    }
    // Positions fixed by a symmetry, and their neighbours.
    for _ in 0..700 {
        let mut squares = [NOWHERE; Pos::MAX];
        for square in &mut squares[..pieces] {
            *square = 9 * random.below(8) as u8;
        }
        squares[random.below(pieces)] = random.below(64) as u8;
        let mover = [Side::White, Side::Black][random.below(2)];
        check(game.rank(&Pos { squares, mover }));
    }
}

#[test]
fn large_endings_obey_the_laws() {
    large_ending(&Ending::KBNK, 1);
    large_ending(&Ending::KQKR, 2);
    large_ending(&Ending::KRKN, 3);
}

#[test]
fn common_move_spellings_are_accepted() {
    let game = Ending::KQKR;
    let p = game.parse("8/8/8/8/8/8/1rk5/K6Q w").unwrap();
    let name = |text: &str| {
        let step = game.read_step(&p, text)?;
        Some(game.write_move(&p, &step.by))
    };
    for text in ["Qh7+", "qh7", "Q h7", "Qh7#", "QH7"] {
        assert_eq!(name(text).as_deref(), Some("Qh7"), "{text}");
    }
    for text in [
        "", "+", "Kxb2", "Kb1", "Qa7", "Q", "h7", "Nh7", "Qxh7", "Qh9", "Qi7", "é7", "Qb1 Qb2",
    ] {
        assert_eq!(name(text), None, "{text}");
    }
    let p = game.parse("8/8/8/8/8/4k3/1r6/K6Q w").unwrap();
    for text in ["Kxb2", "Kb2", "kxb2", "K x b2"] {
        let by = game.read_step(&p, text).unwrap().by;
        assert_eq!(game.write_move(&p, &by), "Kxb2");
    }
}

#[test]
fn invalid_positions_are_rejected() {
    let game = Ending::KQK;
    for (text, at, message) in [
        ("", 0..0, "expected 8 ranks joined by /, found 1"),
        ("8/8/8 w", 0..5, "expected 8 ranks joined by /, found 3"),
        (
            "8/8/8/8/8/8/8/K1kQ5 w",
            14..19,
            "rank 1 has more than 8 squares",
        ),
        (
            "8/8/8/7/8/8/8/K1kQ4 w",
            6..7,
            "rank 5 has 7 squares, expected 8",
        ),
        (
            "8/8/8/8/8/8/8/K1kR4 w",
            17..18,
            "expected a digit or one of K, k, Q, found `R`",
        ),
        (
            "8/8/8/8/8/8/8/K1kQQ3 w",
            18..19,
            "a second `Q`: White has one queen here",
        ),
        ("8/8/8/8/8/8/8/K1Q5 w", 0..18, "Black has no king"),
        ("8/8/8/8/8/8/8/k1Q5 w", 0..18, "White has no king"),
        (
            "8/8/8/8/8/8/8/K1k5",
            18..18,
            "expected w or b, the side to move, after the board",
        ),
        (
            "8/8/8/8/8/8/8/K1k5 x",
            19..20,
            "expected w or b, the side to move, found `x`",
        ),
        (
            "8/8/8/8/8/8/8/K1k5 w KQ",
            21..23,
            "expected - (there is no castling in these endings) or nothing, found `KQ`",
        ),
        (
            "8/8/8/8/8/8/8/K1k5 w - e3",
            23..25,
            "expected - (there are no pawns) or nothing, found `e3`",
        ),
        (
            "8/8/8/8/8/8/8/K1k5 w - - 0 x",
            27..28,
            "expected the fullmove number of a FEN or nothing, found `x`",
        ),
        (
            "8/8/8/8/8/8/8/K1k5 w - - 0 1 2",
            29..30,
            "expected nothing after a whole FEN, found `2`",
        ),
        (
            "8/8/8/8/8/8/8/K1kQ4 w",
            0..19,
            "Black is in check, but White is to move",
        ),
        (
            " 8/8/8/8/8/8/8/Kk6 b",
            1..18,
            "White is in check, but Black is to move",
        ),
        ("8/8/8/8/8/8/8/K0k5 w", 15..16, "expected a digit"),
    ] {
        let error = game.parse(text).unwrap_err();
        assert!(error.message.starts_with(message), "{text}: {error}");
        assert_eq!(error.at, at, "{text}");
    }
    assert!(game.parse(" 8/8/8/8/8/8/8/K1kQ4   b ").is_ok());
    assert!(game.parse("8/8/8/8/8/8/8/K1kQ4 b - - 0 1").is_ok());
    assert!(
        game.parse("8/8/8/8/8/8/8/K1k5 w").is_ok(),
        "after a capture"
    );
}

#[test]
fn default_position_has_all_pieces() {
    for game in ALL {
        let p = game.default_position();
        assert!(game.in_scope(&p));
        assert!(game.info.syntax.ends_with(&game.write(&p)));
    }
}
