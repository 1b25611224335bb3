//! The endings of the catalogue.

use std::borrow::Cow;

use kibitz_game::Info;

use super::{Kind, Material, Piece};

const KINGS: [Piece; 2] = [Piece::white(Kind::King), Piece::black(Kind::King)];

/// An ending with one or two pieces besides the kings.
macro_rules! ending {
    ($ending:ident, $name:literal, [$($other:expr),+], $aliases:expr, $default_position:literal, $summary:literal) => {
        #[doc = $summary]
        #[derive(Clone, Copy, Debug)]
        pub enum $ending {}

        impl Material for $ending {
            const PIECES: &'static [Piece] = &[KINGS[0], KINGS[1], $($other),+];
            const INFO: &'static Info<'static> = &Info {
                name: $name,
                aliases: $aliases,
                summary: $summary,
                parameters: Cow::Borrowed(&[]),
                syntax: concat!("the board as in a FEN, then w or b for the side to move, e.g. ", $default_position),
                fields: Cow::Borrowed(&[]),
                contest: None,
            };
            const DEFAULT_POSITION: &'static str = $default_position;
        }
    };
}

ending!(
    Kqk,
    "kqk",
    [Piece::white(Kind::Queen)],
    &["kqvk"],
    "8/8/8/5k2/8/8/1Q6/K7 w",
    "chess: king and queen against king"
);
ending!(
    Krk,
    "krk",
    [Piece::white(Kind::Rook)],
    &["krvk"],
    "8/8/8/8/8/2k5/1R6/K7 w",
    "chess: king and rook against king"
);
ending!(
    Kbk,
    "kbk",
    [Piece::white(Kind::Bishop)],
    &["kbvk"],
    "8/8/8/8/8/2k5/8/K1B5 w",
    "chess: king and bishop against king (a draw)"
);
ending!(
    Kbnk,
    "kbnk",
    [Piece::white(Kind::Bishop), Piece::white(Kind::Knight)],
    &["kbnvk"],
    "8/8/7N/8/8/8/8/K1k1B3 w",
    "chess: king, bishop and knight against king"
);
ending!(
    Kqkr,
    "kqkr",
    [Piece::white(Kind::Queen), Piece::black(Kind::Rook)],
    &["kqvkr"],
    "8/8/8/8/2r5/8/2k5/K6Q w",
    "chess: king and queen against king and rook"
);
ending!(
    Krkn,
    "krkn",
    [Piece::white(Kind::Rook), Piece::black(Kind::Knight)],
    &["krvkn"],
    "8/2R5/8/8/7k/3K4/8/4n3 w",
    "chess: king and rook against king and knight"
);
