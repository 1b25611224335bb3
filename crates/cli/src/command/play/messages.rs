//! Texts printed during a game.

use std::fmt::Write;

use kibitz_game::{Info, Wdl, counted};
use kibitz_query::play::{GameEnd, Mistake, Review, Seat};
use kibitz_query::{Analysis, MoveError};
use kibitz_solve::Thousands;

use super::Side;
use super::commands::{self, COMMANDS};
use super::game::Setup;
use super::line_reader::sanitised;
use crate::board::Charset;
use crate::output::{coloured, heading, in_plies, wrapped, wrapped_reason};

/// Maximum line width.
const WIDTH: usize = 78;

/// How a player is named in texts.
pub(super) struct PlayerName {
    /// Label of a hand of cards.
    pub(super) label: String,
    /// Subject at the beginning of a sentence.
    subject: String,
    is_you: bool,
}

impl PlayerName {
    pub(super) fn you() -> PlayerName {
        PlayerName {
            label: "You".to_owned(),
            subject: "You".to_owned(),
            is_you: true,
        }
    }

    pub(super) fn computer() -> PlayerName {
        PlayerName {
            label: "Computer".to_owned(),
            subject: "The computer".to_owned(),
            is_you: false,
        }
    }

    /// One of two human players, or of two computers.
    pub(super) fn player(seat: Seat, name: Option<&str>) -> PlayerName {
        let (label, subject) = match (name, seat) {
            (Some(name), _) => (name, name.to_owned()),
            (None, Seat::First) => ("First", "The first player".to_owned()),
            (None, Seat::Second) => ("Second", "The second player".to_owned()),
        };
        PlayerName {
            label: label.to_owned(),
            subject,
            is_you: false,
        }
    }

    /// Subject and verb: `You win`, `The computer wins`.
    fn does(&self, verb: &str) -> String {
        let ending = match (self.is_you, verb) {
            (true, _) => "",
            (false, "pass") => "es",
            (false, _) => "s",
        };
        format!("{} {verb}{ending}", self.subject)
    }

    fn possessive(&self) -> String {
        match self.is_you {
            true => "Your".to_owned(),
            false => format!("{}'s", self.subject),
        }
    }

    pub(super) fn plays(&self, by: &str) -> String {
        format!("{} {}.", self.does("play"), heading(by))
    }

    pub(super) fn passes(&self) -> String {
        format!("{}: no other move is possible.", self.does("pass"))
    }
}

pub(super) fn intro(info: &Info<'_>, setup: &Setup) -> String {
    let computer = match setup.strength {
        100 => "the computer plays perfectly".to_owned(),
        0 => "the computer plays random moves".to_owned(),
        n => format!("the computer plays with strength {n}"),
    };
    let who = match setup.side {
        Side::First => format!("You move first; {computer}."),
        Side::Second => format!("You move second; {computer}."),
        Side::Both => "You play both sides.".to_owned(),
        Side::None => "The computer plays against itself.".to_owned(),
    };
    let help = match setup.side {
        Side::None => "",
        _ => " `help` lists the commands.",
    };
    format!("{}: {}\n{who}{help}", heading(info.name), info.summary)
}

pub(super) fn help(moves: Option<&str>) -> String {
    let mut text = String::new();
    if let Some(moves) = moves {
        let moves = wrapped(&format!("A move is written {moves}."), &[]);
        let _ = writeln!(text, "{}", moves.join("\n"));
    }
    text += "Type a move, a unique prefix of it, or its number in the list, or:\n";
    for (_, spellings, meaning) in COMMANDS {
        let names = spellings.join(", ");
        let _ = writeln!(text, "  {names:<14}{meaning}");
    }
    text
}

