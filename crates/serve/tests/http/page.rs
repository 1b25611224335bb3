//! The files of the page.

use crate::client::Served;

#[test]
fn page_is_served_and_revalidated_by_etag() {
    let server = Served::shared();
    let reply = server.get("/");
    assert_eq!(reply.status, 200);
    let content_type = reply.header("content-type");
    assert_eq!(content_type, Some("text/html; charset=utf-8"));
    assert_eq!(reply.header("cache-control"), Some("no-cache"));
    let tag = reply.header("etag").unwrap();
    assert!(tag.starts_with('"') && tag.ends_with('"'));
    for known in [tag, &format!("W/{tag}"), &format!("\"x\", {tag}"), "*"] {
        let again = server.ask("GET", "/", &[("if-none-match", known)], b"");
        assert_eq!(again.status, 304, "{known}");
        assert!(again.body.is_empty());
        assert_eq!(again.header("etag"), Some(tag));
    }
    let other = server.ask("GET", "/", &[("if-none-match", "\"x\"")], b"");
    assert_eq!(other.status, 200);
}

/// The values of an attribute in an HTML page.
fn attribute_values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    let after = html.split(&start).skip(1);
    after.filter_map(|text| text.split('"').next()).collect()
}

#[test]
fn page_is_served_combined_and_file_by_file() {
    let server = Served::shared();
    let joined = server.get("/").text();
    assert_eq!(attribute_values(&joined, "src"), ["joined.js"]);
    let files = server.get("/index.html").text();
    assert_eq!(attribute_values(&files, "src"), ["main.js"]);
    let is_style = |path: &&str| path.ends_with(".css");
    let styles: Vec<&str> = attribute_values(&files, "href")
        .into_iter()
        .filter(is_style)
        .collect();
    assert!(styles.len() > 5);
    for (page, path, content_type) in [
        (&joined, "joined.js", "text/javascript; charset=utf-8"),
        (&joined, "joined.css", "text/css; charset=utf-8"),
        (&files, "main.js", "text/javascript; charset=utf-8"),
    ] {
        assert!(page.contains(path), "{path}");
        let reply = server.get(&format!("/{path}"));
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.header("content-type"), Some(content_type), "{path}");
        let tag = reply.header("etag").unwrap();
        let again = server.ask("GET", &format!("/{path}"), &[("if-none-match", tag)], b"");
        assert_eq!(again.status, 304, "{path}");
    }
    let all = server.get("/joined.css").text();
    for style in styles {
        assert!(
            all.contains(&server.get(&format!("/{style}")).text()),
            "{style}"
        );
    }
    for (path, module) in [
        ("/joined.js", "main.js"),
        ("/joined-later.js", "panels/rest.js"),
        ("/joined-dialogs.js", "panels/dialogs.js"),
    ] {
        let script = server.get(path).text();
        assert!(script.contains(&format!("\"{module}\"() {{")), "{path}");
    }
}

#[test]
fn paths_do_not_escape_the_page() {
    let server = Served::shared();
    for path in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/page/../../src/lib.rs",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/..%5cCargo.toml",
        "/..\\Cargo.toml",
        "/%252e%252e/Cargo.toml",
        "/..%c0%afCargo.toml",
        "/.%2e/Cargo.toml",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/etc/passwd",
        "/index.html%00.js",
        "/index.html/",
        "/./index.html",
        "/index.html/../../Cargo.toml",
        "/INDEX.HTML",
        "/file:///etc/passwd",
    ] {
        let reply = server.get(path);
        assert_eq!(reply.status, 404, "{path}");
        assert_eq!(reply.text(), "not found\n", "{path}");
    }
    for path in [
        "/api/../Cargo.toml",
        "/api/v1/../../Cargo.toml",
        "/api/v1/games/..%2f..%2fCargo.toml/position",
    ] {
        let reply = server.get(path);
        assert_eq!(reply.status, 404, "{path}");
        assert!(["no_such_route", "no_such_game"].contains(&reply.kind().as_str()));
    }
}

#[test]
fn wrong_methods_are_rejected() {
    let server = Served::shared();
    for (method, path, status) in [
        ("POST", "/", 405),
        ("PUT", "/api/v1/games", 405),
        ("GET", "/api/v1/games/nim/judge", 405),
        ("DELETE", "/api/v1/games/nim/position", 405),
        ("GET", "/api/v1", 404),
        ("GET", "/api", 404),
        ("GET", "/api/v2/games", 404),
        ("POST", "/api/v1/nothing", 404),
        ("GET", "/api/v1/games/chess/position", 404),
    ] {
        let reply = server.ask(method, path, &[], b"");
        assert_eq!(reply.status, status, "{method} {path}");
        let kind = reply.kind();
        let due = match status {
            405 => "method",
            _ if path.contains("chess") => "no_such_game",
            _ => "no_such_route",
        };
        assert_eq!(kind, due, "{method} {path}");
    }
}
