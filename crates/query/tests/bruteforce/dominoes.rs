//! cram and domineering: every set of covered cells.

use kibitz_bruteforce::dominoes::{Turn, solve_all};
use kibitz_game::{CatalogueGame, Notation, RunContext};
use kibitz_games::dominoes::{Board, Cram, Domineering};
use kibitz_solve::RequestedFields;
use kibitz_solve::placement::{PartizanPlacementSolver, PlacementSolver};

use super::{CachedSolver, evaluation, grundy, outcome};

const BOARDS: [(u32, u32); 8] = [
    (1, 1),
    (1, 6),
    (5, 1),
    (2, 2),
    (2, 5),
    (3, 3),
    (4, 2),
    (3, 4),
];

#[test]
fn every_board_of_cram_agrees() {
    for (rows, cols) in BOARDS {
        let game = Cram::new(Board::new(rows, cols).unwrap());
        let solved = CachedSolver::new(PlacementSolver);
        let reference = solve_all(rows as usize, cols as usize, &[Turn::Either]);
        assert_eq!(reference.len(), 1 << (rows * cols));
        for ((board, _), expected) in &reference {
            let found = evaluation(&solved, &game, &game.parse(board).unwrap());
            assert_eq!(outcome(&found), expected.outcome, "{board}");
            assert_eq!(grundy(&found), expected.grundy, "{board}");
        }
    }
}

#[test]
fn every_board_of_domineering_agrees() {
    for (rows, cols) in BOARDS {
        let game = Domineering::new(Board::new(rows, cols).unwrap());
        let solved = CachedSolver::new(PartizanPlacementSolver);
        let reference = solve_all(rows as usize, cols as usize, &[Turn::Left, Turn::Right]);
        assert_eq!(reference.len(), 2 << (rows * cols));
        for ((board, turn), expected) in &reference {
            let p = game.parse(&format!("{board} {turn:?}")).unwrap();
            let found = evaluation(&solved, &game, &p);
            assert_eq!(outcome(&found), expected.outcome, "{board} {turn:?}");
        }
        let solution = solved.around(&game, &game.default_position()).unwrap();
        let counts = solution
            .count_values(&game, &game.default_position(), &RunContext::new())
            .unwrap();
        let lost = reference
            .values()
            .filter(|t| t.outcome.mover_wins() == Some(false));
        assert_eq!(counts.loss, lost.count() as u64);
        assert_eq!(counts.positions(), 1 << (rows * cols));
        assert_eq!(counts.nodes, Some(2 << (rows * cols)));
    }
}

/// Outcome classes of square boards (published), and of some boards solved
/// without distances.
#[test]
fn domineering_has_the_published_outcome_classes() {
    for (rows, cols, class) in [
        (2, 2, "N"),
        (3, 3, "N"),
        (4, 4, "N"),
        (5, 5, "P"),
        (4, 3, "L"),
        (3, 4, "R"),
        (4, 6, "N"),
    ] {
        let game = Domineering::new(Board::new(rows, cols).unwrap());
        let solution = CachedSolver::new(PartizanPlacementSolver)
            .around(&game, &game.default_position())
            .unwrap();
        let found = solution.outcome(&game, &game.default_position(), &RunContext::new());
        assert_eq!(found.unwrap().unwrap().class(), class, "{rows} x {cols}");
    }
}

/// A board too large for distances with only a small rectangle empty has the
/// result of the small board.
#[test]
fn results_without_distances_agree_with_small_boards() {
    let large = Domineering::new(Board::new(5, 5).unwrap());
    let small = Domineering::new(Board::new(3, 4).unwrap());
    let (bits, table) = (
        CachedSolver::new(PartizanPlacementSolver),
        CachedSolver::new(PartizanPlacementSolver),
    );
    let solution = bits.around(&large, &large.default_position()).unwrap();
    let notes = solution.notes(RequestedFields::ALL);
    assert_eq!(notes.len(), 1, "{notes:?}");
    for filled in 0..1u64 << 12 {
        for side in ["Left", "Right"] {
            let rows: Vec<String> = (0..3u32)
                .map(|row| {
                    let cell = |col: u32| filled >> (4 * row + col) & 1 == 1;
                    (0..4)
                        .map(|col| if cell(col) { '#' } else { '.' })
                        .collect()
                })
                .collect();
            let within = rows.iter().map(|row| format!("{row}#"));
            let within: Vec<String> = within.chain(["#####".into(), "#####".into()]).collect();
            let p = large
                .parse(&format!("{} {side}", within.join("/")))
                .unwrap();
            let q = small.parse(&format!("{} {side}", rows.join("/"))).unwrap();
            let (found, expected) = (
                evaluation(&bits, &large, &p),
                evaluation(&table, &small, &q),
            );
            assert_eq!(found.wdl, expected.wdl, "{rows:?} {side}");
        }
    }
}
