//! Answers that have been given before.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use moka::future::Cache;
use serde::Serialize;

use crate::refusal::Refusal;

/// Bytes of answers that are kept.
const ROOM: u64 = 64 << 20;
/// What an entry takes beside its bytes, about.
const OVERHEAD: usize = 256;

/// A body and what it is.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    bytes: Bytes,
    content_type: &'static str,
}

impl Answer {
    pub(crate) fn json(document: &impl Serialize) -> Result<Answer, Refusal> {
        let bytes = serde_json::to_vec(document).map_err(|e| Refusal::failed(e.to_string()))?;
        Ok(Answer {
            bytes: bytes.into(),
            content_type: "application/json",
        })
    }

    pub(crate) fn octets(bytes: Vec<u8>) -> Answer {
        Answer {
            bytes: bytes.into(),
            content_type: "application/octet-stream",
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.bytes));
        let content_type = HeaderValue::from_static(self.content_type);
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, content_type);
        response
    }
}

/// Answers by what was asked, as many as there is room for.
#[derive(Debug)]
pub(crate) struct Answers(Cache<Arc<str>, Answer>);

impl Answers {
    pub(crate) fn new() -> Answers {
        let weigh = |key: &Arc<str>, answer: &Answer| {
            let bytes = key.len() + answer.bytes.len() + OVERHEAD;
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        Answers(Cache::builder().max_capacity(ROOM).weigher(weigh).build())
    }

    /// The answer to a request, from `find` unless it is known. Of several who
    /// ask the same at the same time one lets it be found, and all get it.
    pub(crate) async fn of(
        &self,
        uri: &Uri,
        find: impl Future<Output = Result<Answer, Refusal>>,
    ) -> Result<Answer, Refusal> {
        let key = uri.path_and_query().map_or("", |asked| asked.as_str());
        if let Some(answer) = self.0.get(key).await {
            return Ok(answer);
        }
        let found = self.0.try_get_with(key.into(), find).await;
        found.map_err(|refusal| Refusal::clone(&refusal))
    }
}
