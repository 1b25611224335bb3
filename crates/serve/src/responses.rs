//! Cache of response bodies.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use serde::Serialize;
use tokio::sync::watch;

use crate::api_error::ApiError;
use crate::gzip::compress;
use crate::recent::Recent;

/// Capacity of the cache in bytes.
const CAPACITY: u64 = 64 << 20;
/// Approximate overhead of an entry.
const OVERHEAD: usize = 256;

/// Bodies of these sizes are compressed: larger ones take too long, and what is saved of smaller
/// ones is less than a packet.
const COMPRESSED: RangeInclusive<usize> = 2 << 10..=1 << 20;

/// A body and its content type.
#[derive(Clone, Debug)]
pub(crate) struct CachedResponse {
    bytes: Bytes,
    content_type: &'static str,
    /// The compressed body, at most half as large, once a client has accepted it.
    compressed: Arc<OnceLock<Option<Bytes>>>,
}

impl CachedResponse {
    pub(crate) fn json(document: &impl Serialize) -> Result<CachedResponse, ApiError> {
        let bytes = serde_json::to_vec(document).map_err(|e| ApiError::failed(e.to_string()))?;
        Ok(CachedResponse::new(bytes, "application/json"))
    }

    pub(crate) fn octets(bytes: Vec<u8>) -> CachedResponse {
        CachedResponse::new(bytes, "application/octet-stream")
    }

    fn new(bytes: Vec<u8>, content_type: &'static str) -> CachedResponse {
        CachedResponse {
            bytes: bytes.into(),
            content_type,
            compressed: Arc::default(),
        }
    }

    fn compressed(&self) -> Option<&Bytes> {
        let compressed = self.compressed.get_or_init(|| {
            let is_worth_it = COMPRESSED.contains(&self.bytes.len());
            let bytes = is_worth_it.then(|| compress(&self.bytes, Compression::fast()));
            bytes
                .flatten()
                .filter(|bytes| bytes.len() <= self.bytes.len() / 2)
        });
        compressed.as_ref()
    }
}

/// Compresses the body of a response, if it is a [`CachedResponse`] and that is worth it.
pub(crate) fn compress_body(response: &mut Response) {
    let Some(stored) = response.extensions_mut().remove::<CachedResponse>() else {
        return;
    };
    let Some(bytes) = stored.compressed() else {
        return;
    };
    *response.body_mut() = Body::from(bytes.clone());
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
}

impl IntoResponse for CachedResponse {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.bytes.clone()));
        let content_type = HeaderValue::from_static(self.content_type);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, content_type);
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response.extensions_mut().insert(self);
        response
    }
}

type Outcome = Result<CachedResponse, ApiError>;

/// Response bodies by path and query.
#[derive(Debug)]
pub(crate) struct ResponseCache {
    stored: Recent<CachedResponse>,
    /// The requests that are being computed.
    pending: Mutex<HashMap<Arc<str>, watch::Receiver<Option<Outcome>>>>,
}

impl ResponseCache {
    pub(crate) fn new() -> ResponseCache {
        ResponseCache {
            stored: Recent::new(CAPACITY, Duration::MAX),
            pending: Mutex::default(),
        }
    }

    /// The response to a request, from the cache or computed by `find`.
    /// Concurrent identical requests share one computation and its result; if the
    /// client that runs it leaves, another one runs its own.
    pub(crate) async fn get_or_compute(
        &self,
        uri: &Uri,
        find: impl Future<Output = Outcome>,
    ) -> Outcome {
        let key = uri.path_and_query().map_or("", |key| key.as_str());
        loop {
            if let Some(response) = self.stored.get(key) {
                return Ok(response);
            }
            match self.join(key) {
                Some(Role::Computes(computation)) => {
                    let outcome = find.await;
                    computation.finish(&outcome);
                    return outcome;
                }
                Some(Role::Waits(mut result)) => {
                    if let Ok(outcome) = result.wait_for(Option::is_some).await
                        && let Some(outcome) = &*outcome
                    {
                        return outcome.clone();
                    }
                }
                None => {}
            }
        }
    }

