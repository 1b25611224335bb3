//! cram and domineering: every set of covered cells.

use kibitz_game::{Listed, Notation, Watch};
use kibitz_games::dominoes::{Board, Cram, Domineering};
use kibitz_solve::Wanted;
use kibitz_solve::placement::{Fill, FillSides};
use kibitz_twins::dominoes::{Turn, solve_all};

use super::{Asked, grundy, outcome, verdict};

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
        let solved = Asked::new(Fill);
        let twin = solve_all(rows as usize, cols as usize, &[Turn::Anybody]);
        assert_eq!(twin.len(), 1 << (rows * cols));
        for ((board, _), truth) in &twin {
            let found = verdict(&solved, &game, &game.parse(board).unwrap());
            assert_eq!(outcome(&found), truth.outcome, "{board}");
            assert_eq!(grundy(&found), truth.grundy, "{board}");
        }
    }
}

#[test]
fn every_board_of_domineering_agrees() {
    for (rows, cols) in BOARDS {
        let game = Domineering::new(Board::new(rows, cols).unwrap());
        let solved = Asked::new(FillSides);
        let twin = solve_all(rows as usize, cols as usize, &[Turn::Left, Turn::Right]);
        assert_eq!(twin.len(), 2 << (rows * cols));
        for ((board, turn), truth) in &twin {
            let p = game.parse(&format!("{board} {turn:?}")).unwrap();
            let found = verdict(&solved, &game, &p);
            assert_eq!(outcome(&found), truth.outcome, "{board} {turn:?}");
        }
        let solution = solved.around(&game, &game.shown()).unwrap();
        let tally = solution.tally(&game, &game.shown(), &Watch::new()).unwrap();
        let lost = twin
            .values()
            .filter(|t| t.outcome.mover_wins() == Some(false));
        assert_eq!(tally.loss, lost.count() as u64);
        assert_eq!(tally.positions(), 1 << (rows * cols));
        assert_eq!(tally.nodes, Some(2 << (rows * cols)));
    }
}

/// Who wins on square boards (published), and on some that have only bits.
#[test]
fn who_wins_domineering() {
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
        let solution = Asked::new(FillSides).around(&game, &game.shown()).unwrap();
        let found = solution.outcome(&game, &game.shown(), &Watch::new());
        assert_eq!(found.unwrap().unwrap().class(), class, "{rows} x {cols}");
    }
}

/// A board too large for plies, with a small one left empty, is worth what the
/// small one is.
#[test]
fn bits_agree_with_small_boards() {
    let large = Domineering::new(Board::new(5, 5).unwrap());
    let small = Domineering::new(Board::new(3, 4).unwrap());
    let (bits, table) = (Asked::new(FillSides), Asked::new(FillSides));
    let solution = bits.around(&large, &large.shown()).unwrap();
    let notes = solution.notes(Wanted::ALL);
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
            let (found, truth) = (verdict(&bits, &large, &p), verdict(&table, &small, &q));
            assert_eq!(found.wdl, truth.wdl, "{rows:?} {side}");
        }
    }
}
