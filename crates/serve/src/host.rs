//! Whom a request was sent to.
//!
//! A page of another site can make a browser ask this server, by a name that
//! leads to it. The browser then says that name, so a server that answers to
//! its own names only cannot be read from elsewhere.

use std::net::IpAddr;

use axum::http::{HeaderMap, Uri, header};

/// The names that the server answers to.
#[derive(Clone, Debug)]
pub(crate) struct Hosts(Vec<String>);

impl Hosts {
    /// Those of the loopback, of the interface, and some more.
    pub(crate) fn new(address: IpAddr, more: &[String]) -> Hosts {
        let mut names = vec![
            "localhost".to_owned(),
            "127.0.0.1".to_owned(),
            "[::1]".to_owned(),
        ];
        if !address.is_unspecified() {
            names.push(written(address));
        }
        names.extend(more.iter().map(|name| name.to_lowercase()));
        Hosts(names)
    }

    /// Whether a request was sent to one of them, at any port.
    pub(crate) fn are_meant_by(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let mut said = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (said.next(), said.next()) else {
            return false;
        };
        // A target with a host of its own overrides the header.
        let target = uri.authority().map(axum::http::uri::Authority::as_str);
        let is_ours = |host: &str| self.has(without_port(host));
        host.to_str().is_ok_and(is_ours) && target.is_none_or(is_ours)
    }

    /// Whether a page that `origin` names, as `http://localhost:8000`, is ours.
    pub(crate) fn are_origin(&self, origin: &str) -> bool {
        let host = origin.strip_prefix("http://");
        let host = host.or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(|host| self.has(without_port(host)))
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// An address as a URL has it.
pub(crate) fn written(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !name.is_empty() => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ours(host: &str) -> bool {
        let hosts = Hosts::new([192, 168, 0, 7].into(), &["Kibitz.Example".to_owned()]);
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        hosts.are_meant_by(&Uri::from_static("/"), &headers)
    }

    #[test]
    fn own_names_at_any_port() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:4321",
            "[::1]",
            "[::1]:9",
            "192.168.0.7:1",
            "kibitz.example:8080",
        ] {
            assert!(is_ours(host), "{host}");
        }
    }

    #[test]
    fn no_other_names() {
        for host in [
            "",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.example:127.0.0.1",
            "localhost:80:80",
            "user@localhost",
            "192.168.0.8",
            "localhost:x",
            "::1",
            "[::1",
        ] {
            assert!(!is_ours(host), "{host}");
        }
    }
}
