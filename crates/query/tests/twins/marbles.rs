//! marbles: the diamond as it is printed, and grids of odd shapes.

use kibitz_game::contest::{Contest, Input};
use kibitz_game::{Filling, Game, Listed, Notation, Settings, Watch};
use kibitz_games::marbles::{Format, Marbles, Shape};
use kibitz_solve::Wanted;
use kibitz_solve::placement::Fill;
use kibitz_solve::placement::Placement;

use super::{Asked, grundy, outcome, verdict};

/// The position of a printed board, read by the contest's own parser.
fn read(game: &Marbles, board: &str) -> kibitz_games::marbles::Board {
    let mut input = Input::new("board", board.as_bytes());
    Format::new(game).read(&mut input).unwrap()
}

#[test]
fn all_65536_boards_agree_with_the_printed_diamond() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let solved = Asked::new(Fill);
    let solution = solved.around(&game, &game.shown()).unwrap();
    assert_eq!(solution.notes(Wanted::ALL), Vec::<String>::new());
    let twin = kibitz_twins::marbles::solve_all();
    let placement = Placement::new(16, game.patterns().iter().copied(), game.stuck()).unwrap();
    let lost = placement.solve(&Watch::new()).unwrap();
    let mut boards = 0;
    for (_, truth) in twin.iter() {
        let board = read(&game, &truth.diamond);
        let found = verdict(&solved, &game, &board);
        assert_eq!(outcome(&found), truth.outcome, "{}", truth.diamond);
        assert_eq!(grundy(&found), Some(truth.grundy), "{}", truth.diamond);
        let is_lost = truth.outcome.mover_wins() == Some(false);
        assert_eq!(lost.is_lost(board.0), is_lost, "{}", truth.diamond);
        boards += 1;
        // Any board may be the first that is asked about.
        if boards % 64 == 0 {
            let alone = verdict(&Asked::new(Fill), &game, &board);
            assert_eq!(alone, found, "{}", truth.diamond);
        }
    }
    assert_eq!(boards, 65_536);
    assert_eq!(lost.count_lost(), 6_808);
}

#[test]
fn odd_shapes_and_runs_agree() {
    let shapes = [
        ".",
        "......",
        "../..",
        "#.#/.../#.#",
        "..#/.../#..",
        ".#.#./.#.#.",
        ".../.../.../.#.",
        "...#/.##./#...",
    ];
    for shape in shapes {
        for run in ["1", "2", "3", "4"] {
            let pairs = [("shape", shape), ("run", run)];
            let set = Settings::new(Marbles::INFO, pairs).unwrap();
            let game = Marbles::with(&set).unwrap();
            let rows: Vec<&str> = shape.split('/').collect();
            let twin = kibitz_twins::marbles::grid(&rows, run.parse().unwrap());
            assert_eq!(twin.len(), 1 << game.cells());
            let solved = Asked::new(Fill);
            for (text, (truth, value)) in &twin {
                let board = game.parse(text).unwrap();
                let found = verdict(&solved, &game, &board);
                assert_eq!(outcome(&found), *truth, "{text}, runs of {run}");
                assert_eq!(grundy(&found), Some(*value), "{text}, runs of {run}");
            }
        }
    }
}
