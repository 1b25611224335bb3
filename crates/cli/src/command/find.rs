//! `kibitz find`: positions that satisfy conditions.

use std::fmt::Write;

use clap::Args;
use kibitz_query::{Conditions, Found, FoundOut, QueryError};
use kibitz_solve::Thousands;

use super::open_game;
use crate::arguments::{Budget, GameOptions, RuleLimits};
use crate::failure::Failure;
use crate::output::{self, coloured, in_plies, title};
use crate::progress;

#[derive(Debug, Args)]
#[command(
    after_help = "Conditions are about value (win, draw or loss), plies, score, grundy, moves (how \
    many there are) and winning (how many of them win), compared by = != < <= > >= and joined by \
    `and` or commas. `=max` and `=min` mean the greatest and the least among the positions that \
    satisfy the other conditions; of several the first one counts first.\n\n\
    All positions are looked at; in a game with endlessly many (boxes, piles) and in nine those \
    that a position reaches.\n\n\
    Examples:\n  kibitz find numbers --where 'value=win and plies=max'\n  \
    kibitz find marbles --where 'winning=1, moves>=20' --limit 3\n  \
    kibitz find marbles --where 'grundy>5' --count\n  \
    kibitz find boxes --at '1 2 3 4 5 6' --where 'value=loss and plies>4' --json"
)]
pub(crate) struct FindOptions {
    #[command(flatten)]
    game: GameOptions,
    /// What the positions must satisfy
    #[arg(long = "where", value_name = "CONDITIONS", allow_hyphen_values = true)]
    conditions: String,
    /// List at most N positions
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Tell only how many there are
    #[arg(long, conflicts_with = "limit")]
    count: bool,
    /// Look at what this position reaches, where the game has no end of positions
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

pub(crate) fn run(options: &FindOptions) -> Result<(), Failure> {
    let conditions = Conditions::parse(&options.conditions).map_err(|problem| {
        Failure::Query(QueryError::Argument {
            flag: "--where".to_owned(),
            text: options.conditions.clone(),
            problem,
        })
    })?;
    let game = open_game(&options.game, &options.limits, &[])?;
    let position = options.at.clone().unwrap_or_else(|| game.shown());
    let watch = progress::watch(&options.budget);
    let plan = game.plan_stats(&position, &watch)?;
    output::announce(&plan, options.budget.progress);
    plan.check(&watch).map_err(QueryError::from)?;
    let most = if options.count { 0 } else { options.limit };
    let found = game.find(&position, &conditions, most, &watch)?;
    if options.json {
        output::json(&found)
    } else if options.count {
        output::text(&format!("{}\n", found.count))
    } else {
        output::text(&text(&found))
    }
}

fn text(found: &Found) -> String {
    let mut text = title(&found.game, &found.set);
    let _ = writeln!(text, "\nwhere     {}", found.conditions);
    if let Some(from) = &found.from {
        let _ = writeln!(text, "from      {from}");
    }
    let count = Thousands(found.count);
    let _ = match (found.count, found.folded) {
        (0, _) => writeln!(text, "found     no position"),
        (_, None) => writeln!(text, "found     {count}"),
        (_, Some(folded)) => writeln!(
            text,
            "found     {count}, listed as {}: of positions that play alike one is shown",
            Thousands(folded)
        ),
    };
    write_rows(&mut text, &found.positions);
    let all = found.folded.unwrap_or(found.count);
    let hidden = all.saturating_sub(found.positions.len() as u64);
    if hidden > 0 && !found.positions.is_empty() {
        let _ = writeln!(
            text,
            "  … and {} more (--limit {all} shows all)",
            Thousands(hidden)
        );
    }
    for note in &found.notes {
        let _ = writeln!(text, "note      {note}");
    }
    text
}

fn write_rows(text: &mut String, rows: &[FoundOut]) {
    let width = |row: &FoundOut| row.position.chars().count();
    let widest = rows.iter().map(width).max().unwrap_or(0);
    for row in rows {
        let padding = " ".repeat(widest - width(row));
        let _ = write!(
            text,
            "  {}{padding}  {}{}",
            row.position,
            coloured(row.value),
            in_plies(row.plies)
        );
        if let Some(score) = row.score {
            let _ = write!(text, ", score {score:+}");
        }
        if let Some(grundy) = row.grundy {
            let _ = write!(text, ", grundy {grundy}");
        }
        let moves = match row.moves {
            0 => "no moves".to_owned(),
            1 => "1 move".to_owned(),
            n => format!("{} moves", Thousands(n)),
        };
        let winning = match row.winning {
            0 => String::new(),
            1 => ", 1 wins".to_owned(),
            n => format!(", {} win", Thousands(n)),
        };
        let _ = writeln!(text, ", {moves}{winning}");
    }
}
