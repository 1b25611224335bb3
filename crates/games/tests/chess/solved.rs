//! Tables of endings, solved once for all tests.

use std::sync::LazyLock;

use kibitz_game::{Indexed, RunContext, Value};
use kibitz_games::chess::{Ending, Pos};
use kibitz_solve::{ValueTable, retrograde};

/// Every ending of the catalogue.
pub(crate) const ALL: [Ending; 6] = [
    Ending::KQK,
    Ending::KRK,
    Ending::KBK,
    Ending::KBNK,
    Ending::KQKR,
    Ending::KRKN,
];

/// An ending and its table.
pub(crate) struct Solved {
    pub(crate) game: Ending,
    table: ValueTable,
}

impl Solved {
    /// The value of a position.
    pub(crate) fn value(&self, p: &Pos) -> Value {
        self.table.get(self.game.rank(p)).expect("a position")
    }
}

macro_rules! solved {
    ($($ending:ident),+) => {
        $(pub(crate) static $ending: LazyLock<Solved> = LazyLock::new(|| {
            let game = Ending::$ending;
            let table = retrograde::solve(&game, &RunContext::new()).unwrap();
            Solved { game, table }
        });)+
    };
}

solved!(KQK, KRK, KBK, KBNK, KQKR, KRKN);
