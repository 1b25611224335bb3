//! What every request and every answer has to do with.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::host::Ends;
use crate::refusal::Refusal;
use crate::state::Shared;

/// The page brings everything along and sends nothing elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'none'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Headers that every answer has.
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

/// Adds the headers that every answer has.
pub(crate) fn dress(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// What browsers say about the page that asks: how far it is from the server.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses what was not meant for this server, or comes from the page of
/// another one.
pub(crate) fn admit<B>(shared: &Shared, request: &Request<B>, ends: Ends) -> Result<(), Refusal> {
    let (uri, headers) = (request.uri(), request.headers());
    let Some(host) = shared.hosts.meant_by(uri, headers, ends.local) else {
        let message = "this server does not answer to that host name";
        let refusal = Refusal::new(StatusCode::MISDIRECTED_REQUEST, "host", message);
        return Err(refusal.help("`kibitz serve --allow-host NAME` lets it"));
    };
    let is_question = uri.path() == "/api" || uri.path().starts_with("/api/");
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_question && !changes {
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
        // Another port, unless the origin says that it is ours.
        b"same-site" => has_origin,
        _ => false,
    };
    if origins.iter().all(is_own_page) && headers.get_all(SITE).iter().all(is_near) {
        return Ok(());
    }
    let message = "another site's page may not ask for this";
    Err(Refusal::new(StatusCode::FORBIDDEN, "host", message)
        .help("the page of this server may, and programs that send no Origin"))
}

/// An answer with the headers that every answer has.
pub(crate) fn dressed(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    dress(response.headers_mut());
    response
}
