//! `kibitz solve`: the value of a position, its moves and the main line.

use std::fmt::Write;

use kibitz_query::{Answer, Limits, QueryError, is_rule_file};
use kibitz_solve::Thousands;

use super::{open_game, open_input};
use crate::arguments::SolveOptions;
use crate::failure::Failure;
use crate::output::{self, coloured, in_plies, outcome, title};
use crate::progress;

/// Moves and line that people get without asking for more.
const MOVES_SHOWN: usize = 12;
const LINE_SHOWN: usize = 24;

pub(crate) fn run(options: &SolveOptions) -> Result<(), Failure> {
    let watch = progress::watch(&options.budget);
    let mut game = open_game(&options.game, &options.limits, &watch, &[])?;
    let mut position = options.at.clone().unwrap_or_else(|| game.shown());
    if options.input.is_some() {
        let mut input = open_input(options.input.as_deref(), &watch)?;
        let asked = game.case(&mut input, options.case)?;
        game = open_game(&options.game, &options.limits, &watch, &asked.set)?;
        position = asked.position;
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
    let answer = match game.ask(&position, limits, &watch) {
        // The position comes from the input: the error belongs to the case.
        Err(QueryError::Position { problem, .. }) if options.input.is_some() => {
            return Err(Failure::Case(options.case, problem));
        }
        answer => answer?,
    };
    if options.json {
        output::json(&answer)
    } else {
        let picture = output::picture(&game.view(&answer.position)?, &answer.position);
        output::text(&text(&answer, &picture, limits.moves))
    }
}

/// How deep the reason goes. Of a rule file `--depth` is a limit of its own; of
/// other games it means the same as `--replies`.
fn replies(options: &SolveOptions) -> usize {
    let depth = options.limits.depth.map(|n| n as usize);
    let depth = depth.filter(|_| !is_rule_file(&options.game.game));
    options.replies.or(depth).unwrap_or(1)
}

fn text(answer: &Answer, picture: &str, most: usize) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", title(&answer.game, &answer.set));
    let _ = writeln!(text, "position  {}", answer.position);
    text += picture;
    let mover = answer
        .mover
        .as_ref()
        .map(|m| format!(" for {m}, who moves"));
    let _ = writeln!(
        text,
        "value     {}{}{}",
        coloured(answer.value),
        in_plies(answer.plies),
        mover.unwrap_or_default()
    );
    if let (Some(left), Some(right), Some(class)) =
        (&answer.left, &answer.right, answer.outcome_class)
    {
        let _ = writeln!(text, "outcome   {}", outcome(left, right, class));
    }
    if let Some(grundy) = answer.grundy {
        let _ = writeln!(text, "grundy    {grundy}");
    }
    if let Some(score) = answer.score {
        let _ = writeln!(text, "score     {score:+}");
    }
    if let Some(gain) = answer.first_move_gain {
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
    write_moves(&mut text, answer, most);
    write_line(&mut text, answer);
    write_why(&mut text, answer);
    for note in &answer.notes {
        let _ = writeln!(text, "note      {note}");
    }
    text
}

/// Moves in groups, those that win first.
fn write_groups(text: &mut String, answer: &Answer, most: usize) {
    for group in answer.groups.iter().take(most) {
        let wins = match group.winning {
            0 => "none wins".to_owned(),
            1 => format!("1 wins: {}", group.example),
            n => format!("{} win, as {}", Thousands(n), group.example),
        };
        let moves = match group.moves {
            1 => "1 move".to_owned(),
            n => format!("{} moves", Thousands(n)),
        };
        let _ = writeln!(text, "  {}: {moves}, {wins}", group.name);
    }
    let hidden = answer.groups.len().saturating_sub(most);
    if hidden > 0 {
        let all = answer.groups.len();
        let _ = writeln!(
            text,
            "  … and {hidden} more groups (--moves {all} shows all)"
        );
    }
}

fn write_moves(text: &mut String, answer: &Answer, most: usize) {
    let _ = writeln!(text, "moves     {}", Thousands(answer.move_count));
    if !answer.groups.is_empty() {
        return write_groups(text, answer, most);
    }
    let width = answer.moves.iter().map(|m| m.by.chars().count()).max();
    let width = width.unwrap_or(0);
    for m in &answer.moves {
        let padding = " ".repeat(width - m.by.chars().count());
        let value = format!("{}{}", m.value, in_plies(m.plies));
        let mut row = format!(
            "  {}{padding}  {}{}",
            m.by,
            coloured(m.value),
            &format!("{value:<17}")[m.value.len()..],
        );
        // A move without a name is shown by the position that it leads to.
        if m.by != m.position {
            let _ = write!(row, "  {}", m.position);
        }
        if let Some(grundy) = m.grundy {
            let _ = write!(row, "  grundy {grundy}");
        }
        let _ = writeln!(text, "{}", row.trim_end());
    }
    let hidden = answer.move_count.saturating_sub(answer.moves.len() as u64);
    if hidden > 0 {
        let all = answer.move_count;
        let _ = writeln!(
            text,
            "  … and {} more (--moves {all} shows all)",
            Thousands(hidden)
        );
    }
}

fn write_why(text: &mut String, answer: &Answer) {
    let Some(why) = &answer.why else { return };
    let mut label = "why";
    for line in output::wrapped_reason(why) {
        let _ = writeln!(text, "{label:<10}{line}");
        label = "";
    }
}

fn write_line(text: &mut String, answer: &Answer) {
    if answer.line.is_empty() {
        return;
    }
    let moves: Vec<&str> = answer.line.iter().map(|step| step.by.as_str()).collect();
    let dots = if answer.is_line_cut { ", …" } else { "" };
    let _ = writeln!(text, "line      {}{dots}", moves.join(", "));
}
