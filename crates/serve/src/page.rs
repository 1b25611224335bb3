//! The page: files embedded in the executable.

mod assets;

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use rust_embed::{Embed, EmbeddedFile};

use crate::gzip::{client_accepts_gzip, compress};

/// The files of the page; a debug build reads them from disk on every request.
#[derive(Embed)]
#[folder = "page/"]
struct Page;

/// Content types by file extension.
const TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("webmanifest", "application/manifest+json"),
    ("txt", "text/plain; charset=utf-8"),
];

/// Contents and entity tag.
#[derive(Clone, Debug)]
struct File {
    data: Bytes,
    tag: String,
}

impl File {
    /// An embedded file.
    fn embedded(file: EmbeddedFile) -> File {
        let hash = file.metadata.sha256_hash();
        File {
            data: match file.data {
                Cow::Borrowed(data) => Bytes::from_static(data),
                Cow::Owned(data) => Bytes::from(data),
            },
            tag: hash[..16].iter().map(|b| format!("{b:02x}")).collect(),
        }
    }

    /// Combined assets.
    fn combined(text: String) -> File {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        File {
            tag: format!("{:016x}", hasher.finish()),
            data: Bytes::from(text),
        }
    }
}

/// A file of the page, or a combined asset.
pub(crate) fn file(uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let found = match assets::get(path) {
        Some(Ok(file)) => Some(file),
        Some(Err(why)) => return (StatusCode::INTERNAL_SERVER_ERROR, why).into_response(),
        None => {
            let file = is_plain(path).then(|| Page::get(path)).flatten();
            file.map(File::embedded)
        }
    };
    let name = if path.is_empty() { "index.html" } else { path };
    match (found, content_type(name)) {
        (Some(file), Some(content_type)) => send(file, content_type, headers),
        _ => (StatusCode::NOT_FOUND, "not found\n").into_response(),
    }
}

/// Whether a path consists of plain names only: no `..`, hidden files or escapes.
fn is_plain(path: &str) -> bool {
    let is_name = |part: &str| {
        let mut bytes = part.bytes();
        let is_usual = |b: u8| b.is_ascii_alphanumeric() || b"._-".contains(&b);
        !part.is_empty() && !part.starts_with('.') && bytes.all(is_usual)
    };
    path.split('/').all(is_name)
}

fn content_type(path: &str) -> Option<&'static str> {
    let end = path.rsplit_once('.')?.1;
    let found = TYPES.iter().find(|(known, _)| *known == end);
    found.map(|(_, content_type)| *content_type)
}

/// Compressed contents by entity tag: each file is compressed once, and again
/// if it changes on disk under a debug build.
static COMPRESSED: LazyLock<Mutex<HashMap<String, Bytes>>> = LazyLock::new(Mutex::default);

/// The compressed contents of a file; `None` if compression fails.
fn gzip(file: &File) -> Option<Bytes> {
    let mut known = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = known.get(&file.tag) {
        return Some(bytes.clone());
    }
    let bytes = compress(&file.data, Compression::best())?;
    known.insert(file.tag.clone(), bytes.clone());
    Some(bytes)
}

fn send(file: File, content_type: &'static str, headers: &HeaderMap) -> Response {
    let gzip = client_accepts_gzip(headers).then(|| gzip(&file));
    let gzip = gzip.flatten();
    // Another representation needs another tag.
    let packing = if gzip.is_some() { "-gzip" } else { "" };
    let tag = format!("\"{}{packing}\"", file.tag);
    let is_known = |tags: &HeaderValue| {
        let tags = tags.to_str().unwrap_or_default();
        tags.split(',').any(|one| {
            let one = one.trim();
            one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag
        })
    };
    let has_it = headers.get_all(header::IF_NONE_MATCH).iter().any(is_known);
    let is_packed = gzip.is_some();
    let mut response = if has_it {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(gzip.unwrap_or(file.data)))
    };
    let answer = response.headers_mut();
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.insert(header::ETAG, tag);
    }
    if !has_it {
        answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        if is_packed {
            answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_other_than_plain_names_are_rejected() {
        for path in ["index.html", "js/store.js", "a-b_c.2.css"] {
            assert!(is_plain(path), "{path}");
        }
        for path in [
            "", "..", "../x", "a/../b", "a//b", "/a", "a/", ".git", "a/.b", "a\\b", "a%2fb", "a\0",
        ] {
            assert!(!is_plain(path), "{path}");
        }
    }
}
