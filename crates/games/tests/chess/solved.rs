//! Tables of endings, solved once for all tests.

use std::sync::LazyLock;

use kibitz_game::{Indexed, RunContext, Value};
use kibitz_games::chess::{Ending, Kbk, Kbnk, Kqk, Kqkr, Krk, Krkn, Material, Pos};
use kibitz_solve::{ValueTable, retrograde};

/// An ending and its table.
pub(crate) trait Solved: Material + Sized {
    /// The values of all positions.
    fn table() -> &'static ValueTable;

    /// The value of a position.
    fn value(p: &Pos) -> Value {
        let rank = Ending::<Self>::default().rank(p);
        Self::table().get(rank).expect("a position")
    }
}

macro_rules! solved {
    ($($ending:ident),+) => {
        $(impl Solved for $ending {
            fn table() -> &'static ValueTable {
                static TABLE: LazyLock<ValueTable> = LazyLock::new(|| {
                    retrograde::solve(&Ending::<$ending>::default(), &RunContext::new()).unwrap()
                });
                &TABLE
            }
        })+
    };
}

solved!(Kqk, Krk, Kbk, Kbnk, Kqkr, Krkn);
