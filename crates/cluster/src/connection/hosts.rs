//! The list of processes.

use crate::ClusterError;

/// The most processes of a run.
const MAX_PROCESSES: usize = 4096;

/// The addresses in a host file: one `host:port` a line, in the order of process numbers. Empty
/// lines and what follows a `#` are ignored.
///
/// ```
/// let hosts = kibitz_cluster::parse_hosts("a.example:4000 # first\n\nb.example:4000\n")?;
/// assert_eq!(hosts, ["a.example:4000", "b.example:4000"]);
/// # Ok::<(), kibitz_cluster::ClusterError>(())
/// ```
///
/// # Errors
/// Returns an error if a line is not an address, an address occurs twice, or there are none.
pub fn parse_hosts(text: &str) -> Result<Vec<String>, ClusterError> {
    let mut hosts: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let problem = |problem: &str| {
            let number = number + 1;
            ClusterError::Setup(format!(
                "line {number} of the host file: {line:?} {problem}"
            ))
        };
        let port = line.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        let port = port.and_then(|(_, port)| port.parse::<u16>().ok());
        if line.contains(char::is_whitespace) || port.is_none_or(|port| port == 0) {
            return Err(problem(
                "is not an address; expected host:port, e.g. node1:4000",
            ));
        }
        if hosts.iter().any(|host| host == line) {
            return Err(problem(
                "occurs twice; every process needs an address of its own",
            ));
        }
        hosts.push(line.to_owned());
    }
    match hosts.len() {
        0 => Err(ClusterError::Setup(
            "the host file has no addresses; expected a line host:port for each process".to_owned(),
        )),
        1..=MAX_PROCESSES => Ok(hosts),
        more => Err(ClusterError::Setup(format!(
            "the host file has {more} addresses, at most {MAX_PROCESSES} are possible"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_are_named() {
        let cases = [
            ("", "has no addresses"),
            (
                "a:1\nb\n",
                "line 2 of the host file: \"b\" is not an address",
            ),
            ("a:0", "is not an address"),
            ("a b:1", "is not an address"),
            (":1", "is not an address"),
            (
                "a:1\n# x\na:1",
                "line 3 of the host file: \"a:1\" occurs twice",
            ),
        ];
        for (text, expected) in cases {
            let found = parse_hosts(text).unwrap_err().to_string();
            assert!(found.contains(expected), "{text:?}: {found}");
        }
        assert_eq!(parse_hosts("[::1]:80\n").unwrap(), ["[::1]:80"]);
    }
}
