//! What a table says about itself.

use crate::{Packing, Part};

/// What the positions of a table are. A table holds the values of the positions numbered from 0 to
/// `positions - 1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The name of the game.
    pub game: String,
    /// The game's parameters, names and values.
    pub parameters: Vec<(String, String)>,
    /// A hash of the rules in hexadecimal: a table is valid only for the same rules.
    pub rules: String,
    /// How positions are numbered, e.g. `index` for the game's own index or `rows` if a column of
    /// the table lists them.
    pub numbering: String,
    /// The position from which all others of the table are reachable; `None` for a table of the
    /// whole game.
    pub root: Option<String>,
    /// Whether the numbering reduces positions by symmetry.
    pub symmetry: bool,
    /// The number of positions, holes included; of a part of a table, those of the part.
    pub positions: u64,
    /// How rows are packed, if the table lists its positions as packed state vectors.
    pub packing: Option<Packing>,
    /// The text of the rule file, if the game is one.
    pub source: Option<String>,
    /// Which part of a table it is, if it is not a whole one.
    pub part: Option<Part>,
}
