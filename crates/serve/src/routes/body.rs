//! The body of a request: so long, and in time.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::BodyDataStream;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::time::Instant;

use crate::refusal::Refusal;
use crate::state::Shared;

/// Bytes of a body, except contest input.
const MOST: usize = 64 << 10;

/// A whole body.
pub(crate) struct Body(pub(crate) Vec<u8>);

impl FromRequest<Arc<Shared>> for Body {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Body, Refusal> {
        let mut arriving = Arriving::new(request.into_body(), MOST, [shared.patience; 2]);
        let (body, end) = arriving.gather(usize::MAX).await;
        match end {
            Ok(()) => Ok(Body(body)),
            Err(e) => Err(refused(&e, MOST)
                .unwrap_or_else(|| Refusal::query(format!("the body cannot be read: {e}")))),
        }
    }
}

/// A body that comes piece by piece, as long as it comes in time.
pub(super) struct Arriving {
    body: BodyDataStream,
    length: usize,
    most: usize,
    /// How long the next piece may take.
    patience: Duration,
    /// When all of them must be there.
    end: Instant,
}

impl Arriving {
    /// A body of at most so many bytes, with the time for each piece and for
    /// the whole.
    pub(super) fn new(body: axum::body::Body, most: usize, times: [Duration; 2]) -> Arriving {
        let [patience, whole] = times;
        Arriving {
            body: body.into_data_stream(),
            length: 0,
            most,
            patience,
            end: Instant::now() + whole,
        }
    }

    /// The next piece; none after the last one.
    pub(super) async fn next(&mut self) -> Option<io::Result<Bytes>> {
        let end = self.end.min(Instant::now() + self.patience);
        let piece = match tokio::time::timeout_at(end, self.body.next()).await {
            Ok(piece) => piece?.map_err(io::Error::other),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        };
        self.length += piece.as_ref().map_or(0, Bytes::len);
        Some(match piece {
            Ok(_) if self.length > self.most => Err(io::ErrorKind::FileTooLarge.into()),
            piece => piece,
        })
    }

    /// What comes until it is enough or all, and what was wrong with the rest.
    /// It is copied: small pieces take far more memory than they have bytes.
    pub(super) async fn gather(&mut self, enough: usize) -> (Vec<u8>, io::Result<()>) {
        let mut gathered = Vec::new();
        while gathered.len() < enough {
            match self.next().await {
                Some(Ok(piece)) => gathered.extend_from_slice(&piece),
                Some(Err(error)) => return (gathered, Err(error)),
                None => break,
            }
        }
        (gathered, Ok(()))
    }
}

/// The answer to a body that does not [arrive](Arriving) as it should.
pub(super) fn refused(error: &io::Error, most: usize) -> Option<Refusal> {
    match error.kind() {
        io::ErrorKind::FileTooLarge => Some(too_large(most)),
        io::ErrorKind::TimedOut => Some(too_slow()),
        _ => None,
    }
}

/// The body has more bytes than it may.
pub(super) fn too_large(most: usize) -> Refusal {
    let message = format!("the body has more than {}", kibitz_game::Bytes(most as u64));
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
}

/// The body does not come.
fn too_slow() -> Refusal {
    let message = "the rest of the body did not come in time";
    Refusal::new(StatusCode::REQUEST_TIMEOUT, "time", message)
}
