//! What a question gets back: the fields of the JSON output, in their order.

use kibitz_game::{Grundy, Kind, Parameter, Plies, Reason};
use kibitz_rules::{Setting, SettingValue};
use serde::Serialize;
use serde_json::Value;

use kibitz_solve::{Outcome, Verdict};

/// The answer of `solve`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Answer {
    /// The game's name in the catalogue.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// The position, as kibitz writes it.
    pub position: String,
    /// Who moves, where positions name the players.
    pub mover: Option<String>,
    /// `win`, `draw` or `loss` for the player who moves.
    pub value: &'static str,
    /// Plies until the end under perfect play.
    pub plies: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// The score, signed for the mover.
    pub score: Option<i64>,
    /// The importance of the first move, for games that have one.
    pub importance: Option<u64>,
    /// The outcome class, for games with Left and Right.
    pub outcome_class: Option<&'static str>,
    /// What Left has who begins, in such a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<SideOut>,
    /// What Right has who begins, in such a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<SideOut>,
    /// Every move, best first.
    pub moves: Vec<MoveOut>,
    /// The main line.
    pub line: Vec<LineOut>,
    /// The reason.
    pub why: Option<Reason>,
    /// The moves in groups, where there are too many to look at each; `moves`
    /// then has one of each group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupOut>,
    /// Whether play goes on after the line.
    #[serde(skip)]
    pub is_line_cut: bool,
    /// How many moves there are, shown or not.
    #[serde(skip)]
    pub move_count: u64,
    /// By how much moving first raises a player's score, for games that have
    /// an importance; negative where it lowers it.
    #[serde(skip)]
    pub first_move_gain: Option<i64>,
    /// Things that people should know about this answer.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// Parameters with their values, numbers as numbers.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(value_type = Object)
)]
pub struct SetOut(pub Vec<SetValue>);

/// A parameter with its value.
#[derive(Clone, Debug)]
pub struct SetValue {
    /// Its name.
    pub name: String,
    /// The value, as people write it.
    pub text: String,
    json: Value,
}

impl SetValue {
    /// A value of a parameter.
    #[must_use]
    pub fn new(parameter: &Parameter<'_>, text: String) -> SetValue {
        let json = match (parameter.kind, text.parse::<u64>()) {
            (Kind::Number, Ok(number)) => number.into(),
            _ => text.as_str().into(),
        };
        SetValue {
            name: parameter.name.to_owned(),
            text,
            json,
        }
    }
}

impl From<&Setting> for SetValue {
    fn from(setting: &Setting) -> SetValue {
        SetValue {
            name: setting.name.clone(),
            text: setting.text.clone(),
            json: json_of(&setting.value),
        }
    }
}

fn json_of(value: &SettingValue) -> Value {
    match value {
        SettingValue::Int(number) => (*number).into(),
        SettingValue::Bool(is_true) => (*is_true).into(),
        SettingValue::Text(text) => text.as_str().into(),
        SettingValue::List(items) => items.iter().map(json_of).collect(),
        SettingValue::None => Value::Null,
    }
}

impl Serialize for SetOut {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for value in &self.0 {
            map.serialize_entry(&value.name, &value.json)?;
        }
        map.end()
    }
}

/// One move of an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveOut {
    /// Its name.
    #[serde(rename = "move")]
    pub by: String,
    /// Where it leads.
    pub position: String,
    /// Its value for the player who makes it.
    pub value: &'static str,
    /// Plies from the present position, this move included.
    pub plies: Option<u32>,
    /// The Grundy value of the position it leads to.
    pub grundy: Option<u64>,
    /// Whether the same player moves again after it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// Moves that have something in common.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GroupOut {
    /// What they have in common.
    pub name: String,
    /// How many there are.
    pub moves: u64,
    /// How many of them win.
    pub winning: u64,
    /// One of them: a winning one where there is one.
    pub example: String,
}

/// One move of the main line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LineOut {
    /// Its name.
    #[serde(rename = "move")]
    pub by: String,
    /// Where it leads.
    pub position: String,
}

/// The answer of `stats`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stats {
    /// The game's name in the catalogue.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// The position from which those that are counted can be reached; absent
    /// where all positions of the game are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Positions counted.
    pub positions: u64,
    /// The same without folding.
    pub unfolded: Option<u64>,
    /// Pairs of a position and a player to move, for games with Left and Right.
    pub nodes: Option<u64>,
    /// Won for the mover.
    pub win: u64,
    /// Lost for the mover.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// Decided as draws by the rules.
    pub ties: u64,
    /// Counts among positions that are not decided at once.
    pub undecided: Option<UndecidedOut>,
    /// The most plies of any position.
    pub max_plies: Option<u32>,
    /// A position with so many.
    pub longest: Option<String>,
    /// Wins and losses by plies.
    pub by_plies: Vec<PliesOut>,
    /// The start.
    pub start: StartOut,
    /// Things that people should know about these figures.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// Positions that the rules do not decide at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct UndecidedOut {
    /// Won for the mover.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the mover.
    pub loss: u64,
}

impl From<kibitz_solve::Undecided> for UndecidedOut {
    fn from(counts: kibitz_solve::Undecided) -> UndecidedOut {
        UndecidedOut {
            win: counts.win,
            draw: counts.draw,
            loss: counts.loss,
        }
    }
}

/// Wins and losses with a certain number of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PliesOut {
    /// The number of plies.
    pub plies: u32,
    /// Positions won.
    pub win: u64,
    /// Positions lost.
    pub loss: u64,
}

/// The start, or the position that is shown in its place.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum StartOut {
    /// Its value for the player who moves.
    One(ValueOut),
    /// Its values for Left and for Right, each of them beginning.
    Both(OutcomeOut),
}

/// What a position is worth to Left and to Right, each of them beginning.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OutcomeOut {
    /// To Left, who moves.
    pub left: SideOut,
    /// To Right, who moves.
    pub right: SideOut,
    /// `N`, `P`, `L`, `R`, or both results, Left's first.
    pub outcome_class: &'static str,
}

/// What a position is worth to a player who begins.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideOut {
    /// `win`, `draw` or `loss`.
    pub value: &'static str,
    /// Plies until the end.
    pub plies: Option<u32>,
}

impl From<Verdict> for SideOut {
    fn from(verdict: Verdict) -> SideOut {
        SideOut {
            value: verdict.wdl.name(),
            plies: verdict.plies.map(Plies::get),
        }
    }
}

impl From<Outcome> for OutcomeOut {
    fn from(outcome: Outcome) -> OutcomeOut {
        OutcomeOut {
            left: outcome.left.into(),
            right: outcome.right.into(),
            outcome_class: outcome.class(),
        }
    }
}

impl From<Verdict> for ValueOut {
    fn from(verdict: Verdict) -> ValueOut {
        ValueOut {
            value: verdict.wdl.name(),
            plies: verdict.plies.map(Plies::get),
            grundy: verdict.grundy.map(Grundy::get),
            outcome_class: None,
        }
    }
}

/// What a position is worth to the player who moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValueOut {
    /// `win`, `draw` or `loss`.
    pub value: &'static str,
    /// Plies until the end.
    pub plies: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// The outcome class, for games with Left and Right.
    pub outcome_class: Option<&'static str>,
}