/// The command that starts a game at a position.
pub(super) fn command(game: &str, set: &[(String, String)], position: &str) -> String {
    let mut text = format!("kibitz play {game}");
    for (name, value) in set {
        let _ = write!(text, " --set {}", quoted(&format!("{name}={value}")));
    }
    let _ = write!(text, " --at {}", quoted(position));
    text
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || "=-_+,.:/".contains(c);
    match !word.is_empty() && word.chars().all(is_safe) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

pub(super) fn plies(count: usize) -> String {
    match count {
        1 => "1 ply".to_owned(),
        n => format!("{n} plies"),
    }
}

/// The move with this number in the list, if the list was numbered; otherwise
/// the text unchanged. If the number is itself the name of a move up to
/// punctuation, e.g. 3 for `-3`, it means that move.
pub(super) fn by_number<'a>(text: &'a str, listed: &'a [String], is_numbered: bool) -> &'a str {
    let is_name = |name: &&String| {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.eq(text.chars())
    };
    let digits = text.strip_prefix('#').unwrap_or(text);
    let number = digits.parse::<usize>().ok();
    match number.and_then(|n| listed.get(n.checked_sub(1)?)) {
        Some(by) if digits.len() < text.len() => by,
        Some(by) if is_numbered => listed.iter().find(is_name).unwrap_or(by),
        _ => text,
    }
}

pub(super) fn many_moves(who: &PlayerName, count: u64) -> String {
    let count = Thousands(count);
    match who.is_you {
        true => format!("Your move, one of {count}: `moves` lists them, `hint` names a best one."),
        false => format!(
            "{} to move, one of {count} moves: `moves` lists them.",
            who.subject
        ),
    }
}

/// The numbered moves in columns.
pub(super) fn moves(who: &PlayerName, listed: &[String], count: u64, max: usize) -> String {
    let digits = listed.len().min(max).to_string().len();
    let shown = &listed[..listed.len().min(max)];
    let name_width = shown.iter().map(|by| by.chars().count()).max().unwrap_or(0);
    let column = digits + 2 + name_width + 3;
    let columns = (WIDTH / column).max(1);
    let mut text = match who.is_you {
        true => "Your move:\n".to_owned(),
        false => format!("{} to move:\n", who.subject),
    };
    for (i, by) in shown.iter().enumerate() {
        let number = format!("{:>digits$}", i + 1);
        let cell = format!("  \x1b[2m{number})\x1b[0m {by}");
        text += &cell;
        if (i + 1) % columns == 0 || i + 1 == shown.len() {
            text.push('\n');
        } else {
            text += &" ".repeat(name_width - by.chars().count() + 1);
        }
    }
    if let [only] = listed {
        let _ = writeln!(text, "Only {only} is possible: press Enter.");
    }
    let hidden = count.saturating_sub(shown.len() as u64);
    if hidden > 0 {
        let more = if shown.len() < listed.len() {
            "`moves all` lists more"
        } else {
            "all of them can be typed"
        };
        let _ = writeln!(text, "  … and {} more: {more}.", Thousands(hidden));
    }
    text
}

/// The value of the position and of its moves, best first; moves keep their
/// numbers in the order of the rules.
pub(super) fn valued(
    who: &PlayerName,
    analysis: &Analysis,
    listed: &[String],
    max: usize,
    charset: Charset,
) -> String {
    let mut text = format!("{}\n", value(who, analysis));
    if !analysis.groups.is_empty() {
        return text + &grouped(analysis, max);
    }
    let name_width = analysis.moves.iter().map(|m| m.by.chars().count()).max();
    let name_width = name_width.unwrap_or(0);
    let digits = listed.len().to_string().len();
    for m in &analysis.moves {
        let place = listed.iter().position(|by| *by == m.by);
        let number = place.map_or(String::new(), |place| (place + 1).to_string());
        let spaces = " ".repeat(name_width - m.by.chars().count());
        let _ = writeln!(
            text,
            "  \x1b[2m{number:>digits$})\x1b[0m {}{spaces}  {} {}{}",
            m.by,
            sign(m.value, charset),
            coloured(m.value),
            in_plies(m.plies),
        );
    }
    let hidden = analysis
        .move_count
        .saturating_sub(analysis.moves.len() as u64);
    if hidden > 0 {
        let hidden = Thousands(hidden);
        let _ = writeln!(text, "  … and {hidden} more: `moves all` lists them.");
    }
    text
}

/// Move classes, for positions with too many moves to list.
fn grouped(analysis: &Analysis, max: usize) -> String {
    let mut text = String::new();
    for group in analysis.groups.iter().take(max) {
        let wins = match group.winning {
            0 => "none wins".to_owned(),
            1 => format!("1 wins: {}", group.example),
            n => format!("{} win, e.g. {}", Thousands(n), group.example),
        };
        let count = Thousands(group.moves);
        let _ = writeln!(text, "  {}: {count} moves, {wins}", group.name);
    }
    let hidden = analysis.groups.len().saturating_sub(max);
    if hidden > 0 {
        let _ = writeln!(text, "  … and {hidden} more: `moves all` lists them.");
    }
    text
}

/// A symbol for win, draw and loss besides the colour.
fn sign(value: &str, charset: Charset) -> &'static str {
    match value {
        "win" => charset.pick("✓", "+"),
        "draw" => "=",
        _ => charset.pick("✗", "-"),
    }
}

