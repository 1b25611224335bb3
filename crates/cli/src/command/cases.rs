//! Which contest cases are to be made up: options of `gen` and `verify`.

use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};
use kibitz_game::Watch;
use kibitz_game::contest::Bias;
use kibitz_game::contest::Input;
use kibitz_query::{CATALOGUE, Flavour, Order, Session};

use crate::arguments::GameOptions;
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct CaseOptions {
    /// Make so many cases [default: 10 for gen, 1000 for verify]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    cases: Option<u64>,
    /// The same seed makes the same cases, on every machine
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What sort of cases [default: uniform for gen, mixed for verify]
    #[arg(long, value_enum)]
    bias: Option<BiasOption>,
    /// How large cases are, as boxes=1..50; which sizes there are is said below
    #[arg(long = "size", value_name = "NAME=MIN..MAX", value_parser = parse_size)]
    sizes: Vec<(String, RangeInclusive<u64>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BiasOption {
    /// Any cases of these sizes
    Uniform,
    /// As many wins as losses, and as draws where there are any
    Balanced,
    /// Wins that take long to play out
    Long,
    /// The smallest, the largest, empty, full, all alike
    Edge,
    /// Some of each
    Mixed,
}

impl CaseOptions {
    pub(crate) fn order(&self, usual_cases: u64, usual_bias: BiasOption) -> Order {
        let flavour = match self.bias.unwrap_or(usual_bias) {
            BiasOption::Uniform => Flavour::Only(Bias::Uniform),
            BiasOption::Balanced => Flavour::Only(Bias::Balanced),
            BiasOption::Long => Flavour::Only(Bias::Long),
            BiasOption::Edge => Flavour::Only(Bias::Edge),
            BiasOption::Mixed => Flavour::Mixed,
        };
        Order {
            cases: self.cases.unwrap_or(usual_cases),
            seed: self.seed,
            flavour,
            sizes: self.sizes.clone(),
            together: None,
        }
    }
}

/// Refuses a parameter that every case brings along: setting it would change
/// nothing.
pub(crate) fn check_set(game: &Session, options: &GameOptions) -> Result<(), Failure> {
    if options.set.is_empty() {
        return Ok(());
    }
    let one = Order {
        cases: 1,
        seed: 0,
        flavour: Flavour::Only(Bias::Uniform),
        sizes: Vec::new(),
        together: None,
    };
    let mut text = Vec::new();
    game.generate(&one, &mut text, &Watch::new())?;
    let asked = game.case(&mut Input::new("a case", text.as_slice()), 1)?;
    let brings = |name: &str| asked.set.iter().any(|(own, _)| *own == name);
    match options.set.iter().find(|(name, _)| brings(name)) {
        None => Ok(()),
        Some((name, _)) => Err(Failure::Usage(
            format!("parameter `{name}` comes with every case, so it cannot be set"),
            Some("--size says how large cases are, where the game has sizes".to_owned()),
        )),
    }
}

/// `boxes=1..50`, or `boxes=7`.
fn parse_size(text: &str) -> Result<(String, RangeInclusive<u64>), String> {
    let wrong = || format!("expected NAME=MIN..MAX, as boxes=1..50, found `{text}`");
    let (name, range) = text.split_once('=').ok_or_else(wrong)?;
    let (low, high) = range.split_once("..").unwrap_or((range, range));
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err(format!("{low} is more than {high}"));
    }
    Ok((name.trim().to_owned(), low..=high))
}

/// The sizes of each game's cases, for `--help`.
pub(crate) fn sizes_help() -> String {
    let mut text = String::from("Sizes, and what they are when nobody says:\n");
    let mut lines = Vec::new();
    for entry in CATALOGUE {
        for size in entry.sizes.unwrap_or_default() {
            let (low, high) = (size.usual.start(), size.usual.end());
            let example = format!("{}={low}..{high}", size.name);
            lines.push((entry.info.name, example, size.meaning));
        }
    }
    let width = lines.iter().map(|(_, example, _)| example.len()).max();
    let width = width.unwrap_or(0);
    for (name, example, meaning) in lines {
        text += &format!("  {name:<8} --size {example:<width$}  {meaning}\n");
    }
    text + "Games that are not named have none: their parameters (--set) say it all."
}
