//! `kibitz solve`: analysis of a position: value, moves, principal variation,
//! explanation.

use std::fmt::Write;

use kibitz_query::{Analysis, Limits, QueryError, is_rule_file};
use kibitz_solve::Thousands;

use super::{open_game, open_input};
use crate::arguments::SolveOptions;
use crate::failure::Failure;
use crate::output::{self, coloured, in_plies, outcome, title};
use crate::progress;

/// Numbers of moves and of moves of the principal variation that are printed by
/// default; JSON has no such limits.
const MOVES_SHOWN: usize = 12;
const LINE_SHOWN: usize = 24;

pub(crate) fn run(options: &SolveOptions) -> Result<(), Failure> {
    let context = progress::context(&options.budget);
    let mut game =
        options
            .table
            .attach(open_game(&options.game, &options.limits, &context, &[])?)?;
    let mut position = options
        .at
        .clone()
        .unwrap_or_else(|| game.default_position());
    if options.input.is_some() {
        let mut input = open_input(options.input.as_deref(), &context)?;
        let query = game.case(&mut input, options.case)?;
        game = options.table.attach(open_game(
            &options.game,
            &options.limits,
            &context,
            &query.set,
        )?)?;
        position = query.position;
    }
    let all = Limits::default();
    let shown = if options.json { all.moves } else { MOVES_SHOWN };
    let limits = Limits {
        moves: options.moves.unwrap_or(shown),
        line: options
            .line
            .unwrap_or(if options.json { all.line } else { LINE_SHOWN }),
        depth: replies(options),
    };
    let analysis = match game.analyse(&position, limits, &context) {
        // The position was read from the input: report the number of the case.
        Err(QueryError::Position { problem, .. }) if options.input.is_some() => {
            return Err(Failure::Case(options.case, problem));
        }
        analysis => analysis?,
    };
    if options.json {
        output::json(&analysis)
    } else {
        let picture = output::picture(&game.view(&analysis.position)?, &analysis.position);
        output::text(&text(&analysis, &picture, limits.moves))
    }
}

/// Depth of the explanation in replies of the winner. `--depth` is a former
/// name of `--replies` for the built-in games; for rule files it limits recursion.
fn replies(options: &SolveOptions) -> usize {
    let depth = options.limits.depth.map(|n| n as usize);
    let depth = depth.filter(|_| !is_rule_file(&options.game.game));
    options.replies.or(depth).unwrap_or(1)
}

fn text(analysis: &Analysis, picture: &str, max: usize) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", title(&analysis.game, &analysis.set));
    let _ = writeln!(text, "position  {}", analysis.position);
    text += picture;
    let mover = analysis
        .mover
        .as_ref()
        .map(|m| format!(" for {m} (to move)"));
    let _ = writeln!(
        text,
        "value     {}{}{}",
        coloured(analysis.value),
        in_plies(analysis.plies),
        mover.unwrap_or_default()
    );
    if let (Some(left), Some(right), Some(class)) =
        (&analysis.left, &analysis.right, analysis.outcome_class)
    {
        let _ = writeln!(text, "outcome   {}", outcome(left, right, class));
    }
    if let Some(grundy) = analysis.grundy {
        let _ = writeln!(text, "grundy    {grundy}");
    }
    if let Some(score) = analysis.score {
        let _ = writeln!(text, "score     {score:+}");
    }
    if let Some(gain) = analysis.first_move_gain {
        let size = gain.unsigned_abs();
        let _ = match gain {
            0 => writeln!(text, "first     moving first does not change the score"),
            1.. => writeln!(
                text,
                "first     moving first raises a player's score by {size}"
            ),
            _ => writeln!(
                text,
                "first     moving first lowers a player's score by {size}"
            ),
        };
    }
    write_moves(&mut text, analysis, max);
    write_line(&mut text, analysis);
    write_why(&mut text, analysis);
    for note in &analysis.notes {
        let _ = writeln!(text, "note      {note}");
    }
    text
}

/// Writes move classes, winning ones first.
fn write_groups(text: &mut String, analysis: &Analysis, max: usize) {
    for group in analysis.groups.iter().take(max) {
        let wins = match group.winning {
            0 => "none wins".to_owned(),
            1 => format!("1 wins: {}", group.example),
            n => format!("{} win, e.g. {}", Thousands(n), group.example),
        };
        let moves = match group.moves {
            1 => "1 move".to_owned(),
            n => format!("{} moves", Thousands(n)),
        };
        let _ = writeln!(text, "  {}: {moves}, {wins}", group.name);
    }
    let hidden = analysis.groups.len().saturating_sub(max);
    if hidden > 0 {
        let all = analysis.groups.len();
        let _ = writeln!(
            text,
            "  … and {hidden} more groups (--moves {all} shows all)"
        );
    }
}

fn write_moves(text: &mut String, analysis: &Analysis, max: usize) {
    let _ = writeln!(text, "moves     {}", Thousands(analysis.move_count));
    if !analysis.groups.is_empty() {
        return write_groups(text, analysis, max);
    }
    let width = analysis.moves.iter().map(|m| m.by.chars().count()).max();
    let width = width.unwrap_or(0);
    for m in &analysis.moves {
        let padding = " ".repeat(width - m.by.chars().count());
        let score = m.score.filter(|score| *score != 0);
        let by = |score: i64| format!(" by {}", score.unsigned_abs());
        let score = score.map_or_else(String::new, by);
        let value = format!("{}{}{score}", m.value, in_plies(m.plies));
        let mut row = format!(
            "  {}{padding}  {}{}",
            m.by,
            coloured(m.value),
            &format!("{value:<17}")[m.value.len()..],
        );
        // The name of an unnamed move is the successor's text: print it once.
        if m.by != m.position {
            let _ = write!(row, "  {}", m.position);
        }
        if let Some(grundy) = m.grundy {
            let _ = write!(row, "  grundy {grundy}");
        }
        if m.points != 0 {
            let _ = write!(row, "  points {}", m.points);
        }
        let _ = writeln!(text, "{}", row.trim_end());
    }
    let hidden = analysis
        .move_count
        .saturating_sub(analysis.moves.len() as u64);
    if hidden > 0 {
        let all = analysis.move_count;
        let _ = writeln!(
            text,
            "  … and {} more (--moves {all} shows all)",
            Thousands(hidden)
        );
    }
}

fn write_why(text: &mut String, analysis: &Analysis) {
    let Some(why) = &analysis.why else { return };
    let mut label = "why";
    for line in output::wrapped_reason(why) {
        let _ = writeln!(text, "{label:<10}{line}");
        label = "";
    }
}

fn write_line(text: &mut String, analysis: &Analysis) {
    if analysis.line.is_empty() {
        return;
    }
    let moves: Vec<&str> = analysis.line.iter().map(|step| step.by.as_str()).collect();
    let dots = if analysis.is_line_cut { ", …" } else { "" };
    let _ = writeln!(text, "line      {}{dots}", moves.join(", "));
}
