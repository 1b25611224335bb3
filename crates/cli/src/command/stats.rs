//! `kibitz stats`: counts of all positions by value, and a distance histogram.

use std::fmt::Write;

use kibitz_game::counted;
use kibitz_query::{PliesOut, StartOut, Stats};
use kibitz_solve::Thousands;

use super::open_game;
use crate::arguments::StatsOptions;
use crate::failure::Failure;
use crate::output::{self, coloured, heading, in_plies, outcome, shown_settings};
use crate::progress;

pub(crate) fn run(options: &StatsOptions) -> Result<(), Failure> {
    let context = progress::context(&options.budget);
    let game = options
        .table
        .attach(open_game(&options.game, &options.limits, &context, &[])?)?;
    let position = options
        .at
        .clone()
        .unwrap_or_else(|| game.default_position());
    let stats = game.stats(&position, &context)?;
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
        let _ = writeln!(
            text,
            "unreduced  {} (without symmetry)",
            Thousands(unfolded)
        );
    }
    if let Some(nodes) = stats.nodes {
        let _ = writeln!(
            text,
            "nodes      {} (position × side to move)",
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
            "{} of the draws are ties (terminal)",
            Thousands(stats.ties)
        );
    }
    if let Some(undecided) = stats.undecided {
        let all = undecided.win + undecided.draw + undecided.loss;
        let _ = writeln!(
            text,
            "undecided  {} (not statically decided): {} won, {} drawn, {} lost",
            Thousands(all),
            Thousands(undecided.win),
            Thousands(undecided.draw),
            Thousands(undecided.loss)
        );
    }
    write_start(&mut text, &stats.start);
    if let (Some(plies), Some(longest)) = (stats.max_plies, &stats.longest) {
        let _ = writeln!(
            text,
            "longest    {}, e.g. {longest}",
            counted(plies.into(), "ply")
        );
    }
    if let (Some(least), Some(greatest)) = (stats.least_score, stats.greatest_score) {
        let _ = writeln!(text, "scores     from {least:+} to {greatest:+}");
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
            let score = start.score.filter(|_| start.plies.is_none());
            let score = output::score_and_grundy(score, None);
            writeln!(text, "start      {}{plies}{score}", coloured(start.value))
        }
        StartOut::Both(start) => writeln!(
            text,
            "start      {}",
            outcome(&start.left, &start.right, start.outcome_class)
        ),
    };
}

/// Histogram of wins and losses by distance in plies.
fn write_histogram(text: &mut String, rows: &[PliesOut]) {
    const WIDTH: u64 = 40;
    let rows = bars(rows);
    let Some(max) = rows.iter().map(|bar| bar.win + bar.loss).max() else {
        return;
    };
    let widest = rows.iter().map(|bar| bar.plies.chars().count()).max();
    let plies = widest.unwrap_or(0).max(5);
    let _ = writeln!(text, "{:<plies$}             win           loss", "plies");
    for bar in rows {
        let length = ((bar.win + bar.loss) * WIDTH).div_ceil(max.max(1)) as usize;
        let _ = writeln!(
            text,
            "{:>plies$} {:>15} {:>14}  {}",
            bar.plies,
            Thousands(bar.win),
            Thousands(bar.loss),
            "█".repeat(length)
        );
    }
}

/// A line of the histogram.
struct Bar {
    plies: String,
    win: u64,
    loss: u64,
}

/// One bar per distance, or per interval of distances if there are too many.
fn bars(rows: &[PliesOut]) -> Vec<Bar> {
    const MAX: usize = 256;
    let last = rows.last().map_or(0, |row| u64::from(row.plies));
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let few = |step: &u64| *step > 1 && last / step < MAX as u64 / 2;
    let step = match rows.len() {
        0..=MAX => 1,
        _ => steps.into_iter().find(few).unwrap_or(u64::MAX),
    };
    let group = |row: &PliesOut| u64::from(row.plies) / step;
    let groups = rows.chunk_by(|a, b| group(a) == group(b));
    let bar = |rows: &[PliesOut]| {
        let from = group(&rows[0]) * step;
        Bar {
            plies: match step {
                1 => from.to_string(),
                _ => format!("{from}–{}", from + (step - 1)),
            },
            win: rows.iter().map(|row| row.win).sum(),
            loss: rows.iter().map(|row| row.loss).sum(),
        }
    };
    groups.map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_histograms_are_binned() {
        let row = |plies| PliesOut {
            plies,
            win: u64::from(plies % 2),
            loss: u64::from(1 - plies % 2),
        };
        let few: Vec<PliesOut> = (0..256).map(row).collect();
        assert_eq!(bars(&few).len(), 256);
        assert_eq!(bars(&few)[255].plies, "255");
        for last in [256, 257, 1999, 1_000_000, u32::MAX - 1] {
            let step = if last > 1_000_000 { 1_000_003 } else { 1 };
            let rows: Vec<PliesOut> = (0..=last).step_by(step).chain([last]).map(row).collect();
            let bars = bars(&rows);
            assert!((20..=128).contains(&bars.len()), "{last}: {}", bars.len());
            let wins: u64 = rows.iter().map(|row| row.win).sum();
            assert_eq!(bars.iter().map(|bar| bar.win).sum::<u64>(), wins);
        }
        let rows: Vec<PliesOut> = (0..=1_000_000).map(row).collect();
        let bars = bars(&rows);
        assert_eq!(bars[1].plies, "10000–19999");
        assert_eq!((bars[1].win, bars[1].loss), (5000, 5000));
    }
}
