//! Options of `gen` and `verify` that specify the generated contest cases.

use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};
use kibitz_game::RunContext;
use kibitz_game::contest::Bias;
use kibitz_game::contest::Input;
use kibitz_query::{BiasMix, CATALOGUE, CaseSpec, Session};

use crate::arguments::GameOptions;
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct CaseOptions {
    /// Number of cases [default: 10 for gen, 1000 for verify]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    cases: Option<u64>,
    /// Random seed; it determines the cases, independently of the machine
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Distribution of the cases [default: uniform for gen, mixed for verify]
    #[arg(long, value_enum)]
    bias: Option<BiasOption>,
    /// Size range, e.g. boxes=1..50, or `contest` for the contest's limits (sizes
    /// are listed below)
    #[arg(long = "size", value_name = "NAME=MIN..MAX|contest", value_parser = parse_size)]
    sizes: Vec<SizeOption>,
}

#[derive(Clone, Debug)]
enum SizeOption {
    Contest,
    Range(String, RangeInclusive<u64>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BiasOption {
    /// Uniformly random cases of these sizes
    Uniform,
    /// As many wins as losses, and as draws if there are any
    Balanced,
    /// Long wins and losses
    Long,
    /// Edge cases within the contest's limits: smallest, largest, empty, full, all
    /// equal
    Edge,
    /// A mixture of all of these
    Mixed,
}

impl CaseOptions {
    /// Whether the number of cases was given.
    pub(crate) fn is_counted(&self) -> bool {
        self.cases.is_some()
    }

    pub(crate) fn spec(&self, usual_cases: u64, usual_bias: BiasOption) -> CaseSpec {
        let bias = match self.bias.unwrap_or(usual_bias) {
            BiasOption::Uniform => BiasMix::Only(Bias::Uniform),
            BiasOption::Balanced => BiasMix::Only(Bias::Balanced),
            BiasOption::Long => BiasMix::Only(Bias::Long),
            BiasOption::Edge => BiasMix::Only(Bias::Edge),
            BiasOption::Mixed => BiasMix::Mixed,
        };
        CaseSpec {
            cases: self.cases.unwrap_or(usual_cases),
            seed: self.seed,
            bias,
            sizes: self.sizes.iter().filter_map(SizeOption::range).collect(),
            is_contest: self.sizes.iter().any(|size| size.range().is_none()),
            ..CaseSpec::default()
        }
    }
}

/// Rejects `--set` of a parameter that each case specifies itself: it would have
/// no effect.
pub(crate) fn check_set(game: &Session, options: &GameOptions) -> Result<(), Failure> {
    if options.set.is_empty() {
        return Ok(());
    }
    let one = CaseSpec {
        cases: 1,
        seed: 0,
        bias: BiasMix::Only(Bias::Uniform),
        ..CaseSpec::default()
    };
    let mut text = Vec::new();
    game.generate(&one, &mut text, &RunContext::new())?;
    let query = game.case(&mut Input::new("a case", text.as_slice()), 1)?;
    let specifies = |name: &str| query.set.iter().any(|(own, _)| own == name);
    match options.set.iter().find(|(name, _)| specifies(name)) {
        None => Ok(()),
        Some((name, _)) => Err(Failure::Usage(
            format!("parameter `{name}` is part of every case and cannot be set"),
            Some("--size sets the sizes of cases, if the game has any".to_owned()),
        )),
    }
}

impl SizeOption {
    /// The name and the range, unless it is `contest`.
    fn range(&self) -> Option<(String, RangeInclusive<u64>)> {
        match self {
            SizeOption::Contest => None,
            SizeOption::Range(name, range) => Some((name.clone(), range.clone())),
        }
    }
}

/// `boxes=1..50`, `boxes=7`, or `contest`.
fn parse_size(text: &str) -> Result<SizeOption, String> {
    if text == "contest" {
        return Ok(SizeOption::Contest);
    }
    let wrong = || format!("expected NAME=MIN..MAX, e.g. boxes=1..50, or contest, found `{text}`");
    let (name, range) = text.split_once('=').ok_or_else(wrong)?;
    let (low, high) = range.split_once("..").unwrap_or((range, range));
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err(format!("empty range: {low} is greater than {high}"));
    }
    Ok(SizeOption::Range(name.trim().to_owned(), low..=high))
}

/// The sizes of each game's cases with their defaults and the contest's limits, for
/// `--help`.
pub(crate) fn sizes_help() -> String {
    let mut text = String::from("Sizes with their defaults, and the contest's limits:\n");
    let range = |range: &RangeInclusive<u64>| format!("{}..{}", range.start(), range.end());
    let mut lines = Vec::new();
    for entry in CATALOGUE {
        for size in entry.sizes.unwrap_or_default() {
            let example = format!("{}={}", size.name, range(&size.usual));
            lines.push((entry.info.name, example, range(&size.contest), size.meaning));
        }
    }
    let width = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let wide = width(&mut lines.iter().map(|(_, example, _, _)| example.len()));
    let contest_wide = width(&mut lines.iter().map(|(_, _, contest, _)| contest.len()));
    for (name, example, contest, meaning) in lines {
        text +=
            &format!("  {name:<8} --size {example:<wide$}  {contest:<contest_wide$}  {meaning}\n");
    }
    text + "The sizes of a rule file are the numbers and lengths of its input. Other games have \
            no sizes; use their parameters (--set)."
}
