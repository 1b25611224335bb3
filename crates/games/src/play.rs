//! Who wins where there is no move left: the parameter `play`.

use kibitz_game::{Kind, Parameter, SettingError, Settings, TextError, Wdl};

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
                let problem = TextError::new(0..other.len(), message);
                Err(set.wrong(
                    "play",
                    match meant(other) {
                        Some(meant) => problem.help(format!("write play={meant}")),
                        None => problem,
                    },
                ))
            }
        }
    }
}

/// The value that is meant by another spelling of it: with an accent, in
/// capitals, with spaces around it.
fn meant(text: &str) -> Option<&'static str> {
    let plain: String = text
        .trim()
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|c| *c != '\u{300}')
        .map(|c| if c == 'è' || c == 'é' { 'e' } else { c })
        .collect();
    ["normal", "misere"].into_iter().find(|own| *own == plain)
}
