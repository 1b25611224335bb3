//! Request bodies, limited in size and time.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::BodyDataStream;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::time::Instant;

use crate::api_error::ApiError;
use crate::state::Shared;

/// Maximum size of a body in bytes, except contest input.
const MAX: usize = 64 << 10;

/// A complete body.
pub(crate) struct Body(pub(crate) Vec<u8>);

impl FromRequest<Arc<Shared>> for Body {
    type Rejection = ApiError;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Body, ApiError> {
        let mut reader = BodyReader::new(request.into_body(), MAX, [shared.idle_timeout; 2]);
        let (body, end) = reader.read_until(usize::MAX).await;
        match end {
            Ok(()) => Ok(Body(body)),
            Err(e) => Err(limit_error(&e, MAX)
                .unwrap_or_else(|| ApiError::query(format!("cannot read the body: {e}")))),
        }
    }
}

/// Reads a body chunk by chunk, with limits on size and time.
pub(super) struct BodyReader {
    body: BodyDataStream,
    length: usize,
    max: usize,
    /// Time limit of the next chunk.
    idle_timeout: Duration,
    /// Deadline of the whole body.
    end: Instant,
}

impl BodyReader {
    /// Reads at max `max` bytes, with time limits for each chunk and for the
    /// whole body.
    pub(super) fn new(body: axum::body::Body, max: usize, times: [Duration; 2]) -> BodyReader {
        let [idle_timeout, whole] = times;
        BodyReader {
            body: body.into_data_stream(),
            length: 0,
            max,
            idle_timeout,
            end: Instant::now() + whole,
        }
    }

    /// The next chunk; `None` at the end.
    pub(super) async fn next(&mut self) -> Option<io::Result<Bytes>> {
        let end = self.end.min(Instant::now() + self.idle_timeout);
        let chunk = match tokio::time::timeout_at(end, self.body.next()).await {
            Ok(chunk) => chunk?.map_err(io::Error::other),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        };
        self.length += chunk.as_ref().map_or(0, Bytes::len);
        Some(match chunk {
            Ok(_) if self.length > self.max => Err(io::ErrorKind::FileTooLarge.into()),
            chunk => chunk,
        })
    }

    /// Reads until `enough` bytes have arrived or the body ends; also returns
    /// the error that ended it. Chunks are copied, because small ones take far
    /// more memory than their bytes.
    pub(super) async fn read_until(&mut self, enough: usize) -> (Vec<u8>, io::Result<()>) {
        let mut bytes = Vec::new();
        while bytes.len() < enough {
            match self.next().await {
                Some(Ok(chunk)) => bytes.extend_from_slice(&chunk),
                Some(Err(error)) => return (bytes, Err(error)),
                None => break,
            }
        }
        (bytes, Ok(()))
    }
}

/// The response to a body that exceeds a limit.
pub(super) fn limit_error(error: &io::Error, max: usize) -> Option<ApiError> {
    match error.kind() {
        io::ErrorKind::FileTooLarge => Some(too_large(max)),
        io::ErrorKind::TimedOut => Some(too_slow()),
        _ => None,
    }
}

/// The body exceeds its maximum size.
pub(super) fn too_large(max: usize) -> ApiError {
    let message = format!("the body exceeds {}", kibitz_game::Bytes(max as u64));
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
}

/// The body did not arrive in time.
fn too_slow() -> ApiError {
    let message = "timeout while reading the body";
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "time", message)
}
