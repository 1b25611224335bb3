//! Who wins where there is no move left: the parameter `play`.

use kibitz_game::{Kind, Parameter, SettingError, Settings, Wdl};

/// Whether the last move wins or loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl Play {
    /// What it means to have no move.
    #[must_use]
    pub const fn stuck(self) -> Wdl {
        match self {
            Play::Normal => Wdl::Loss,
            Play::Misere => Wdl::Win,
        }
    }

    /// The parameter, for a game's listing.
    pub(crate) const fn parameter(meaning: &'static str) -> Parameter<'static> {
        Parameter {
            name: "play",
            kind: Kind::Text,
            default: "normal",
            meaning,
        }
    }

    /// The value of the parameter.
    pub(crate) fn of(set: &Settings) -> Result<Play, SettingError> {
        match set.text("play") {
            "normal" => Ok(Play::Normal),
            "misere" => Ok(Play::Misere),
            other => {
                let message = format!("expected normal or misere, found `{other}`");
                Err(set.refuse("play", 0..other.len(), message))
            }
        }
    }
}
