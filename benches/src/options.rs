//! The benchmarks' command line: `-- [--rounds N] [--seconds N] [NAME…]`.

/// What to run, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of rounds per program.
    pub rounds: usize,
    /// The duration of the longest benchmark, if given.
    pub seconds: Option<u64>,
    names: Vec<String>,
}

impl Options {
    /// Parses the arguments after the program's name. `None` if cargo runs the
    /// benchmark as a test, without `--bench`: nothing is measured.
    pub fn parse(
        args: impl IntoIterator<Item = String>,
        rounds: usize,
    ) -> Result<Option<Self>, String> {
        let names = Vec::new();
        let mut options = Self {
            rounds,
            seconds: None,
            names,
        };
        let mut measure = false;
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--bench" => measure = true,
                "--rounds" => {
                    let number = args.next().and_then(|text| text.parse().ok());
                    options.rounds = number
                        .filter(|&rounds| rounds > 0)
                        .ok_or("--rounds requires a number from 1")?;
                }
                "--seconds" => {
                    let number = args.next().and_then(|text| text.parse().ok());
                    let number = number.filter(|&seconds| seconds > 0);
                    options.seconds = Some(number.ok_or("--seconds requires a number from 1")?);
                }
                flag if flag.starts_with('-') => return Err(format!("unknown option {flag}")),
                _ => options.names.push(arg),
            }
        }
        Ok(measure.then_some(options))
    }

    /// Whether the benchmark of this name is selected: all are unless some are
    /// named.
    pub fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|wanted| wanted == name)
    }
}

#[cfg(test)]
mod tests {
    use super::Options;

    fn parse(line: &str) -> Result<Option<Options>, String> {
        Options::parse(line.split_whitespace().map(String::from), 11)
    }

    #[test]
    fn names_select_and_rounds_have_a_default() {
        let all = parse("--bench").unwrap().unwrap();
        assert!(all.wants("marbles") && all.rounds == 11);
        let one = parse("--rounds 3 nine --bench").unwrap().unwrap();
        assert!(one.wants("nine") && !one.wants("marbles") && one.rounds == 3);
    }

    #[test]
    fn test_run_is_skipped_and_invalid_options_are_rejected() {
        assert_eq!(parse("nine"), Ok(None));
        assert!(parse("--bench --rounds 0").is_err());
        assert!(parse("--bench --rounds").is_err());
        assert!(parse("--bench --seconds x").is_err());
        assert!(parse("--bench --fast").is_err());
    }
}
