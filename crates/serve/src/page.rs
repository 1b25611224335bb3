//! The page: files that are part of the program.

mod packed;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

/// The files of the page; a debug build reads them from the disk each time.
#[derive(Embed)]
#[folder = "page/"]
struct Page;

/// What files are, by the end of their names.
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

/// A file of the page.
pub(crate) fn file(uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let found = is_plain(path).then(|| Page::get(path)).flatten();
    match (found, content_type(path)) {
        (Some(file), Some(content_type)) => send(file, content_type, headers),
        _ => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

/// Whether a path has nothing in it that means something else than a name.
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

fn send(file: EmbeddedFile, content_type: &'static str, headers: &HeaderMap) -> Response {
    let packed = packed::is_wanted(headers).then(|| packed::packed(&file));
    let packed = packed.flatten();
    let tag = tag(&file, packed.is_some());
    let is_known = |asked: &HeaderValue| {
        let asked = asked.to_str().unwrap_or_default();
        asked.split(',').any(|one| {
            let one = one.trim();
            one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag
        })
    };
    let has_it = headers.get_all(header::IF_NONE_MATCH).iter().any(is_known);
    let is_packed = packed.is_some();
    let mut response = if has_it {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(packed.map_or_else(|| Body::from(file.data.into_owned()), Body::from))
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

/// A name for the contents of a file; packed, they are others.
fn tag(file: &EmbeddedFile, is_packed: bool) -> String {
    let hash = file.metadata.sha256_hash();
    let digits: String = hash[..16].iter().map(|b| format!("{b:02x}")).collect();
    let packing = if is_packed { "-gzip" } else { "" };
    format!("\"{digits}{packing}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_are_paths() {
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
