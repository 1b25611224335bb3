//! Positions with exactly one winning move, and what chance chooses.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use kibitz_game::Watch;
use kibitz_query::{Puzzle, Session, Wish};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answers::Answer;
use crate::query::Query;
use crate::refusal::{Refusal, RefusalOut};
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

/// What chance has chosen.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DrawnOut {
    /// The parameter and its value; nothing in a game without one.
    set: BTreeMap<&'static str, String>,
}

/// A position with exactly one winning move.
#[utoipa::path(
    operation_id = "puzzle",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/puzzle",
    params(
        ("game" = String, Path, description = "a name or alias of the catalogue"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter"),
        ("seed" = Option<u64>, Query, description = "the same seed gives the same puzzle; any if absent"),
        ("plies" = Option<String>, Query, description = "plies of the win, as 5-9, 5- or 7")
    ),
    responses(
        (status = 200, description = "a position with one winning move", body = PuzzlesOut),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn get(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let query = Query::parse(uri.query(), &["seed", "plies"])?;
    let given = query.number("seed", u64::MAX)?;
    let seed = given.unwrap_or_else(any_seed);
    let plies = query.text("plies").map(parse_plies).transpose()?;
    let find = async {
        let choice = shared.rules.find(&game).await?;
        let mut set = query.set;
        // Where chance chooses the game, each puzzle has one of its own.
        let drawn = choice.drawn(pairs(&set), seed)?;
        set.extend(drawn.map(|(name, value)| (name.to_owned(), value)));
        let chosen = shared.choose(&game, set).await?;
        let ask = move |game: &Session, watch: &Watch| {
            let wish = Wish {
                seed,
                count: 1,
                deepest: false,
                plies: plies.clone(),
            };
            game.puzzles(&wish, watch)
        };
        Answer::json(&PuzzlesOut {
            game: chosen.name.to_string(),
            seed,
            puzzles: shared.ask(&chosen, ask).await?,
        })
    };
    match given {
        Some(_) => shared.answers.of(&uri, find).await,
        None => find.await,
    }
}

/// What chance chooses, as a deal of cards.
#[utoipa::path(
    operation_id = "drawn",
    tag = "v1",
    get,
    path = "/api/v1/games/{game}/drawn",
    params(
        ("game" = String, Path, description = "a name or alias of the catalogue"),
        ("set" = Option<Vec<String>>, Query, description = "NAME=VALUE, once for each parameter"),
        ("seed" = Option<u64>, Query, description = "the same seed draws the same")
    ),
    responses(
        (status = 200, description = "what chance has chosen", body = DrawnOut),
        (status = "default", description = "no answer, and why", body = RefusalOut)
    )
)]
pub(crate) async fn drawn(
    State(shared): State<Arc<Shared>>,
    Path(game): Path<String>,
    uri: Uri,
) -> Result<Answer, Refusal> {
    let query = Query::parse(uri.query(), &["seed"])?;
    let seed = query.number("seed", u64::MAX)?.unwrap_or_else(any_seed);
    let chosen = shared.choose(&game, query.set).await?;
    let drawn = chosen.choice.drawn(pairs(&chosen.set), seed)?;
    Answer::json(&DrawnOut {
        set: drawn.into_iter().collect(),
    })
}

/// A seed that people can type.
fn any_seed() -> u64 {
    fastrand::u64(1..1_000_000)
}

/// `5-9`, `5-` or `7`.
fn parse_plies(text: &str) -> Result<RangeInclusive<u32>, Refusal> {
    let wrong = || Refusal::query(format!("`plies`: expected 5-9, 5- or 7, found `{text}`"));
    let number = |word: &str| word.parse::<u32>().map_err(|_| wrong());
    let (least, most) = match text.split_once('-') {
        Some((least, "")) => (number(least)?, u32::MAX),
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    if least > most {
        return Err(wrong());
    }
    Ok(least..=most)
}
