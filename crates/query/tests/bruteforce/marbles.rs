//! marbles: the contest's diamond, and grids of irregular shapes.

use kibitz_game::contest::{Contest, Input};
use kibitz_game::{CatalogueGame, Game, Notation, PlacementGame, RunContext, Settings};
use kibitz_games::marbles::{Format, Marbles, Shape};
use kibitz_solve::RequestedFields;
use kibitz_solve::placement::Placement;
use kibitz_solve::placement::PlacementSolver;

use super::{CachedSolver, evaluation, grundy, outcome};

/// The position of a printed board, read by the contest's own parser.
fn read(game: &Marbles, board: &str) -> kibitz_games::marbles::Board {
    let mut input = Input::new("board", board.as_bytes());
    Format::new(game).read(&mut input).unwrap()
}

#[test]
fn all_65536_diamonds_agree() {
    let game = Marbles::new(Shape::rectangle(4, 4), 3);
    let solved = CachedSolver::new(PlacementSolver);
    let solution = solved.around(&game, &game.default_position()).unwrap();
    assert_eq!(solution.notes(RequestedFields::ALL), Vec::<String>::new());
    let reference = kibitz_bruteforce::marbles::solve_all();
    let placement =
        Placement::new(16, game.patterns().iter().copied(), game.no_move_result()).unwrap();
    let lost = placement.solve(&RunContext::new()).unwrap();
    let mut boards = 0;
    for (_, expected) in reference.iter() {
        let board = read(&game, &expected.diamond);
        let found = evaluation(&solved, &game, &board);
        assert_eq!(outcome(&found), expected.outcome, "{}", expected.diamond);
        assert_eq!(
            grundy(&found),
            Some(expected.grundy),
            "{}",
            expected.diamond
        );
        let is_lost = expected.outcome.mover_wins() == Some(false);
        assert_eq!(lost.is_lost(board.0), is_lost, "{}", expected.diamond);
        boards += 1;
        // Any board may be the first query.
        if boards % 64 == 0 {
            let alone = evaluation(&CachedSolver::new(PlacementSolver), &game, &board);
            assert_eq!(alone, found, "{}", expected.diamond);
        }
    }
    assert_eq!(boards, 65_536);
    assert_eq!(lost.count_lost(), 6_808);
}

#[test]
fn irregular_shapes_and_runs_agree() {
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
            let reference = kibitz_bruteforce::marbles::grid(&rows, run.parse().unwrap());
            assert_eq!(reference.len(), 1 << game.cells());
            let solved = CachedSolver::new(PlacementSolver);
            for (text, (expected, value)) in &reference {
                let board = game.parse(text).unwrap();
                let found = evaluation(&solved, &game, &board);
                assert_eq!(outcome(&found), *expected, "{text}, runs of {run}");
                assert_eq!(grundy(&found), Some(*value), "{text}, runs of {run}");
            }
        }
    }
}
