//! Resolution of the argument of `--exec`.
//!
//! A path of an existing file, possibly with spaces, is that file. Any other text
//! is split into words as by a shell, with quotes and backslashes, but without
//! expansions: `$`, `*`, `|` and `>` are ordinary characters. The program `kibitz`
//! means this executable.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Why a program cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct NoProgram {
    message: String,
    pub(crate) help: Option<String>,
}

impl NoProgram {
    fn new(message: String, help: Option<String>) -> NoProgram {
        NoProgram { message, help }
    }
}

/// Resolves the program and its arguments.
pub(crate) fn find(text: &str) -> Result<Vec<String>, NoProgram> {
    if text.contains('/') && Path::new(text).is_file() {
        check(Path::new(text))?;
        return Ok(vec![text.to_owned()]);
    }
    let words = shlex::split(text).filter(|words| !words.is_empty());
    let Some(mut words) = words else {
        let message = match text.trim().is_empty() {
            true => "expected a program, found nothing".to_owned(),
            false => format!("unterminated quote or backslash in `{text}`"),
        };
        return Err(NoProgram::new(message, None));
    };
    if words[0] == "kibitz"
        && let Some(own) = env::current_exe()
            .ok()
            .and_then(|p| p.into_os_string().into_string().ok())
    {
        words[0] = own;
    }
    let program = &words[0];
    if program.contains('/') {
        check(Path::new(program))?;
    } else if !is_in_path(program) {
        let help = match Path::new(program).is_file() {
            true => format!("to run a file in this directory, write `./{program}`"),
            false => "give a path, e.g. ./solution, or a command line, e.g. 'python3 solution.py'"
                .to_owned(),
        };
        let message = format!("program `{program}` not found");
        return Err(NoProgram::new(message, Some(help)));
    }
    Ok(words)
}

/// Returns an error unless the file can be executed.
fn check(path: &Path) -> Result<(), NoProgram> {
    let name = path.display();
    let refuse = |message, help: Option<&str>| {
        let help = help.map(str::to_owned);
        Err(NoProgram::new(message, help))
    };
    match fs::metadata(path) {
        Err(error) => refuse(format!("program `{name}` not found: {error}"), None),
        Ok(about) if about.is_dir() => refuse(format!("`{name}` is a directory"), None),
        Ok(_) if !is_executable(path) => refuse(
            format!("`{name}` is not executable"),
            Some("use `chmod +x`, or name the interpreter of a script, e.g. 'python3 solution.py'"),
        ),
        Ok(_) => Ok(()),
    }
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

fn is_in_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut places = env::split_paths(&folders).map(|folder: PathBuf| folder.join(program));
    places.any(|place| is_executable(&place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_by_a_shell() {
        let words = |text| find(text).unwrap();
        assert_eq!(words("sh -c 'exit 3'"), ["sh", "-c", "exit 3"]);
        assert_eq!(
            words("sh a\\ b \"c d\" $HOME *"),
            ["sh", "a b", "c d", "$HOME", "*"]
        );
    }

    #[test]
    fn a_path_with_spaces_is_one_word() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("my program");
        fs::write(&file, "").unwrap();
        let name = file.to_str().unwrap();
        assert!(
            find(name)
                .unwrap_err()
                .message
                .contains("is not executable")
        );
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(find(name).unwrap(), [name]);
    }

    #[test]
    fn invalid_programs_are_rejected() {
        for (text, part) in [
            ("", "found nothing"),
            ("  ", "found nothing"),
            ("sh 'x", "unterminated"),
            ("no-such-program-anywhere", "not found"),
            ("./no/such/file", "not found"),
            ("/", "is a directory"),
        ] {
            let message = find(text).unwrap_err().message;
            assert!(message.contains(part), "{text:?}: {message}");
        }
    }
}
