//! The page combined into a few assets instead of its many files, because every
//! request costs a browser some milliseconds.
//!
//! `/` is `index.html` with one style sheet and one script in place of the
//! files that it names; other scripts contain what is not needed for the first
//! paint, the dialogs, and the scenes of single games. `/index.html` and the
//! files themselves are served unchanged, for reading and debugging.

mod script;
mod source;

use std::sync::OnceLock;

use super::File;
use script::Part;

/// The style sheets of `index.html`, concatenated.
const STYLE: &str = "joined.css";
/// The modules needed for the first paint.
const SCRIPT: &str = "joined.js";
/// The entry module of `index.html`.
const ENTRY: &str = "main.js";
/// What is not needed for the first paint, or not for every game.
const PARTS: [Part<'_>; 7] = [
    Part {
        root: "panels/rest.js",
        script: "joined-later.js",
    },
    Part {
        root: "panels/dialogs.js",
        script: "joined-dialogs.js",
    },
    Part {
        root: "scenes/boxes.js",
        script: "joined-boxes.js",
    },
    Part {
        root: "scenes/marbles.js",
        script: "joined-marbles.js",
    },
    Part {
        root: "scenes/nine.js",
        script: "joined-nine.js",
    },
    Part {
        root: "scenes/numbers.js",
        script: "joined-numbers.js",
    },
    Part {
        root: "scenes/piles.js",
        script: "joined-piles.js",
    },
];

/// The combined assets, or why they could not be built.
type Joined = Result<Vec<(&'static str, File)>, String>;

/// The combined asset at a path, if there is one.
pub(super) fn get(path: &str) -> Option<Result<File, String>> {
    static JOINED: OnceLock<Joined> = OnceLock::new();
    let is_part = PARTS.iter().any(|part| part.script == path);
    if !is_part && !["", STYLE, SCRIPT].contains(&path) {
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
    let scripts = script::join(ENTRY, &PARTS, read)?;
    let names = ["", STYLE, SCRIPT]
        .into_iter()
        .chain(PARTS.iter().map(|part| part.script));
    let texts = [html(&index)?, styles(&index)?].into_iter().chain(scripts);
    Ok(names.zip(texts.map(File::combined)).collect())
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
        let (html, styles) = (text(0), text(1));
        let scripts: Vec<String> = (2..joined.len()).map(text).collect();
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
            let found = scripts.iter().map(|script| script.matches(&start).count());
            assert_eq!(found.sum::<usize>(), usize::from(is_module), "{path}");
        }
        for (path, script) in [
            (ENTRY, 0),
            ("scenes/grid.js", 0),
            ("scenes/nine.js", 5),
            ("words/nine.js", 5),
            (PARTS[0].root, 1),
            ("panels/moves.js", 1),
            (PARTS[1].root, 2),
            ("words/rules.js", 1),
            ("words/map.js", 2),
        ] {
            let start = format!("\n\"{path}\"() {{\n");
            assert!(scripts[script].contains(&start), "{path}");
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
