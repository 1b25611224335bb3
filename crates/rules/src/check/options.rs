//! The options `play`, `cycles` and `claim_of`, and which names are options.

use std::slice;

use ruff_python_ast::{Expr, Stmt};

use super::file::{File, Meaning};
use super::names::assigned;
use super::parse::span_of;
use crate::contest;
use crate::source::Diagnostic;
use crate::tree::{ClaimOf, Cycles, PlayConvention};

/// The names of options of the game.
const NAMES: [&str; 3] = ["play", "cycles", "claim_of"];

/// Whether a module name is an option, not a parameter.
pub(super) fn is_option(file: &File<'_>, name: &str) -> bool {
    NAMES.contains(&name) || contest::NAMES.contains(&name) && has_contest(file)
}

/// Whether the file has the format of a contest.
pub(super) fn has_contest(file: &File<'_>) -> bool {
    matches!(
        file.meanings.get(contest::NAMES[0]),
        Some(Meaning::Global(_))
    )
}

/// Options of the game as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    pub(super) play: PlayConvention,
    pub(super) cycles: Cycles,
    pub(super) claim_of: ClaimOf,
}

impl Options {
    pub(super) fn read(file: &File<'_>) -> Result<Options, Diagnostic> {
        let mut options = Options::default();
        for stmt in &file.body {
            let (targets, value) = match stmt {
                Stmt::Assign(node) => (&node.targets[..], Some(&*node.value)),
                Stmt::AnnAssign(node) => (slice::from_ref(&*node.target), node.value.as_deref()),
                _ => (&[][..], None),
            };
            let mut plain = Vec::new();
            for target in targets {
                if let (Expr::Name(name), Some(value)) = (target, value) {
                    options.set(name.id.as_str(), value)?;
                    plain.push(name.id.as_str());
                }
            }
            let names = assigned(slice::from_ref(*stmt))?.names;
            let mut others = names.iter().filter(|name| !plain.contains(name));
            if let Some(name) = others.find(|name| NAMES.contains(name)) {
                let message = format!("`{name}` must be a plain assignment at the left margin");
                return Err(Diagnostic::at(span_of(*stmt), message)
                    .help(format!("write `{name} = \"…\"` on its own line")));
            }
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &Expr) -> Result<(), Diagnostic> {
        match name {
            "play" => {
                self.play = one_of(
                    name,
                    value,
                    &[
                        ("normal", PlayConvention::Normal),
                        ("misere", PlayConvention::Misere),
                        ("score", PlayConvention::Score),
                    ],
                )?;
            }
            "cycles" => {
                self.cycles = one_of(
                    name,
                    value,
                    &[("draw", Cycles::Draw), ("error", Cycles::Error)],
                )?;
            }
            "claim_of" => {
                let words = [
                    ("win", ClaimOf::Win),
                    ("outcome", ClaimOf::Outcome),
                    ("grundy", ClaimOf::Grundy),
                    ("score", ClaimOf::Score),
                ];
                self.claim_of = one_of(name, value, &words)?;
            }
            _ => {}
        }
        Ok(())
    }
}

fn one_of<T: Copy>(name: &str, value: &Expr, words: &[(&str, T)]) -> Result<T, Diagnostic> {
    let text = match value {
        Expr::StringLiteral(text) => Some(text.value.to_str()),
        _ => None,
    };
    let found = words.iter().find(|(word, _)| Some(*word) == text);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let known: Vec<String> = words
            .iter()
            .map(|(word, _)| format!("\"{word}\""))
            .collect();
        let message = format!("`{name}` must be one of {}", known.join(", "));
        let near = text.and_then(|text| {
            let lower = text.to_lowercase();
            words
                .iter()
                .find(|(word, _)| strsim::jaro_winkler(word, &lower) > 0.8)
        });
        let word = near.map_or(words[0].0, |(word, _)| word);
        Diagnostic::at(span_of(value), message).help(format!("write {name} = \"{word}\""))
    })
}
