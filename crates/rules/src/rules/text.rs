//! Text notation of positions: `me=[0, 3] opp=[1, 7]`, with or without the
//! names; the components of a sum are joined by ` + `, and partizan games
//! append the player to move, `Left` or `Right`.

use std::ops::Range;

use kibitz_game::{Side, TextError};

use super::Rules;
use super::position::Position;
use crate::shape::{Field, FieldKind, Shape};

/// The empty sum.
const NOTHING: &str = "nothing";

impl Rules {
    /// Writes a position.
    #[must_use]
    pub fn write_position(&self, position: &Position) -> String {
        let parts = position.parts.iter().map(|row| self.shape.write(row));
        let mut text = parts.collect::<Vec<_>>().join(" + ");
        if position.parts.is_empty() {
            text.push_str(NOTHING);
        }
        match position.side {
            Some(Side::Left) => text + " Left",
            Some(Side::Right) => text + " Right",
            None => text,
        }
    }

    /// Parses a position.
    ///
    /// # Errors
    /// Returns an error with the place and what was expected if the text is
    /// invalid.
    pub fn read_position(&self, text: &str) -> Result<Position, TextError> {
        let (end, side) = self.read_side(text)?;
        let mut rows = Vec::new();
        let mut from = 0;
        if text[..end].trim() != NOTHING {
            for piece in text[..end].split('+') {
                rows.push(Reader::new(text, from..from + piece.len()).row(&self.shape)?);
                from += piece.len() + 1;
            }
        }
        if rows.len() != 1 && !self.is_sum() {
            self.refuse_sum(text)?;
        }
        self.position(rows, side).map_err(|failure| {
            let error = TextError::new(0..text.len(), failure.what().message.clone());
            match &failure.what().help {
                Some(help) => error.help(help.clone()),
                None => error,
            }
        })
    }

    /// The end of the fields, and the player to move.
    fn read_side(&self, text: &str) -> Result<(usize, Option<Side>), TextError> {
        let trimmed = text.trim_end();
        let letters = |c: char| c.is_ascii_alphabetic();
        let start = trimmed.trim_end_matches(letters).len();
        let side = match trimmed[start..].to_ascii_lowercase().as_str() {
            "left" => Side::Left,
            "right" => Side::Right,
            _ => return Ok((trimmed.len(), self.has_sides().then_some(Side::Left))),
        };
        if self.has_sides() {
            return Ok((start, Some(side)));
        }
        let message = "Left and Right do not apply: both players have the same moves";
        Err(TextError::new(start..trimmed.len(), message))
    }

    /// Only games with Grundy values have sums.
    fn refuse_sum(&self, text: &str) -> Result<(), TextError> {
        let place = text.find('+').unwrap_or(0);
        match self.no_grundy() {
            None => Ok(()),
            Some(why) => {
                let message = format!("positions of this game cannot be summed: {why}");
                Err(TextError::new(place..(place + 1).min(text.len()), message))
            }
        }
    }
}

