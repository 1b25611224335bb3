//! tictactoe: every board of the domain.

use kibitz_game::{Notation, Watch, laws};
use kibitz_games::Play;
use kibitz_games::tictactoe::TicTacToe;
use kibitz_query::oracle::{Oracle, Swept};

use super::{outcome, verdict};

#[test]
fn every_board_agrees() {
    for play in [Play::Normal, Play::Misere] {
        let game = TicTacToe { play };
        let oracle = Swept::default();
        let twin = kibitz_twins::tictactoe::solve_all(play == Play::Misere);
        let mut boards = 0;
        for board in laws::positions(&game) {
            boards += 1;
            let text = game.write(&board).replace('/', "");
            let truth = twin[&text];
            assert_eq!(
                outcome(&verdict(&oracle, &game, &board)),
                truth,
                "{text} {play:?}"
            );
        }
        assert_eq!(boards, twin.len());
        assert_eq!(boards, 5478);
        let tally = oracle.tally(&game, &game.parse(".../.../...").unwrap(), &Watch::new());
        let tally = tally.unwrap();
        assert_eq!((tally.positions(), tally.ties), (5478, 16));
        let over = &tally.by_plies[0];
        assert_eq!(over.win + over.loss, 626 + 316, "boards with a line");
    }
}
