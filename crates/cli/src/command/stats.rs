//! `kibitz stats`: all positions, counted by value.

use std::fmt::Write;

use kibitz_query::{PliesOut, StartOut, Stats};
use kibitz_solve::Thousands;

use super::open_game;
use crate::arguments::StatsOptions;
use crate::failure::Failure;
use crate::output::{self, coloured, heading, in_plies, outcome, shown_settings};
use crate::progress;

pub(crate) fn run(options: &StatsOptions) -> Result<(), Failure> {
    let game = open_game(&options.game, &options.limits, &[])?;
    let position = options.at.clone().unwrap_or_else(|| game.shown());
    let watch = progress::watch(&options.budget);
    let plan = game.plan_stats(&position, &watch)?;
    output::announce(&plan, options.budget.progress);
    plan.check(&watch).map_err(kibitz_query::QueryError::from)?;
    let stats = game.stats(&position, &watch)?;
    if options.json {
        output::json(&stats)
    } else {
        output::text(&text(&stats))
    }
}

fn text(stats: &Stats) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", heading(&stats.game));
    for value in shown_settings(&stats.set) {
        let _ = writeln!(text, "  {} = {}", value.name, value.text);
    }
    if let Some(from) = &stats.from {
        let _ = writeln!(text, "from       {from}");
    }
    let _ = writeln!(text, "positions  {}", Thousands(stats.positions));
    if let Some(unfolded) = stats.unfolded.filter(|n| *n != stats.positions) {
        let _ = writeln!(text, "unfolded   {}", Thousands(unfolded));
    }
    if let Some(nodes) = stats.nodes {
        let _ = writeln!(
            text,
            "nodes      {}, a position with a player to move",
            Thousands(nodes)
        );
    }
    for (name, count) in [
        ("win", stats.win),
        ("draw", stats.draw),
        ("loss", stats.loss),
    ] {
        let all = stats.nodes.unwrap_or(stats.positions);
        let share = 100.0 * count as f64 / all.max(1) as f64;
        let padding = " ".repeat(11 - name.len());
        let _ = writeln!(
            text,
            "{}{padding}{:>14}  {share:5.1} %",
            coloured(name),
            Thousands(count)
        );
    }
    if stats.ties > 0 {
        let _ = writeln!(
            text,
            "of the draws {} are ties by the rules",
            Thousands(stats.ties)
        );
    }
    if let Some(undecided) = stats.undecided {
        let all = undecided.win + undecided.draw + undecided.loss;
        let _ = writeln!(
            text,
            "undecided  {} at once: {} won, {} drawn, {} lost",
            Thousands(all),
            Thousands(undecided.win),
            Thousands(undecided.draw),
            Thousands(undecided.loss)
        );
    }
    write_start(&mut text, &stats.start);
    if let (Some(plies), Some(longest)) = (stats.max_plies, &stats.longest) {
        let _ = writeln!(text, "longest    {plies} plies, as {longest}");
    }
    write_histogram(&mut text, &stats.by_plies);
    for note in &stats.notes {
        let _ = writeln!(text, "note       {note}");
    }
    text
}

fn write_start(text: &mut String, start: &StartOut) {
    let _ = match start {
        StartOut::One(start) => {
            let plies = in_plies(start.plies);
            writeln!(text, "start      {}{plies}", coloured(start.value))
        }
        StartOut::Both(start) => writeln!(
            text,
            "start      {}",
            outcome(&start.left, &start.right, start.outcome_class)
        ),
    };
}

/// Wins and losses by plies, with bars.
fn write_histogram(text: &mut String, rows: &[PliesOut]) {
    const WIDTH: u64 = 40;
    let Some(most) = rows.iter().map(|row| row.win + row.loss).max() else {
        return;
    };
    let _ = writeln!(text, "plies             win           loss");
    for row in rows {
        let length = ((row.win + row.loss) * WIDTH).div_ceil(most.max(1)) as usize;
        let _ = writeln!(
            text,
            "{:>5} {:>15} {:>14}  {}",
            row.plies,
            Thousands(row.win),
            Thousands(row.loss),
            "█".repeat(length)
        );
    }
}
