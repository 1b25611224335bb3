//! Host and origin checks.
//!
//! Defence against DNS rebinding and cross-site requests. A page of another
//! site can make a browser send requests here under a name that resolves to
//! this server; the browser then sends that name as `Host`, so accepting only
//! known names keeps other sites from reading responses. Such a page can also
//! send requests whose responses it does not read; for those the browser names
//! the page in `Origin` and `Sec-Fetch-Site`.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

/// Both endpoints of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Endpoints {
    /// The local address and port that the client connected to.
    pub(crate) local: SocketAddr,
    pub(crate) peer: SocketAddr,
}

/// The host names that the server accepts.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    /// Loopback and interface.
    own: Vec<String>,
    /// Names given by `--allow-host`.
    more: Vec<String>,
}

/// A host name, or an address in URL syntax, with an optional port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Host<'a> {
    name: &'a str,
    port: Option<u16>,
}

impl<'a> Host<'a> {
    fn parse(text: &'a str) -> Option<Host<'a>> {
        let (name, port) = match text.rsplit_once(':') {
            Some((name, "")) => (name, None),
            Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => {
                (name, Some(port.parse().ok()?))
            }
            _ => (text, None),
        };
        (!name.is_empty()).then_some(Host { name, port })
    }

    fn has_name(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The address, if the name is one.
    fn address(&self) -> Option<IpAddr> {
        let inside = self.name.strip_prefix('[');
        match inside.and_then(|name| name.strip_suffix(']')) {
            Some(name) => name.parse::<Ipv6Addr>().ok().map(IpAddr::from),
            None => self.name.parse().ok().filter(IpAddr::is_ipv4),
        }
    }
}

impl Hosts {
    /// The names of the loopback and of the interface, and `more`.
    pub(crate) fn new(address: IpAddr, more: &[String]) -> Hosts {
        let mut own = vec![
            "localhost".to_owned(),
            "127.0.0.1".to_owned(),
            "[::1]".to_owned(),
        ];
        if !address.is_unspecified() {
            own.push(url_form(address));
        }
        Hosts {
            own,
            more: more.to_vec(),
        }
    }

    /// The requested host, if it is one of ours; the port is not checked,
    /// because a proxy may forward requests from another one.
    pub(crate) fn requested_host<'a>(
        &self,
        uri: &Uri,
        headers: &'a HeaderMap,
        local: SocketAddr,
    ) -> Option<Host<'a>> {
        let mut given = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (given.next(), given.next()) else {
            return None;
        };
        let host = Host::parse(host.to_str().ok()?)?;
        // The authority of an absolute-form target overrides the header.
        let is_ours = |host: Host<'_>| self.has(host, local);
        let target = uri.authority().map(Authority::as_str);
        let is_target_ours = target.is_none_or(|target| Host::parse(target).is_some_and(is_ours));
        (is_ours(host) && is_target_ours).then_some(host)
    }

    /// Whether `origin`, e.g. `http://localhost:8000`, is that of the page
    /// served here: same scheme, host and port as the request.
    pub(crate) fn is_own_page(&self, origin: &str, host: Host<'_>, local: SocketAddr) -> bool {
        let schemes = [("http://", 80), ("https://", 443)];
        let of = |(scheme, usual)| Some((origin.strip_prefix(scheme)?, usual));
        let Some((page, usual)) = schemes.into_iter().find_map(of) else {
            return false;
        };
        let Some(page) = Host::parse(page) else {
            return false;
        };
        // The server itself does not speak TLS. A proxy in front of it may, and
        // may send another host and port than the browser did.
        let is_passed_on = self.more.iter().any(|name| page.has_name(name));
        if usual == 443 && !is_passed_on {
            return false;
        }
        let port = page.port.unwrap_or(usual);
        if !page.has_name(host.name) {
            return is_passed_on && port == usual;
        }
        match host.port {
            Some(given) => given == port,
            None => port == local.port() || is_passed_on && port == usual,
        }
    }

