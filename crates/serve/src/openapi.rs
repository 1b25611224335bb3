//! The OpenAPI description, generated from the types.

use utoipa::OpenApi;

use crate::routes;

/// The API of version 1.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "kibitz",
        description = "Exact solver for two-player games with perfect information and no chance."
    ),
    paths(
        routes::games::get,
        routes::position::get,
        routes::view::get,
        routes::line::get,
        routes::step::get,
        routes::stats::get,
        routes::guess::get,
        routes::map::cells,
        routes::map::axes,
        routes::map::distances,
        routes::puzzle::get,
        routes::puzzle::drawn,
        routes::judge::post,
        routes::cases::post,
        routes::rules::post,
        routes::rules::examples,
        routes::jobs::post,
        routes::jobs::get,
        routes::jobs::delete,
        routes::jobs::events,
    )
)]
pub(crate) struct Api;
