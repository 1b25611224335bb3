//! Every example that `--help` shows is run as it stands, in a shell, with the
//! project's samples at hand.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The built command, and the directory where it lies.
fn kibitz() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_kibitz"))
}

fn help(command: &[&str]) -> String {
    let out = Command::new(kibitz()).args(command).arg("--help").output();
    String::from_utf8(out.unwrap().stdout).unwrap()
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = help(&[]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    listed
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .filter(|name| name != "help")
        .collect()
}

/// The examples at the end of a help text.
fn examples(help: &str) -> Vec<String> {
    let after = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    after
        .take_while(|line| !line.is_empty())
        .map(|line| line.trim().to_owned())
        .collect()
}

/// What an example needs that only its reader has: the samples,
/// and the directories that shells read.
fn furnish(home: &Path) {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    for sample in std::fs::read_dir(&samples).unwrap() {
        let sample = sample.unwrap();
        let directory = home.join("samples");
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::copy(sample.path(), directory.join(sample.file_name())).unwrap();
    }
    for directory in [
        ".local/share/bash-completion/completions",
        ".zfunc",
        ".config/fish/completions",
    ] {
        std::fs::create_dir_all(home.join(directory)).unwrap();
    }
}

fn run(example: &str, home: &Path) {
    let bin = kibitz();
    let path = format!(
        "{}:{}",
        bin.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let out = Command::new("bash")
        .args(["-o", "pipefail", "-c", example])
        .env("PATH", path)
        .env("HOME", home)
        .current_dir(home)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(
        out.status.success(),
        "{example}\n{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

#[test]
fn every_example_runs() {
    let home = tempfile::tempdir().unwrap();
    furnish(home.path());
    let mut all = examples(&help(&[]));
    assert!(!all.is_empty());
    for command in commands() {
        let own = examples(&help(&[&command]));
        let is_own = |example: &String| example.contains(&format!("kibitz {command}"));
        assert!(own.iter().any(is_own), "`{command} --help` has no example");
        all.extend(own);
    }
    for example in &all {
        run(example, home.path());
    }
}

#[test]
fn completions_know_commands_and_games() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let out = Command::new(kibitz())
            .args(["completions", shell])
            .output()
            .unwrap();
        assert!(out.status.success());
        let script = String::from_utf8(out.stdout).unwrap();
        for word in commands() {
            assert!(script.contains(&word), "{shell}: {word}");
        }
        // The scripts for the other shells complete options and commands only.
        if ["bash", "zsh"].contains(&shell) {
            assert!(script.contains("marbles"), "{shell}");
        }
    }
}

#[test]
fn bash_completes_a_game() {
    let ask = r#"source <(kibitz completions bash)
        COMP_WORDS=(kibitz solve marb) COMP_CWORD=2
        _kibitz kibitz marb solve; echo "${COMPREPLY[@]}""#;
    let bin = kibitz();
    let out = Command::new("bash")
        .args(["-c", ask])
        .env(
            "PATH",
            format!("{}:/usr/bin:/bin", bin.parent().unwrap().display()),
        )
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&out.stdout).trim(), "marbles");
}

#[test]
fn there_is_a_man_page_for_every_command() {
    let home = tempfile::tempdir().unwrap();
    let pages = home.path().join("man1");
    let out = Command::new(kibitz())
        .args(["man", "--out"])
        .arg(&pages)
        .output()
        .unwrap();
    assert!(out.status.success());
    let mut due: Vec<String> = commands()
        .iter()
        .map(|name| format!("kibitz-{name}.1"))
        .collect();
    due.push("kibitz.1".to_owned());
    due.sort();
    let mut found: Vec<String> = std::fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, due);
    for name in due {
        let page = std::fs::read_to_string(pages.join(&name)).unwrap();
        assert!(page.contains(".SH NAME"), "{name}");
        assert!(page.contains("Examples"), "{name}");
    }
}