    /// Begins a computation or joins the one that is running; `None` if the
    /// response has been stored meanwhile. A computation stores its response
    /// before it stops being pending, so no response is computed twice.
    fn join(&self, key: &str) -> Option<Role<'_>> {
        let mut pending = self.pending();
        if let Some(result) = pending.get(key) {
            return Some(Role::Waits(result.clone()));
        }
        if self.stored.get(key).is_some() {
            return None;
        }
        let (result, receiver) = watch::channel(None);
        let key: Arc<str> = key.into();
        pending.insert(Arc::clone(&key), receiver);
        Some(Role::Computes(Computation {
            cache: self,
            key,
            result,
        }))
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<Arc<str>, watch::Receiver<Option<Outcome>>>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a request does that finds no stored response.
enum Role<'a> {
    Computes(Computation<'a>),
    Waits(watch::Receiver<Option<Outcome>>),
}

/// A response that is being computed. When it is dropped, finished or not, the
/// requests that wait for it go on.
struct Computation<'a> {
    cache: &'a ResponseCache,
    key: Arc<str>,
    result: watch::Sender<Option<Outcome>>,
}

impl Computation<'_> {
    fn finish(self, outcome: &Outcome) {
        if let Ok(response) = outcome {
            // With the compressed body.
            let weight = self.key.len() + response.bytes.len() * 3 / 2 + OVERHEAD;
            let key = Arc::clone(&self.key);
            self.cache
                .stored
                .insert(key, response.clone(), weight as u64);
        }
        self.result.send_replace(Some(outcome.clone()));
    }
}

impl Drop for Computation<'_> {
    fn drop(&mut self) {
        self.cache.pending().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use axum::http::StatusCode;

    use super::*;

    fn response(text: &str) -> CachedResponse {
        CachedResponse::octets(text.as_bytes().to_vec())
    }

    fn body(outcome: Outcome) -> Bytes {
        outcome.expect("a response").bytes
    }

    #[tokio::test]
    async fn concurrent_identical_requests_share_one_computation() {
        let cache = ResponseCache::new();
        let uri = Uri::from_static("/a?b");
        let count = AtomicU32::new(0);
        let request = || {
            cache.get_or_compute(&uri, async {
                count.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Ok(response("x"))
            })
        };
        let (first, second) = tokio::join!(request(), request());
        assert_eq!([body(first), body(second)], ["x", "x"]);
        assert_eq!(body(request().await), "x");
        assert_eq!(count.into_inner(), 1);
    }

    #[tokio::test]
    async fn errors_are_shared_but_not_stored() {
        let cache = ResponseCache::new();
        let uri = Uri::from_static("/a");
        let count = AtomicU32::new(0);
        let request = || {
            cache.get_or_compute(&uri, async {
                count.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Err(ApiError::new(StatusCode::NOT_FOUND, "none", "none"))
            })
        };
        let (first, second) = tokio::join!(request(), request());
        assert!(first.is_err() && second.is_err());
        assert_eq!(count.load(Ordering::Relaxed), 1);
        assert!(request().await.is_err());
        assert_eq!(count.into_inner(), 2);
    }

    #[tokio::test]
    async fn a_waiting_request_computes_if_the_first_client_leaves() {
        let cache = ResponseCache::new();
        let uri = Uri::from_static("/a");
        let mut first = Box::pin(cache.get_or_compute(&uri, std::future::pending()));
        let mut second = Box::pin(cache.get_or_compute(&uri, async { Ok(response("y")) }));
        tokio::select! {
            biased;
            _ = &mut first => unreachable!("it never ends"),
            _ = &mut second => unreachable!("it waits for the first"),
            () = tokio::task::yield_now() => {}
        }
        drop(first);
        assert_eq!(body(second.await), "y");
    }
}
