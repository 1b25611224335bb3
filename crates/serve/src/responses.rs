//! Cache of response bodies.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use moka::future::Cache;
use serde::Serialize;

use crate::api_error::ApiError;

/// Capacity of the cache in bytes.
const CAPACITY: u64 = 64 << 20;
/// Approximate overhead of an entry.
const OVERHEAD: usize = 256;

/// A body and its content type.
#[derive(Clone, Debug)]
pub(crate) struct CachedResponse {
    bytes: Bytes,
    content_type: &'static str,
}

impl CachedResponse {
    pub(crate) fn json(document: &impl Serialize) -> Result<CachedResponse, ApiError> {
        let bytes = serde_json::to_vec(document).map_err(|e| ApiError::failed(e.to_string()))?;
        Ok(CachedResponse {
            bytes: bytes.into(),
            content_type: "application/json",
        })
    }

    pub(crate) fn octets(bytes: Vec<u8>) -> CachedResponse {
        CachedResponse {
            bytes: bytes.into(),
            content_type: "application/octet-stream",
        }
    }
}

impl IntoResponse for CachedResponse {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.bytes));
        let content_type = HeaderValue::from_static(self.content_type);
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, content_type);
        response
    }
}

/// Response bodies by path and query.
#[derive(Debug)]
pub(crate) struct ResponseCache(Cache<Arc<str>, CachedResponse>);

impl ResponseCache {
    pub(crate) fn new() -> ResponseCache {
        let weigh = |key: &Arc<str>, answer: &CachedResponse| {
            let bytes = key.len() + answer.bytes.len() + OVERHEAD;
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        ResponseCache(
            Cache::builder()
                .max_capacity(CAPACITY)
                .weigher(weigh)
                .build(),
        )
    }

    /// The response to a request, from the cache or computed by `find`.
    /// Concurrent identical requests share one computation.
    pub(crate) async fn get_or_compute(
        &self,
        uri: &Uri,
        find: impl Future<Output = Result<CachedResponse, ApiError>>,
    ) -> Result<CachedResponse, ApiError> {
        let key = uri.path_and_query().map_or("", |asked| asked.as_str());
        if let Some(answer) = self.0.get(key).await {
            return Ok(answer);
        }
        let found = self.0.try_get_with(key.into(), find).await;
        found.map_err(|error| ApiError::clone(&error))
    }
}
