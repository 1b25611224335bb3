//! Runs every example of every `--help` in a shell, with the project's samples;
//! completion scripts and man pages.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Path of the executable.
fn kibitz() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_kibitz"))
}

fn help(command: &[&str]) -> String {
    let out = Command::new(kibitz()).args(command).arg("--help").output();
    String::from_utf8(out.unwrap().stdout).unwrap()
}

/// The commands listed by `--help`.
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

/// Creates what examples assume: samples, example games, the completion
/// directories of shells, and a fake browser.
fn create_home(home: &Path) {
    for name in ["samples", "examples"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(name);
        let to = home.join(name);
        std::fs::create_dir_all(&to).unwrap();
        for file in std::fs::read_dir(&from).unwrap() {
            let file = file.unwrap();
            if file.path().is_file() {
                std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
            }
        }
    }
    for directory in [
        ".local/share/bash-completion/completions",
        ".zfunc",
        ".config/fish/completions",
    ] {
        std::fs::create_dir_all(home.join(directory)).unwrap();
    }
    let browser = home.join("bin/xdg-open");
    std::fs::create_dir_all(home.join("bin")).unwrap();
    std::fs::write(&browser, "#!/bin/sh\necho \"$1\" > ~/opened\n").unwrap();
    let made = Command::new("chmod").arg("+x").arg(&browser).status();
    assert!(made.unwrap().success());
}

/// A shell that runs an example; the fake browser records the URL.
fn shell(example: &str, home: &Path) -> Command {
    let bin = kibitz();
    let path = format!(
        "{}:{}:{}",
        home.join("bin").display(),
        bin.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let mut shell = Command::new("bash");
    shell
        .args(["-o", "pipefail", "-c", example])
        .env("PATH", path)
        .env("HOME", home)
        .current_dir(home)
        .stdin(Stdio::null());
    shell
}

fn run(example: &str, home: &Path) {
    let out = shell(example, home).output().unwrap();
    assert!(
        out.status.success(),
        "{example}\n{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

/// Runs a server until it is stopped: it prints its address, responds there, and
/// exits successfully.
fn serve(example: &str, home: &Path) {
    let mut child = shell(&format!("exec {example}"), home)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("kibitz listens on ").unwrap();
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("host: {address}\r\nconnection: close\r\n\r\n");
    write!(stream, "GET / HTTP/1.1\r\n{head}").unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    assert!(reply.starts_with("HTTP/1.1 200"), "{example}\n{reply}");
    if example.contains("--open") {
        assert_eq!(opened(home), url);
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &pid]).status();
    assert!(sent.unwrap().success());
    assert!(child.wait().unwrap().success(), "{example}");
}

/// Waits for the URL that the browser was asked to open.
fn opened(home: &Path) -> String {
    let began = Instant::now();
    loop {
        let text = std::fs::read_to_string(home.join("opened")).unwrap_or_default();
        if text.ends_with('\n') {
            return text.trim().to_owned();
        }
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "nothing was opened"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn every_example_runs() {
    let home = tempfile::tempdir().unwrap();
    create_home(home.path());
    let mut all = examples(&help(&[]));
    assert!(!all.is_empty());
    for command in commands() {
        let own = examples(&help(&[&command]));
        let is_own = |example: &String| example.contains(&format!("kibitz {command}"));
        assert!(own.iter().any(is_own), "`{command} --help` has no example");
        all.extend(own);
    }
    for example in &all {
        match example.starts_with("kibitz serve") {
            true => serve(example, home.path()),
            false => run(example, home.path()),
        }
    }
}

#[test]
fn completions_contain_commands_and_games() {
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
    let script = r#"source <(kibitz completions bash)
        COMP_WORDS=(kibitz solve marb) COMP_CWORD=2
        _kibitz kibitz marb solve; echo "${COMPREPLY[@]}""#;
    let bin = kibitz();
    let out = Command::new("bash")
        .args(["-c", script])
        .env(
            "PATH",
            format!("{}:/usr/bin:/bin", bin.parent().unwrap().display()),
        )
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&out.stdout).trim(), "marbles");
}

#[test]
fn every_command_has_a_man_page() {
    let home = tempfile::tempdir().unwrap();
    let pages = home.path().join("man1");
    let out = Command::new(kibitz())
        .args(["man", "--out"])
        .arg(&pages)
        .output()
        .unwrap();
    assert!(out.status.success());
    let mut expected: Vec<String> = commands()
        .iter()
        .map(|name| format!("kibitz-{name}.1"))
        .collect();
    expected.push("kibitz.1".to_owned());
    expected.sort();
    let mut found: Vec<String> = std::fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, expected);
    for name in expected {
        let page = std::fs::read_to_string(pages.join(&name)).unwrap();
        assert!(page.contains(".SH NAME"), "{name}");
        assert!(page.contains(".SH EXAMPLES"), "{name}");
        assert!(page.contains(".SH \"EXIT STATUS\""), "{name}");
    }
}