/// Reads the fields of one position.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, range: Range<usize>) -> Reader<'t> {
        Reader {
            text,
            at: range.start,
            end: range.end,
        }
    }

    fn row(mut self, shape: &Shape) -> Result<Vec<i64>, TextError> {
        let mut values: Vec<Option<Vec<i64>>> = vec![None; shape.fields.len()];
        loop {
            self.skip();
            if self.at == self.end {
                break;
            }
            let start = self.at;
            let index = match self.name() {
                Some(name) => self.named(name, start, shape)?,
                None => values
                    .iter()
                    .position(Option::is_none)
                    .ok_or_else(|| self.too_many(start, shape))?,
            };
            let value = self.value(&shape.fields[index])?;
            if values[index].replace(value).is_some() {
                let message = format!("`{}` is given twice", shape.fields[index].name);
                return Err(TextError::new(start..self.at, message));
            }
        }
        let mut row = Vec::with_capacity(shape.slots());
        for (field, value) in shape.fields.iter().zip(values) {
            row.extend(value.ok_or_else(|| self.missing(field, shape))?);
        }
        Ok(row)
    }

    /// Skips spaces, and commas between fields.
    fn skip(&mut self) {
        let rest = &self.text[self.at..self.end];
        let kept = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        self.at += rest.len() - kept.len();
    }

    /// A name and `=`, if they come next.
    fn name(&mut self) -> Option<&'t str> {
        let rest = &self.text[self.at..self.end];
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let after = rest[name.len()..].trim_start().strip_prefix('=')?;
        if name.is_empty() {
            return None;
        }
        self.at = self.end - after.trim_start().len();
        Some(name)
    }

    fn named(&self, name: &str, start: usize, shape: &Shape) -> Result<usize, TextError> {
        let found = shape.fields.iter().position(|field| field.name == name);
        found.ok_or_else(|| {
            let error = TextError::new(start..start + name.len(), format!("no field `{name}`"));
            error.help(format!("the fields are {}", names(shape)))
        })
    }

    fn value(&mut self, field: &Field) -> Result<Vec<i64>, TextError> {
        match field.kind {
            FieldKind::Int => Ok(vec![self.number(field)?]),
            FieldKind::Bool => Ok(vec![self.truth(field)?]),
            FieldKind::List(length) => self.list(field, length),
        }
    }

    /// The next word: up to a space, a comma or a bracket.
    fn word(&mut self) -> (Range<usize>, &'t str) {
        let rest = &self.text[self.at..self.end];
        let ends = |c: char| c.is_whitespace() || ",[]=".contains(c);
        let length = match rest.find(ends) {
            Some(0) => rest.chars().next().map_or(0, char::len_utf8),
            Some(length) => length,
            None => rest.len(),
        };
        let at = self.at..self.at + length;
        self.at = at.end;
        (at, &rest[..length])
    }

    fn number(&mut self, field: &Field) -> Result<i64, TextError> {
        let (at, word) = self.word();
        let digits = word.strip_prefix('-').unwrap_or(word);
        let is_plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        match word.parse() {
            Ok(number) if is_plain => Ok(number),
            _ if is_plain => Err(TextError::new(at, "this number does not fit 64 bits")),
            _ => Err(expected(
                at,
                word,
                &format!("a number for `{}`", field.name),
            )),
        }
    }

    fn truth(&mut self, field: &Field) -> Result<i64, TextError> {
        let (at, word) = self.word();
        match word {
            "True" | "true" | "1" => Ok(1),
            "False" | "false" | "0" => Ok(0),
            _ => {
                let what = format!("True or False for `{}`", field.name);
                Err(expected(at, word, &what))
            }
        }
    }

    fn list(&mut self, field: &Field, length: usize) -> Result<Vec<i64>, TextError> {
        let start = self.at;
        let (at, word) = self.word();
        if word != "[" {
            let what = format!("`[`, a list of {length} numbers for `{}`", field.name);
            return Err(expected(at, word, &what));
        }
        let mut items = Vec::with_capacity(length);
        loop {
            self.skip();
            if self.text[self.at..self.end].starts_with(']') {
                self.at += 1;
                break;
            }
            items.push(self.number(field)?);
        }
        if items.len() == length {
            return Ok(items);
        }
        let message = format!("`{}` has {length} numbers, not {}", field.name, items.len());
        Err(TextError::new(start..self.at, message))
    }

    fn too_many(&self, start: usize, shape: &Shape) -> TextError {
        let message = format!("unexpected text: a position only has {}", names(shape));
        TextError::new(start..self.end, message)
    }

    fn missing(&self, field: &Field, shape: &Shape) -> TextError {
        let error = TextError::new(self.at..self.at, format!("`{}` is missing", field.name));
        error.help(format!("the fields are {}", names(shape)))
    }
}

fn expected(at: Range<usize>, word: &str, what: &str) -> TextError {
    let found = match word {
        "" => "the end".to_owned(),
        word => format!("`{word}`"),
    };
    TextError::new(at, format!("expected {what}, found {found}"))
}

fn names(shape: &Shape) -> String {
    let names: Vec<&str> = shape.fields.iter().map(|f| f.name.as_str()).collect();
    names.join(", ")
}
