//! Templates: texts with fields, e.g. `{a} {b} 3`.

use std::ops::Range;

/// A text split at its fields, which are names in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Field {
        name: String,
        /// Its byte range in the template, with braces.
        at: Range<usize>,
    },
}

impl Template {
    /// Parses a template; braces without a name between them are literal.
    pub(crate) fn new(text: &str) -> Template {
        let mut pieces = Vec::new();
        let mut done = 0;
        for (open, _) in text.match_indices('{') {
            let Some(length) = text[open..].find('}') else {
                break;
            };
            let name = &text[open + 1..open + length];
            let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
            if open < done || name.is_empty() || !name.chars().all(is_name) {
                continue;
            }
            if done < open {
                pieces.push(Piece::Text(text[done..open].to_owned()));
            }
            done = open + length + 1;
            pieces.push(Piece::Field {
                name: name.to_owned(),
                at: open..done,
            });
        }
        if done < text.len() {
            pieces.push(Piece::Text(text[done..].to_owned()));
        }
        Template { pieces }
    }

    /// The fields in order, with repetitions.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Field { name, at } => Some((name.as_str(), at.clone())),
            Piece::Text(_) => None,
        })
    }

    /// The names of the fields, with repetitions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.fields().map(|(name, _)| name)
    }

    pub(crate) fn has(&self, field: &str) -> bool {
        self.names().any(|name| name == field)
    }

    /// The text with each field replaced.
    pub(crate) fn filled(&self, mut value: impl FnMut(&str) -> String) -> String {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Field { name, .. } => value(name),
        });
        pieces.collect()
    }

    /// The template with some fields replaced by text.
    pub(crate) fn with_values(&self, value: impl Fn(&str) -> Option<String>) -> Template {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Field { name, .. } => match value(name) {
                Some(text) => Piece::Text(text),
                None => piece.clone(),
            },
            Piece::Text(_) => piece.clone(),
        });
        Template {
            pieces: pieces.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> (Vec<String>, String) {
        let template = Template::new(text);
        let names = template.names().map(str::to_owned).collect();
        (names, template.filled(|name| format!("<{name}>")))
    }

    #[test]
    fn fields_are_names_in_braces() {
        for (text, names, filled) in [
            ("{a} {b} 3", vec!["a", "b"], "<a> <b> 3"),
            ("0 {a} 0", vec!["a"], "0 <a> 0"),
            ("{a}{a}", vec!["a", "a"], "<a><a>"),
            ("{} { a} {b", vec![], "{} { a} {b"),
            ("{{a}}", vec!["a"], "{<a>}"),
            ("é{a}é", vec!["a"], "é<a>é"),
            ("", vec![], ""),
        ] {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            assert_eq!(shown(text), (names, filled.to_owned()), "{text}");
        }
    }
}
