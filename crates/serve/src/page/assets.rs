//! The page combined into four assets instead of 150 files, because every
//! request costs a browser some milliseconds.
//!
//! `/` is `index.html` with one style sheet and one script in place of the
//! files that it names; a second script contains what is not needed for the
//! first paint. `/index.html` and the files themselves are served unchanged,
//! for reading and debugging.

mod script;
mod source;

use std::sync::OnceLock;

use super::File;

/// The style sheets of `index.html`, concatenated.
const STYLE: &str = "joined.css";
/// The modules needed for the first paint.
const SCRIPT: &str = "joined.js";
/// All other modules.
const LATER: &str = "joined-later.js";
/// The entry module of `index.html`.
const ENTRY: &str = "main.js";
/// The module that imports what is not needed for the first paint.
const REST: &str = "panels/rest.js";

/// The combined assets, or why they could not be built.
type Joined = Result<[(&'static str, File); 4], String>;

/// The combined asset at a path, if there is one.
pub(super) fn get(path: &str) -> Option<Result<File, String>> {
    static JOINED: OnceLock<Joined> = OnceLock::new();
    if !["", STYLE, SCRIPT, LATER].contains(&path) {
        return None;
    }
    // A debug build reads the files from disk, where they may change.
    let joined = if cfg!(debug_assertions) {
        &join()
    } else {
        JOINED.get_or_init(join)
    };
    match joined {
        Ok(all) => all
            .iter()
            .find(|(at, _)| *at == path)
            .map(|(_, file)| Ok(file.clone())),
        Err(why) => Some(Err(why.clone())),
    }
}

fn join() -> Joined {
    let index = read("index.html")?;
    let scripts = script::join(ENTRY, REST, LATER, read)?;
    Ok([
        ("", File::combined(html(&index)?)),
        (STYLE, File::combined(styles(&index)?)),
        (SCRIPT, File::combined(scripts.first)),
        (LATER, File::combined(scripts.later)),
    ])
}

fn read(path: &str) -> Result<String, String> {
    let file = super::Page::get(path).ok_or_else(|| format!("{path}: no such file"))?;
    String::from_utf8(file.data.into_owned()).map_err(|e| format!("{path}: {e}"))
}

/// `index.html` with one link in place of those to style sheets, and the
/// combined script in place of the entry module.
fn html(index: &str) -> Result<String, String> {
    let mut html = String::new();
    let mut links = 0;
    let mut scripts = 0;
    for line in index.lines() {
        if let Some(path) = style(line) {
            links += 1;
            if links == 1 {
                html += &line.replace(path, STYLE);
                html.push('\n');
            }
            continue;
        }
        let started = format!("src=\"{ENTRY}\"");
        scripts += line.matches(&started).count();
        html += &line.replace(&started, &format!("src=\"{SCRIPT}\""));
        html.push('\n');
    }
    if links == 0 || scripts != 1 {
        return Err(format!(
            "index.html: {links} style sheets, {scripts} scripts"
        ));
    }
    Ok(html)
}

/// The style sheet that a line of `index.html` links to.
fn style(line: &str) -> Option<&str> {
    let link = line
        .trim()
        .strip_prefix("<link rel=\"stylesheet\" href=\"")?;
    link.strip_suffix("\">")
}

/// The style sheets of `index.html` in order.
fn styles(index: &str) -> Result<String, String> {
    let mut all = String::new();
    for path in index.lines().filter_map(style) {
        let text = read(path)?;
        // Relative URLs would resolve against another directory.
        if text.contains("url(") || text.contains("@import") {
            return Err(format!("{path}: refers to another file"));
        }
        all += &text;
        all.push('\n');
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_modules_and_styles_are_combined() {
        let joined = join().unwrap();
        let text = |at: usize| String::from_utf8(joined[at].1.data.to_vec()).unwrap();
        let (html, styles, first, later) = (text(0), text(1), text(2), text(3));
        assert_eq!(html.matches("<link rel=\"stylesheet\"").count(), 1);
        assert_eq!(html.matches("<script").count(), 1);
        assert!(html.contains(STYLE) && html.contains(SCRIPT));
        let index = read("index.html").unwrap();
        for path in index.lines().filter_map(style) {
            assert!(styles.contains(&read(path).unwrap()), "{path}");
        }
        for path in super::super::Page::iter() {
            // Files of types are for the checker only.
            let is_module = path.ends_with(".js") && !path.ends_with("types.js");
            let start = format!("\n\"{path}\"() {{\n");
            let found = [&first, &later].map(|script| script.matches(&start).count());
            assert_eq!(found[0] + found[1], usize::from(is_module), "{path}");
        }
        for (path, script) in [(ENTRY, &first), ("scenes/nine.js", &first), (REST, &later)] {
            assert!(script.contains(&format!("\n\"{path}\"() {{\n")), "{path}");
        }
    }

    #[test]
    fn page_without_exactly_one_script_is_rejected() {
        let link = "<link rel=\"stylesheet\" href=\"a.css\">\n";
        let start = "<script type=\"module\" src=\"main.js\"></script>\n";
        assert!(html(&format!("{link}{link}{start}")).is_ok());
        for page in [
            link.to_owned(),
            start.to_owned(),
            format!("{link}{start}{start}"),
        ] {
            assert!(html(&page).is_err(), "{page}");
        }
    }
}
