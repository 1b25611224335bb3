//! From what somebody typed to a program that can be started.
//!
//! A text that names a file is that file, blanks and all. Any other text is
//! split into words as a shell does it, with quotes and backslashes; no shell
//! runs, so `$`, `*`, `|` and `>` mean nothing special. The program `kibitz` is
//! this very one, wherever it lies.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Why a text names no program.
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

/// The program and its arguments.
pub(crate) fn find(text: &str) -> Result<Vec<String>, NoProgram> {
    if text.contains('/') && Path::new(text).is_file() {
        check(Path::new(text))?;
        return Ok(vec![text.to_owned()]);
    }
    let words = shlex::split(text).filter(|words| !words.is_empty());
    let Some(mut words) = words else {
        let message = match text.trim().is_empty() {
            true => "expected a program, found nothing".to_owned(),
            false => format!("a quote or a backslash is left open in `{text}`"),
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
            true => format!("a program in this folder is `./{program}`"),
            false => "give its path, as ./solution, or a command line, as 'python3 solution.py'"
                .to_owned(),
        };
        let message = format!("there is no program `{program}`");
        return Err(NoProgram::new(message, Some(help)));
    }
    Ok(words)
}

/// Whether a file can be started.
fn check(path: &Path) -> Result<(), NoProgram> {
    let name = path.display();
    let refuse = |message, help: Option<&str>| {
        let help = help.map(str::to_owned);
        Err(NoProgram::new(message, help))
    };
    match fs::metadata(path) {
        Err(error) => refuse(format!("there is no program `{name}`: {error}"), None),
        Ok(about) if about.is_dir() => refuse(format!("`{name}` is a folder"), None),
        Ok(_) if !is_executable(path) => refuse(
            format!("`{name}` may not be executed"),
            Some(
                "`chmod +x` allows it; of a script name the interpreter, as 'python3 solution.py'",
            ),
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
    fn words_are_those_of_a_shell() {
        let words = |text| find(text).unwrap();
        assert_eq!(words("sh -c 'exit 3'"), ["sh", "-c", "exit 3"]);
        assert_eq!(
            words("sh a\\ b \"c d\" $HOME *"),
            ["sh", "a b", "c d", "$HOME", "*"]
        );
    }

    #[test]
    fn a_file_with_blanks_in_its_name_is_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("my program");
        fs::write(&file, "").unwrap();
        let name = file.to_str().unwrap();
        assert!(
            find(name)
                .unwrap_err()
                .message
                .contains("may not be executed")
        );
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(find(name).unwrap(), [name]);
    }

    #[test]
    fn what_is_no_program_is_refused() {
        for (text, part) in [
            ("", "found nothing"),
            ("  ", "found nothing"),
            ("sh 'x", "left open"),
            ("no-such-program-anywhere", "there is no program"),
            ("./no/such/file", "there is no program"),
            ("/", "is a folder"),
        ] {
            let message = find(text).unwrap_err().message;
            assert!(message.contains(part), "{text:?}: {message}");
        }
    }
}
