//! What every request and every answer has to do with.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};

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

/// Refuses what was not meant for this server, or comes from the page of
/// another one.
pub(crate) fn admit<B>(shared: &Shared, request: &Request<B>) -> Result<(), Refusal> {
    let headers = request.headers();
    if !shared.hosts.are_meant_by(request.uri(), headers) {
        let message = "this server does not answer to that host name";
        let refusal = Refusal::new(StatusCode::MISDIRECTED_REQUEST, "host", message);
        return Err(refusal.help("`kibitz serve --allow-host NAME` lets it"));
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let is_foreign = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default();
        !shared.hosts.are_origin(origin)
    };
    if changes && headers.get_all(header::ORIGIN).iter().any(is_foreign) {
        let message = "another site's page may not ask for this";
        return Err(Refusal::new(StatusCode::FORBIDDEN, "host", message));
    }
    Ok(())
}

/// An answer with the headers that every answer has.
pub(crate) fn dressed(answer: impl IntoResponse) -> Response {
    let mut response = answer.into_response();
    dress(response.headers_mut());
    response
}
