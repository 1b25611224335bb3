//! The play convention, normal or misère: the parameter `play`.

use kibitz_game::{Kind, Parameter, SettingError, Settings, TextError, Wdl};

/// The play convention: whether the last player to move wins or loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayConvention {
    /// A player who cannot move loses.
    #[default]
    Normal,
    /// A player who cannot move wins.
    Misere,
}

impl PlayConvention {
    /// The result of a player without a legal move.
    #[must_use]
    pub const fn no_move_result(self) -> Wdl {
        match self {
            PlayConvention::Normal => Wdl::Loss,
            PlayConvention::Misere => Wdl::Win,
        }
    }

    /// The parameter for a game's catalogue entry.
    pub(crate) const fn parameter(meaning: &'static str) -> Parameter<'static> {
        Parameter {
            name: "play",
            kind: Kind::Text,
            default: "normal",
            meaning,
        }
    }

    /// The value of the parameter.
    pub(crate) fn of(set: &Settings) -> Result<PlayConvention, SettingError> {
        match set.text("play") {
            "normal" => Ok(PlayConvention::Normal),
            "misere" => Ok(PlayConvention::Misere),
            other => {
                let message = format!("expected normal or misere, found `{other}`");
                let problem = TextError::new(0..other.len(), message);
                Err(set.wrong(
                    "play",
                    match intended(other) {
                        Some(intended) => problem.help(format!("write play={intended}")),
                        None => problem,
                    },
                ))
            }
        }
    }
}

/// The value probably meant by a variant spelling: with an accent, in capitals,
/// or with spaces around it.
fn intended(text: &str) -> Option<&'static str> {
    let plain: String = text
        .trim()
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|c| *c != '\u{300}')
        .map(|c| if c == 'è' || c == 'é' { 'e' } else { c })
        .collect();
    ["normal", "misere"].into_iter().find(|own| *own == plain)
}
