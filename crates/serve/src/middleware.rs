//! Checks of every request and headers of every response.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::host::Endpoints;
use crate::state::Shared;

/// The page is self-contained and may connect to this server only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'none'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Adds the headers of every response.
pub(crate) fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Fetch metadata: the relation of the requesting page to the server.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Rejects requests for another host, and those from pages of another origin.
pub(crate) fn check_origin<B>(
    shared: &Shared,
    request: &Request<B>,
    ends: Endpoints,
) -> Result<(), ApiError> {
    let (uri, headers) = (request.uri(), request.headers());
    let Some(host) = shared.hosts.requested_host(uri, headers, ends.local) else {
        let message = "unknown host name";
        let error = ApiError::new(StatusCode::MISDIRECTED_REQUEST, "host", message);
        return Err(error.help("`kibitz serve --allow-host NAME` accepts it"));
    };
    let is_api = uri.path() == "/api" || uri.path().starts_with("/api/");
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_api && !changes {
        return Ok(());
    }
    let is_own_page = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default();
        shared.hosts.is_own_page(origin, host, ends.local)
    };
    let origins = headers.get_all(header::ORIGIN);
    let has_origin = origins.iter().next().is_some();
    let is_near = |site: &HeaderValue| match site.as_bytes() {
        b"same-origin" | b"none" => true,
        // Another port of this host, unless `Origin` shows that it is ours.
        b"same-site" => has_origin,
        _ => false,
    };
    if origins.iter().all(is_own_page) && headers.get_all(SEC_FETCH_SITE).iter().all(is_near) {
        return Ok(());
    }
    let message = "cross-origin request rejected";
    Err(ApiError::new(StatusCode::FORBIDDEN, "host", message)
        .help("use the page of this server, or a client that sends no Origin"))
}

/// A response with the headers of every response.
pub(crate) fn with_headers(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    add_headers(response.headers_mut());
    response
}
