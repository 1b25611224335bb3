//! Follows the tutorial and the page on contests: saves their files, runs their commands in
//! order, and compares the output with the text. `TRYCMD=overwrite cargo test -p kibitz --test
//! all tutorial` regenerates the output.

use std::path::Path;
use std::process::Command;

/// A fenced block of the tutorial.
#[derive(Clone, Copy, PartialEq)]
enum Fence {
    None,
    Python,
    Console,
}

/// An initially empty directory in which the tutorial is followed.
struct Reader {
    home: tempfile::TempDir,
    path: String,
}

impl Reader {
    fn new() -> Reader {
        let bin = Path::new(env!("CARGO_BIN_EXE_kibitz")).parent().unwrap();
        Reader {
            home: tempfile::tempdir().unwrap(),
            path: format!("{}:{}", bin.display(), std::env::var("PATH").unwrap()),
        }
    }

    /// Saves a file under the name in its first line.
    fn save(&self, block: &str) {
        let name = block
            .strip_prefix("# ")
            .and_then(|rest| rest.split_once(": "))
            .map(|(name, _)| name)
            .unwrap_or_else(|| panic!("no name in the first line of\n{block}"));
        assert!(name.ends_with(".py"), "{name}");
        std::fs::write(self.home.path().join(name), block).unwrap();
    }

    /// Runs a command; returns its output, including standard error.
    fn run(&self, command: &str) -> String {
        let out = Command::new("bash")
            .args(["-c", &format!("exec 2>&1; {command}")])
            .env("PATH", &self.path)
            .env("NO_COLOR", "1")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .current_dir(self.home.path())
            .output()
            .unwrap();
        String::from_utf8(out.stdout).unwrap()
    }
}

/// The tutorial with the current output of its commands, and their number.
fn regenerate(tutorial: &str) -> (String, usize) {
    let reader = Reader::new();
    let (mut fence, mut block, mut commands) = (Fence::None, String::new(), 0);
    let mut now = String::new();
    for line in tutorial.lines() {
        if line.starts_with("```") {
            if fence == Fence::Python {
                reader.save(&block);
            }
            block.clear();
            fence = match (fence, line) {
                (Fence::None, "```python") => Fence::Python,
                (Fence::None, "```console") => Fence::Console,
                (Fence::None, _) => panic!("untested block: {line}"),
                _ => Fence::None,
            };
        } else if fence == Fence::Console {
            if let Some(command) = line.strip_prefix("$ ") {
                now.push_str(line);
                now.push('\n');
                now.push_str(&reader.run(command));
                commands += 1;
            }
            continue;
        } else {
            block.push_str(line);
            block.push('\n');
        }
        now.push_str(line);
        now.push('\n');
    }
    (now, commands)
}

#[test]
fn tutorial_output_is_current() {
    assert_current("tutorial.md", 20);
}

#[test]
fn output_of_the_page_on_contests_is_current() {
    assert_current("contests.md", 5);
}

/// Follows a page with more than `least` commands.
fn assert_current(page: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(page);
    let tutorial = std::fs::read_to_string(&path).unwrap();
    let (now, commands) = regenerate(&tutorial);
    assert!(commands > least, "only {commands} commands were found");
    if std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite") {
        std::fs::write(&path, &now).unwrap();
        return;
    }
    for (number, (shown, now)) in (1..).zip(tutorial.lines().zip(now.lines())) {
        assert_eq!(shown, now, "docs/{page}, line {number}");
    }
    assert_eq!(tutorial.lines().count(), now.lines().count());
}

#[test]
fn links_of_the_tutorial_exist() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let tutorial = std::fs::read_to_string(docs.join("tutorial.md")).unwrap();
    // Text before the first link.
    let mut parts = tutorial.split("](");
    parts.next();
    let links: Vec<&str> = parts.map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(links.len() > 5);
    for link in links {
        assert!(docs.join(link).is_file(), "{link}");
    }
}
