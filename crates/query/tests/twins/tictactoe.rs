//! tictactoe: every board of the domain.

use kibitz_game::{Notation, Watch, laws};
use kibitz_games::Play;
use kibitz_games::tictactoe::TicTacToe;
use kibitz_solve::acyclic::Sweep;

use super::{Asked, outcome, verdict};

#[test]
fn every_board_agrees() {
    for play in [Play::Normal, Play::Misere] {
        let game = TicTacToe { play };
        let solved = Asked::new(Sweep);
        let twin = kibitz_twins::tictactoe::solve_all(play == Play::Misere);
        let mut boards = 0;
        for board in laws::positions(&game) {
            boards += 1;
            let text = game.write(&board).replace('/', "");
            let truth = twin[&text];
            assert_eq!(
                outcome(&verdict(&solved, &game, &board)),
                truth,
                "{text} {play:?}"
            );
        }
        assert_eq!(boards, twin.len());
        assert_eq!(boards, 5478);
        let root = game.parse(".../.../...").unwrap();
        let solution = solved.around(&game, &root).unwrap();
        let tally = solution.tally(&game, &root, &Watch::new()).unwrap();
        assert_eq!((tally.positions(), tally.ties), (5478, 16));
        let over = &tally.levels[0];
        assert_eq!(over.win + over.loss, 626 + 316, "boards with a line");
    }
}
