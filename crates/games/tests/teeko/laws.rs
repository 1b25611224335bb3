//! Teeko: trait laws on a sample of positions; notation of positions and moves.

use kibitz_bruteforce::Random;
use kibitz_game::{CatalogueGame, Game, Indexed, Notation, Settings, Value, laws};
use kibitz_games::teeko::{Pos, Rules, Side, Teeko};

fn check(game: &Teeko, rank: u64) {
    let Some(p) = game.unrank(rank) else { return };
    assert_eq!(game.rank(&p), rank);
    laws::notation_round_trips(game, &p).unwrap();
    if game.static_value(&p) == Ok(None) {
        laws::degree_counts(game, &p).unwrap();
    }
    laws::unmoves_agree_at(game, &p).unwrap();
}

#[test]
fn teeko_obeys_the_laws() {
    for rules in [Rules::Standard, Rules::Advanced] {
        let game = Teeko::new(rules);
        let mut random = Random(7);
        // All with up to four stones, or some more.
        (0..5_000).for_each(|rank| check(&game, rank));
        (0..3_000).for_each(|_| check(&game, random.roll(game.size())));
        // Positions fixed by a reflection of the board.
        for line in [[10, 11, 12, 13, 14], [0, 6, 12, 18, 24]] {
            for _ in 0..500 {
                let mut cells = line;
                random.shuffle(&mut cells);
                let set = |cells: &[u32]| cells.iter().fold(0u32, |set, cell| set | 1 << cell);
                let (mine, theirs) = (set(&cells[..1]), set(&cells[1..2]));
                let pairs = [[0, 20], [6, 16], [1, 21], [5, 15], [8, 18]];
                let diagonal = [[1, 5], [2, 10], [8, 16], [19, 23], [7, 11]];
                let pairs = if line[0] == 10 { pairs } else { diagonal };
                let (a, b) = (random.pick(&pairs), random.pick(&pairs));
                let (mine, theirs) = (mine | set(a), theirs | set(b));
                if mine & theirs != 0 || mine.count_ones() != theirs.count_ones() {
                    continue;
                }
                let mover = Side::Black;
                check(
                    &game,
                    game.rank(&Pos {
                        mine,
                        theirs,
                        mover,
                    }),
                );
            }
        }
    }
}

/// By the number of stones on the board: choices of Black's and Red's stones,
/// less those in which the mover's have won; with all stones on the board
/// either player may be to move.
#[test]
fn orbit_sizes_sum_to_all_positions() {
    for (rules, winning) in [(Rules::Standard, 44), (Rules::Advanced, 58)] {
        let game = Teeko::new(rules);
        let counted: u64 = laws::positions(&game).map(|p| game.orbit_size(&p)).sum();
        let dropping: u64 = (0..8u64)
            .map(|stones| {
                choose(25, stones.div_ceil(2)) * choose(25 - stones.div_ceil(2), stones / 2)
            })
            .sum();
        let moving = 2 * (choose(25, 4) - winning) * choose(21, 4);
        assert_eq!(counted, dropping + moving);
    }
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |c, i| c * (n - i) / (i + 1))
}

#[test]
fn winning_squares_depend_on_the_rules() {
    let [standard, advanced] = [Rules::Standard, Rules::Advanced].map(Teeko::new);
    for (text, wins) in [
        ("BB.../BB.../RR.../RR.../..... B", [false, false]),
        ("BBBB./RRR../...../...../..... R", [true, true]),
        ("B..../RB.../R.B../R..B./..... R", [true, true]),
        ("B..B./RRR../...../B..B./..... R", [false, true]),
        ("B...B/RRR../...../...../B...B R", [false, true]),
        ("B.B../RRR../B.B../...../..... R", [false, true]),
        ("BBB.B/RRR../...../...../..... R", [false, false]),
    ] {
        for (game, wins) in [(&standard, wins[0]), (&advanced, wins[1])] {
            let Ok(p) = game.parse(text) else {
                assert!(text.starts_with("BB.../BB"), "{text}");
                continue;
            };
            let decided = wins.then_some(Value::Loss(kibitz_game::Plies::ZERO));
            assert_eq!(game.static_value(&p), Ok(decided), "{text} {game:?}");
        }
    }
}

#[test]
fn invalid_positions_are_rejected() {
    let game = Teeko::new(Rules::Standard);
    let full = ".....";
    for (text, at, message) in [
        ("", 0..0, "expected 5 rows joined by /, found 1"),
        ("B..../... B", 0..9, "expected 5 rows joined by /, found 2"),
        (
            "B..../.R/...../...../..... B",
            6..8,
            "expected 5 cells in this row, found 2",
        ),
        (
            "B..../.X.../...../...../..... B",
            7..8,
            "expected B, R or . (empty), found `X`",
        ),
        (
            "B..../.R.../...../...../.....",
            29..29,
            "expected B or R, the player to move, after",
        ),
        (
            "B..../.R.../...../...../..... x",
            30..31,
            "expected B or R, the player to move, found",
        ),
        (
            "B..../.R.../...../...../..... B B",
            32..33,
            "expected nothing after the player to move",
        ),
        (
            "B..../.R.../...../...../..... R",
            30..31,
            "Black drops the next stone",
        ),
        (
            "B..../...../...../...../..... B",
            30..31,
            "Red drops the next stone",
        ),
        (
            "BB.../...../...../...../..... R",
            0..29,
            "2 B and 0 R: Black begins",
        ),
        (
            "BBBBB/RRRRR/...../...../..... B",
            0..29,
            "5 B and 5 R: each player has 4",
        ),
        (
            "BB.../BB.../RR.../R.R../..... B",
            0..29,
            "Black has won, which ends the game, so Red",
        ),
    ] {
        let error = game.parse(text).unwrap_err();
        assert!(error.message.starts_with(message), "{text}: {error}");
        assert_eq!(error.at, at, "{text}");
    }
    assert_eq!(
        game.parse(&format!(" {} b ", [full; 5].join("/"))),
        Ok(Pos::EMPTY)
    );
}

#[test]
fn rules_parameter_is_checked() {
    let set = |value| {
        let settings = Settings::new(Teeko::INFO, [("rules", value)]).unwrap();
        Teeko::with(&settings).map(|game| format!("{game:?}"))
    };
    assert_eq!(set("advanced").unwrap(), "Teeko { rules: Advanced }");
    assert!(set("Standard").is_err());
}