    fn has(&self, host: Host<'_>, local: SocketAddr) -> bool {
        let mut names = self.own.iter().chain(&self.more);
        let is_local = |address: IpAddr| address == local.ip().to_canonical();
        names.any(|own| host.has_name(own)) || host.address().is_some_and(is_local)
    }
}

/// An address in URL syntax.
fn url_form(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts() -> Hosts {
        Hosts::new([192, 168, 0, 7].into(), &["Kibitz.Example".to_owned()])
    }

    fn local(address: &str) -> SocketAddr {
        SocketAddr::new(address.parse().unwrap(), 8000)
    }

    fn is_ours_at(host: &str, reached: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        let uri = Uri::from_static("/");
        hosts()
            .requested_host(&uri, &headers, local(reached))
            .is_some()
    }

    fn is_ours(host: &str) -> bool {
        is_ours_at(host, "127.0.0.1")
    }

    #[test]
    fn own_names_are_accepted_at_any_port() {
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
    fn local_address_of_the_connection_is_accepted() {
        for (host, reached) in [
            ("10.1.2.3:8000", "10.1.2.3"),
            ("10.1.2.3", "::ffff:10.1.2.3"),
            ("[fd00::17]:8000", "fd00::17"),
            ("[FD00:0::17]", "fd00::17"),
        ] {
            assert!(is_ours_at(host, reached), "{host}");
        }
        for (host, reached) in [
            ("10.1.2.4:8000", "10.1.2.3"),
            ("10.1.2.3.evil.example", "10.1.2.3"),
            ("fd00::17", "fd00::17"),
            ("[10.1.2.3]", "10.1.2.3"),
            ("[fd00::17", "fd00::17"),
        ] {
            assert!(!is_ours_at(host, reached), "{host}");
        }
    }

    #[test]
    fn other_names_are_rejected() {
        for host in [
            "",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.example:127.0.0.1",
            "localhost:80:80",
            "localhost:99999",
            "user@localhost",
            "192.168.0.8",
            "localhost:x",
            "::1",
            "[::1",
        ] {
            assert!(!is_ours(host), "{host}");
        }
    }

    #[test]
    fn only_the_origin_of_the_request_is_own() {
        let is_own = |origin: &str, host: &str| {
            let host = Host::parse(host).unwrap();
            hosts().is_own_page(origin, host, local("127.0.0.1"))
        };
        for (origin, host) in [
            ("http://localhost:8000", "localhost:8000"),
            ("http://localhost:8000", "localhost"),
            ("http://LOCALHOST:8000", "localhost:8000"),
            ("http://[::1]:8000", "[::1]:8000"),
            // A proxy forwards from another port.
            ("http://localhost:9000", "localhost:9000"),
            ("http://localhost", "localhost:80"),
            ("http://kibitz.example:8000", "kibitz.example:8000"),
            ("https://kibitz.example", "kibitz.example"),
            ("https://kibitz.example", "127.0.0.1:8000"),
            ("http://kibitz.example", "127.0.0.1:8000"),
        ] {
            assert!(is_own(origin, host), "{origin} {host}");
        }
        for (origin, host) in [
            ("http://localhost:8001", "localhost:8000"),
            ("http://localhost:8001", "localhost"),
            ("http://localhost", "localhost:8000"),
            ("http://localhost", "localhost"),
            ("https://localhost:8000", "localhost:8000"),
            ("http://127.0.0.1:8000", "localhost:8000"),
            ("http://localhost:8000/", "localhost:8000"),
            ("http://user@localhost:8000", "localhost:8000"),
            ("http://localhost:8000.evil.example", "localhost:8000"),
            ("ftp://localhost:8000", "localhost:8000"),
            ("localhost:8000", "localhost:8000"),
            ("http://", "localhost:8000"),
            ("http://:8000", "localhost:8000"),
            ("null", "localhost:8000"),
            ("", "localhost:8000"),
            ("http://kibitz.example:8001", "kibitz.example:8000"),
            ("http://kibitz.example:8001", "127.0.0.1:8000"),
            ("https://evil.example", "kibitz.example"),
        ] {
            assert!(!is_own(origin, host), "{origin} {host}");
        }
    }
}
