//! The catalogue of built-in games.

use std::sync::OnceLock;

use kibitz_game::{Kind, Parameter};
use kibitz_query::{CATALOGUE, Entry, QueryError, Session};
use rust_embed::Embed;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_error::{ApiError, ErrorResponse};
use crate::responses::CachedResponse;

/// Sample contest inputs.
#[derive(Embed)]
#[folder = "../../samples/"]
struct Samples;

/// A built-in game, or a rule file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameOut {
    /// The name used in requests.
    pub(crate) name: String,
    /// Other names.
    aliases: Vec<String>,
    /// The title of a rule file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    /// One-line summary.
    summary: String,
    /// The parameters.
    parameters: Vec<ParameterOut>,
    /// Syntax of a position, with an example.
    position: String,
    /// Positions with open fields, for tables, e.g. `{a} {b}`.
    fields: Vec<String>,
    /// Format of the contest input.
    contest: Option<String>,
    /// Syntax of moves, with an example.
    move_syntax: Option<String>,
    /// The names of the first and the second player.
    players: [&'static str; 2],
    /// Whether a parameter can be drawn at random, as the cards of a deal.
    is_dealt: bool,
    /// The default position.
    shown: String,
    /// Whether the game has a map while no parameter is set.
    has_map: bool,
    /// Sample contest input.
    sample: Option<String>,
}

/// A parameter, set by `set`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ParameterOut {
    /// Its name.
    name: String,
    /// The default value.
    default: String,
    /// What it means.
    meaning: String,
    /// `number` or `text`.
    kind: &'static str,
}

/// All built-in games.
#[utoipa::path(
    operation_id = "games",
    tag = "v1",
    get,
    path = "/api/v1/games",
    responses(
        (status = 200, description = "the games", body = [GameOut]),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn get() -> Result<CachedResponse, ApiError> {
    // Constant, so it is serialised once.
    static ALL: OnceLock<CachedResponse> = OnceLock::new();
    if let Some(answer) = ALL.get() {
        return Ok(answer.clone());
    }
    let games: Result<Vec<GameOut>, QueryError> = CATALOGUE.iter().map(listed).collect();
    let answer = CachedResponse::json(&games?)?;
    Ok(ALL.get_or_init(|| answer).clone())
}

fn listed(entry: &Entry) -> Result<GameOut, QueryError> {
    let sample = Samples::get(&format!("{}.txt", entry.info.name));
    let sample = sample.and_then(|file| String::from_utf8(file.data.into_owned()).ok());
    let is_dealt = entry.random_parameter([], 0)?.is_some();
    Ok(game_out(&Session::open(entry, [])?, sample, is_dealt))
}

/// The description of a game.
pub(super) fn game_out(session: &Session, sample: Option<String>, is_dealt: bool) -> GameOut {
    let info = session.info();
    GameOut {
        name: info.name.to_owned(),
        aliases: info.aliases.iter().map(|&name| name.to_owned()).collect(),
        title: None,
        summary: info.summary.to_owned(),
        parameters: info.parameters.iter().map(parameter_out).collect(),
        position: info.syntax.to_owned(),
        fields: info.fields.iter().map(|&text| text.to_owned()).collect(),
        contest: info.contest.map(str::to_owned),
        move_syntax: session.move_syntax().map(str::to_owned),
        players: session.players(),
        is_dealt,
        shown: session.default_position(),
        has_map: session.axes().is_ok(),
        sample,
    }
}

fn parameter_out(parameter: &Parameter<'_>) -> ParameterOut {
    ParameterOut {
        name: parameter.name.to_owned(),
        default: parameter.default.to_owned(),
        meaning: parameter.meaning.to_owned(),
        kind: match parameter.kind {
            Kind::Number => "number",
            Kind::Text => "text",
        },
    }
}
