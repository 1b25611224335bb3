//! Puzzles (positions with exactly one solution) and random parameters.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::RunContext;
use kibitz_query::{Puzzle, PuzzleKind, PuzzleSpec, Session};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_error::{ApiError, ErrorResponse};
use crate::query::Query;
use crate::responses::CachedResponse;
use crate::sessions::pairs;
use crate::state::Shared;

/// Puzzles of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzlesOut {
    /// The game's name in the catalogue.
    game: String,
    /// The same seed gives the same puzzle.
    seed: u64,
    /// One puzzle.
    puzzles: Vec<Puzzle>,
}

/// A random parameter.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RandomParameterOut {
    /// The parameter and its value; empty for a game without one.
    set: BTreeMap<&'static str, String>,
}

/// A position with exactly one winning move, or one that wins fastest.
#[utoipa::path(
    operation_id = "puzzle",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/puzzle",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter"),
        ("seed" = Option<u64>, Query, description = "the same seed gives the same puzzle; random if absent"),
        ("plies" = Option<String>, Query, description = "distance of the win in plies, e.g. 5-9, 5- or 7"),
        ("kind" = Option<String>, Query, description = "`win`: one move wins; `fastest`: one move wins fastest; `win` if absent")
    ),
    responses(
        (status = 200, description = "a position with one solution", body = PuzzlesOut),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    let query = Query::parse(uri.query(), &["seed", "plies", "kind"])?;
    let given = query.number("seed", u64::MAX)?;
    let seed = given.unwrap_or_else(any_seed);
    let plies = query.text("plies").map(parse_plies).transpose()?;
    let kind = parse_kind(query.text("kind"))?;
    let find = async {
        let source = shared.rules.find(&game)?;
        let mut set = query.set;
        // In a game with a random parameter each puzzle samples its own.
        let drawn = source.random_parameter(pairs(&set), seed)?;
        set.extend(drawn.map(|(name, value)| (name.to_owned(), value)));
        let selected = shared.select_game(&game, set).await?;
        let ask = move |game: &Session, context: &RunContext| {
            let spec = PuzzleSpec {
                seed,
                count: 1,
                kind,
                plies: plies.clone(),
            };
            game.puzzles(&spec, context)
        };
        CachedResponse::json(&PuzzlesOut {
            game: selected.name.to_string(),
            seed,
            puzzles: shared.run(&selected, ask).await?,
        })
    };
    match given {
        Some(_) => shared.responses.get_or_compute(&uri, find).await,
        None => find.await,
    }
}

/// Samples the game's random parameter, e.g. a deal of cards.
#[utoipa::path(
    operation_id = "drawn",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/drawn",
    params(
        ("game" = String, Path, description = "name or alias of a built-in game, or name of a rule file"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter"),
        ("seed" = Option<u64>, Query, description = "the same seed gives the same value; random if absent")
    ),
    responses(
        (status = 200, description = "the random parameter", body = RandomParameterOut),
        (status = "default", description = "error", body = ErrorResponse)
    )
)]
pub(crate) async fn drawn(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<CachedResponse, ApiError> {
    let query = Query::parse(uri.query(), &["seed"])?;
    let seed = query.number("seed", u64::MAX)?.unwrap_or_else(any_seed);
    let selected = shared.select_game(&game, query.set).await?;
    let drawn = selected
        .source
        .random_parameter(pairs(&selected.set), seed)?;
    CachedResponse::json(&RandomParameterOut {
        set: drawn.into_iter().collect(),
    })
}

/// A random seed, short enough to type.
fn any_seed() -> u64 {
    fastrand::u64(1..1_000_000)
}

fn parse_kind(text: Option<&str>) -> Result<PuzzleKind, ApiError> {
    match text {
        None | Some("win") => Ok(PuzzleKind::OnlyWin),
        Some("fastest") => Ok(PuzzleKind::FastestWin),
        Some(text) => Err(ApiError::query(format!(
            "`kind`: expected win or fastest, found `{text}`"
        ))),
    }
}

/// `5-9`, `5-` or `7`.
fn parse_plies(text: &str) -> Result<RangeInclusive<u32>, ApiError> {
    let wrong = || ApiError::query(format!("`plies`: expected 5-9, 5- or 7, found `{text}`"));
    let number = |word: &str| word.parse::<u32>().map_err(|_| wrong());
    let (min, max) = match text.split_once('-') {
        Some((min, "")) => (number(min)?, u32::MAX),
        Some((min, max)) => (number(min)?, number(max)?),
        None => (number(text)?, number(text)?),
    };
    if min > max {
        return Err(wrong());
    }
    Ok(min..=max)
}