/// The value of a position for the player to move.
fn value(who: &PlayerName, analysis: &Analysis) -> String {
    let subject = &who.subject;
    match analysis.value {
        "win" => format!("{subject} can win{}.", in_plies(analysis.plies)),
        "draw" => "With perfect play it is a draw.".to_owned(),
        _ => format!(
            "{} against perfect play{}.",
            who.does("lose"),
            in_plies(analysis.plies)
        ),
    }
}

pub(super) fn hint(analysis: &Analysis) -> String {
    let Some(best) = analysis.moves.first() else {
        return "The game is over: there are no moves.".to_owned();
    };
    let by = heading(&best.by);
    match (best.value, best.plies) {
        ("win", plies) => format!("{by} wins{}.", in_plies(plies)),
        ("draw", _) => format!("{by} keeps the draw."),
        (_, Some(1)) => format!("Every move loses; {by} is as good as any."),
        (_, Some(plies)) => format!("Every move loses; {by} resists longest, {plies} plies."),
        (_, None) => format!("Every move loses; {by} is as good as any."),
    }
}

/// The principal variation.
pub(super) fn line(analysis: &Analysis) -> String {
    if analysis.line.is_empty() {
        return "The game is over.".to_owned();
    }
    let moves: Vec<&str> = analysis.line.iter().map(|step| step.by.as_str()).collect();
    let dots = if analysis.is_line_cut { ", …" } else { "" };
    let text = format!("Perfect play: {}{dots}", moves.join(", "));
    wrapped(&text, &moves).join("\n")
}

/// The value of the position and its explanation.
pub(super) fn why(who: &PlayerName, analysis: &Analysis) -> String {
    if analysis.move_count == 0 {
        return line(analysis);
    }
    let reason = match &analysis.why {
        Some(why) => wrapped_reason(why).join("\n"),
        None => line(analysis),
    };
    format!("{}\n{reason}", value(who, analysis))
}

/// Why the input is not a move, with a suggestion.
pub(super) fn invalid_move(error: &MoveError, listed: &[String]) -> String {
    match error {
        MoveError::Unknown { text, near } => {
            let near = near.as_deref().or_else(|| commands::near(text));
            let advice = match near {
                Some(near) => format!("Did you mean {}?", heading(near)),
                None => match listed.first() {
                    Some(example) => format!("Moves are written like {example}."),
                    None => String::new(),
                },
            };
            format!(
                "There is no move `{}` here. {advice} `moves` lists the moves, `help` the commands.",
                sanitised(text)
            )
        }
        MoveError::Ambiguous { text, meant, count } => {
            let dots = if *count > meant.len() as u64 {
                ", …"
            } else {
                ""
            };
            format!(
                "`{}` is ambiguous, it matches {} moves: {}{dots}",
                sanitised(text),
                Thousands(*count),
                meant.join(", ")
            )
        }
        MoveError::TooMany { text, seen, count } => {
            let example = listed.first().map_or("", String::as_str);
            format!(
                "`{}` is not among the first {} of {} moves. Write a move in full, e.g. {example}.",
                sanitised(text),
                Thousands(*seen),
                Thousands(*count)
            )
        }
        MoveError::Over => "The game is over: `undo` takes back, `new` plays again.".to_owned(),
        MoveError::Query(error) => error.to_string(),
    }
}

