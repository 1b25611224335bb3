//! Whom a request was sent to, and whose page sent it.
//!
//! A page of another site can make a browser ask this server, by a name that
//! leads to it. The browser then says that name, so a server that answers to
//! its own names only cannot be read from elsewhere. Such a page can also ask
//! without reading the answer; the browser then says whose page it is.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

/// The two ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// The address and the port of this machine that the client has reached.
    pub(crate) local: SocketAddr,
    pub(crate) peer: SocketAddr,
}

/// The names that the server answers to.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    /// Those that every server has.
    own: Vec<String>,
    /// Those that were allowed by hand.
    more: Vec<String>,
}

/// A name, or an address as a URL has it, and maybe a port.
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

    fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The address, where the name is one.
    fn address(&self) -> Option<IpAddr> {
        let inside = self.name.strip_prefix('[');
        match inside.and_then(|name| name.strip_suffix(']')) {
            Some(name) => name.parse::<Ipv6Addr>().ok().map(IpAddr::from),
            None => self.name.parse().ok().filter(IpAddr::is_ipv4),
        }
    }
}

impl Hosts {
    /// Those of the loopback, of the interface, and some more.
    pub(crate) fn new(address: IpAddr, more: &[String]) -> Hosts {
        let mut own = vec![
            "localhost".to_owned(),
            "127.0.0.1".to_owned(),
            "[::1]".to_owned(),
        ];
        if !address.is_unspecified() {
            own.push(written(address));
        }
        Hosts {
            own,
            more: more.to_vec(),
        }
    }

    /// The host that a request was sent to, if it is one of ours, at any port:
    /// something may pass on requests that came to another one.
    pub(crate) fn meant_by<'a>(
        &self,
        uri: &Uri,
        headers: &'a HeaderMap,
        local: SocketAddr,
    ) -> Option<Host<'a>> {
        let mut said = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (said.next(), said.next()) else {
            return None;
        };
        let host = Host::parse(host.to_str().ok()?)?;
        // A target with a host of its own overrides the header.
        let is_ours = |host: Host<'_>| self.has(host, local);
        let target = uri.authority().map(Authority::as_str);
        let is_target_ours = target.is_none_or(|target| Host::parse(target).is_some_and(is_ours));
        (is_ours(host) && is_target_ours).then_some(host)
    }

    /// Whether a page of `origin`, as `http://localhost:8000`, is the one that
    /// this server has sent: same scheme, host and port as the request itself.
    pub(crate) fn is_own_page(&self, origin: &str, host: Host<'_>, local: SocketAddr) -> bool {
        let schemes = [("http://", 80), ("https://", 443)];
        let of = |(scheme, usual)| Some((origin.strip_prefix(scheme)?, usual));
        let Some((page, usual)) = schemes.into_iter().find_map(of) else {
            return false;
        };
        let Some(page) = Host::parse(page) else {
            return false;
        };
        // The server itself does not speak TLS; what passes requests on to it
        // may, and may name another host and port to it than the browser did.
        let is_passed_on = self.more.iter().any(|name| page.is_called(name));
        if usual == 443 && !is_passed_on {
            return false;
        }
        let port = page.port.unwrap_or(usual);
        if !page.is_called(host.name) {
            return is_passed_on && port == usual;
        }
        match host.port {
            Some(said) => said == port,
            None => port == local.port() || is_passed_on && port == usual,
        }
    }

    fn has(&self, host: Host<'_>, local: SocketAddr) -> bool {
        let mut names = self.own.iter().chain(&self.more);
        let is_local = |address: IpAddr| address == local.ip().to_canonical();
        names.any(|own| host.is_called(own)) || host.address().is_some_and(is_local)
    }
}

/// An address as a URL has it.
fn written(address: IpAddr) -> String {
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
        hosts().meant_by(&uri, &headers, local(reached)).is_some()
    }

    fn is_ours(host: &str) -> bool {
        is_ours_at(host, "127.0.0.1")
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
    fn the_address_that_was_reached() {
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
    fn no_other_names() {
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
    fn the_page_of_the_request_itself() {
        let is_own = |origin: &str, host: &str| {
            let host = Host::parse(host).unwrap();
            hosts().is_own_page(origin, host, local("127.0.0.1"))
        };
        for (origin, host) in [
            ("http://localhost:8000", "localhost:8000"),
            ("http://localhost:8000", "localhost"),
            ("http://LOCALHOST:8000", "localhost:8000"),
            ("http://[::1]:8000", "[::1]:8000"),
            // Another port is passed on to this one.
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
