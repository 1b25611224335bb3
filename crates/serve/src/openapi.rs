//! The description of the API, made from its types.

use utoipa::OpenApi;

/// The API of version 1.
#[derive(OpenApi)]
#[openapi(info(
    title = "kibitz",
    description = "Who wins a two-player game, how, how fast, and why."
))]
pub(crate) struct Api;
