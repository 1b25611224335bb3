//! The body of a request, where it is small.

use std::sync::Arc;

use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::refusal::Refusal;
use crate::state::Shared;

/// Bytes of a body, except contest input.
const MOST: usize = 64 << 10;

/// A whole body.
pub(crate) struct Body(pub(crate) Bytes);

impl FromRequest<Arc<Shared>> for Body {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Body, Refusal> {
        let body = Limited::new(request.into_body(), MOST).collect();
        match tokio::time::timeout(shared.patience, body).await {
            Ok(Ok(body)) => Ok(Body(body.to_bytes())),
            Ok(Err(e)) if e.is::<LengthLimitError>() => Err(too_large(MOST)),
            Ok(Err(e)) => Err(Refusal::query(format!("the body cannot be read: {e}"))),
            Err(_) => Err(too_slow()),
        }
    }
}

/// The body has more bytes than it may.
pub(super) fn too_large(most: usize) -> Refusal {
    let message = format!("the body has more than {}", kibitz_game::Bytes(most as u64));
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
}

/// The body does not come.
pub(super) fn too_slow() -> Refusal {
    let message = "the rest of the body did not come in time";
    Refusal::new(StatusCode::REQUEST_TIMEOUT, "time", message)
}
