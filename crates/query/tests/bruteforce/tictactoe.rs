//! tictactoe: every reachable board.

use kibitz_game::{Notation, RunContext, laws};
use kibitz_games::PlayConvention;
use kibitz_games::tictactoe::TicTacToe;
use kibitz_solve::acyclic::SweepSolver;

use super::{CachedSolver, evaluation, outcome};

#[test]
fn every_board_agrees() {
    for play in [PlayConvention::Normal, PlayConvention::Misere] {
        let game = TicTacToe { play };
        let solved = CachedSolver::new(SweepSolver);
        let reference = kibitz_bruteforce::tictactoe::solve_all(play == PlayConvention::Misere);
        let mut boards = 0;
        for board in laws::positions(&game) {
            boards += 1;
            let text = game.write(&board).replace('/', "");
            let expected = reference[&text];
            assert_eq!(
                outcome(&evaluation(&solved, &game, &board)),
                expected,
                "{text} {play:?}"
            );
        }
        assert_eq!(boards, reference.len());
        assert_eq!(boards, 5478);
        let root = game.parse(".../.../...").unwrap();
        let solution = solved.around(&game, &root).unwrap();
        let counts = solution
            .count_values(&game, &root, &RunContext::new())
            .unwrap();
        assert_eq!((counts.positions(), counts.ties), (5478, 16));
        let over = &counts.levels[0];
        assert_eq!(over.win + over.loss, 626 + 316, "boards with a line");
    }
}
