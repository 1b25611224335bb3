//! The endings of the catalogue.

use std::borrow::Cow;

use kibitz_game::Info;

use super::{Ending, Kind, Piece};

/// An ending with one or two pieces besides the kings, which must differ in
/// kind or side.
macro_rules! ending {
    ($ending:ident, $name:literal, [$third:expr, $fourth:expr], $alias:literal, $default_position:literal, $summary:literal) => {
        impl Ending {
            #[doc = $summary]
            pub const $ending: Ending = Ending {
                slots: [
                    Some(Piece::white(Kind::King)),
                    Some(Piece::black(Kind::King)),
                    $third,
                    $fourth,
                ],
                info: &Info {
                    name: $name,
                    aliases: &[$alias],
                    summary: $summary,
                    parameters: Cow::Borrowed(&[]),
                    syntax: concat!(
                        "the board as in a FEN, then w or b for the side to move, e.g. ",
                        $default_position
                    ),
                    fields: Cow::Borrowed(&[]),
                    contest: None,
                },
                default_position: $default_position,
            };
        }
    };
}

ending!(
    KQK,
    "kqk",
    [Some(Piece::white(Kind::Queen)), None],
    "kqvk",
    "8/8/8/5k2/8/8/1Q6/K7 w",
    "chess: king and queen against king"
);
ending!(
    KRK,
    "krk",
    [Some(Piece::white(Kind::Rook)), None],
    "krvk",
    "8/8/8/8/8/2k5/1R6/K7 w",
    "chess: king and rook against king"
);
ending!(
    KBK,
    "kbk",
    [Some(Piece::white(Kind::Bishop)), None],
    "kbvk",
    "8/8/8/8/8/2k5/8/K1B5 w",
    "chess: king and bishop against king (a draw)"
);
ending!(
    KBNK,
    "kbnk",
    [
        Some(Piece::white(Kind::Bishop)),
        Some(Piece::white(Kind::Knight))
    ],
    "kbnvk",
    "8/8/7N/8/8/8/8/K1k1B3 w",
    "chess: king, bishop and knight against king"
);
ending!(
    KQKR,
    "kqkr",
    [
        Some(Piece::white(Kind::Queen)),
        Some(Piece::black(Kind::Rook))
    ],
    "kqvkr",
    "8/8/8/8/2r5/8/2k5/K6Q w",
    "chess: king and queen against king and rook"
);
ending!(
    KRKN,
    "krkn",
    [
        Some(Piece::white(Kind::Rook)),
        Some(Piece::black(Kind::Knight))
    ],
    "krvkn",
    "8/2R5/8/8/7k/3K4/8/4n3 w",
    "chess: king and rook against king and knight"
);