/// The points of both players: `Points: you 16, the computer 13.`
pub(super) fn points(players: [(PlayerName, i64); 2]) -> String {
    let [first, second] = players.map(|(who, points)| format!("{} {points}", who.label));
    format!("Points: {first}, {second}.")
}

/// The result of the game.
pub(super) fn end(end: GameEnd, winner: Option<&PlayerName>, count: usize) -> String {
    let after = plies(count);
    match (end, winner) {
        (_, Some(winner)) => format!("{} after {after}.", heading(&winner.does("win"))),
        (GameEnd::Repeated, None) => {
            format!("{} after {after}: threefold repetition.", heading("A draw"))
        }
        (_, None) => format!("{} after {after}.", heading("A draw")),
    }
}

/// A player's first mistake; `None` if the player had no decision to make.
pub(super) fn first_mistake(who: &PlayerName, review: &Review, has_won: bool) -> Option<String> {
    let initial_result = review.initial_result?;
    Some(match &review.mistake {
        Some(mistake) => describe_mistake(who, mistake),
        None if initial_result == Wdl::Loss && !has_won => format!(
            "{} no mistake: the game was lost from the start.",
            made(who)
        ),
        None => format!("{} no mistake.", made(who)),
    })
}

fn made(who: &PlayerName) -> String {
    format!("{} made", who.subject)
}

fn describe_mistake(who: &PlayerName, mistake: &Mistake) -> String {
    if let Some(cost) = mistake.cost {
        return format!(
            "{} first mistake was {} (ply {}): it cost {}. {} would have been better.",
            who.possessive(),
            heading(&mistake.by),
            mistake.number,
            counted(cost.unsigned_abs(), "point"),
            heading(&mistake.better)
        );
    }
    let right = match mistake.before {
        Wdl::Win => "would have won",
        _ => "would have kept the draw",
    };
    format!(
        "{} first mistake was {} (ply {}): it turned a {} into a {}. {} {right}.",
        who.possessive(),
        heading(&mistake.by),
        mistake.number,
        coloured(mistake.before.name()),
        coloured(mistake.after.name()),
        heading(&mistake.better)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_select_listed_moves() {
        let listed = ["b2", "c2", "b3-c3"].map(str::to_owned);
        assert_eq!(by_number("2", &listed, true), "c2");
        assert_eq!(by_number("2", &listed, false), "2");
        assert_eq!(by_number("#3", &listed, false), "b3-c3");
        for other in [
            "0",
            "4",
            "#4",
            "-1",
            "#",
            "",
            "b2",
            "99999999999999999999999",
        ] {
            assert_eq!(by_number(other, &listed, true), other);
        }
    }

    #[test]
    fn a_number_that_is_a_move_name_selects_that_move() {
        let listed = ["-2", "-5"].map(str::to_owned);
        assert_eq!(by_number("2", &listed, true), "-2");
        assert_eq!(by_number("1", &listed, true), "-2");
        let listed = ["5", "1", "2"].map(str::to_owned);
        assert_eq!(by_number("2", &listed, true), "2");
    }

    #[test]
    fn commands_are_quoted_for_a_shell() {
        let set = [("moves".to_owned(), "2>1".to_owned())];
        assert_eq!(
            command("boxes", &set, "1 2"),
            "kibitz play boxes --set 'moves=2>1' --at '1 2'"
        );
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted("11/23"), "11/23");
    }
}
