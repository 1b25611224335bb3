//! `kibitz games`: the catalogue of built-in games.

use std::fmt::Write;

use kibitz_game::Info;
use kibitz_query::{CATALOGUE, find};
use serde::Serialize;

use crate::arguments::GamesOptions;
use crate::failure::Failure;
use crate::output::{self, heading};

#[derive(Serialize)]
struct GameOut {
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    parameters: Vec<ParameterOut>,
    position: &'static str,
    contest: Option<&'static str>,
}

#[derive(Serialize)]
struct ParameterOut {
    name: &'static str,
    default: &'static str,
    meaning: &'static str,
}

pub(crate) fn run(options: &GamesOptions) -> Result<(), Failure> {
    let infos: Vec<&'static Info<'static>> = match &options.game {
        Some(name) => vec![find(name)?.info],
        None => CATALOGUE.iter().map(|entry| entry.info).collect(),
    };
    if options.json {
        let games: Vec<GameOut> = infos.into_iter().map(game_out).collect();
        return output::json(&games);
    }
    let texts: Vec<String> = infos.into_iter().map(text).collect();
    output::text(&texts.join("\n"))
}

fn game_out(info: &'static Info<'static>) -> GameOut {
    let parameters = info.parameters.iter().map(|p| ParameterOut {
        name: p.name,
        default: p.default,
        meaning: p.meaning,
    });
    GameOut {
        name: info.name,
        aliases: info.aliases,
        summary: info.summary,
        parameters: parameters.collect(),
        position: info.syntax,
        contest: info.contest,
    }
}

fn text(info: &Info<'_>) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}  {}", heading(info.name), info.summary);
    if !info.aliases.is_empty() {
        let _ = writeln!(text, "  aliases   {}", info.aliases.join(", "));
    }
    let _ = writeln!(text, "  position  {}", info.syntax);
    for p in info.parameters.iter() {
        let default = match p.default {
            "" => String::new(),
            long if long.len() > 12 => " (a sample if not set)".to_owned(),
            short => format!(" ({short} if not set)"),
        };
        let _ = writeln!(text, "  --set     {}: {}{default}", p.name, p.meaning);
    }
    if let Some(contest) = info.contest {
        let _ = writeln!(text, "  judge     {contest}");
    }
    text
}
