//! Text notation of positions: `me=[0, 3] opp=[1, 7]`, with or without the
//! names; the components of a sum are joined by ` + `, and partizan games
//! append the player to move, `Left` or `Right`.

use std::ops::Range;

use kibitz_game::{Side, TextError};

use super::position::Position;
use super::{Failure, Rules};
use crate::check::string_literal;
use crate::fault::FaultKind;
use crate::shape::{Field, FieldKind, Packing, SequenceKind, Shape};
use crate::tree::Type;

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

    /// Writes the starting position that the file has with other values of numeric
    /// [`start_parameters`](crate::tree::Program::start_parameters); `None` if one is not such a
    /// parameter, `start` fails, or its position has another shape. The error is a failed
    /// assertion: these values have no starting position.
    #[must_use]
    pub fn write_start(&self, set: &[(&str, i64)]) -> Option<Result<String, Failure>> {
        let of_start = self.program.start_parameters();
        let global = |name: &str| {
            let mut parameters = self.program.parameters.iter();
            let found = parameters.find(|p| p.name == name && p.ty == Type::Int)?;
            of_start.contains(&name).then_some(found.global)
        };
        let values = set
            .iter()
            .map(|(name, value)| Some((global(name)?, *value)));
        let values = values.collect::<Option<Vec<_>>>()?;
        let parts = self.machines.ask(|machine| {
            let machine = machine.with_numbers(&values);
            machine.start_rows(&self.shape)
        });
        Some(match parts {
            Ok(parts) => Ok(self.write_position(&Position {
                parts: parts.into_iter().map(Vec::into_boxed_slice).collect(),
                side: self.has_sides().then_some(Side::Left),
            })),
            Err(fault) if fault.kind == FaultKind::Assertion => {
                Err(Failure::fault(fault, &self.source))
            }
            Err(_) => return None,
        })
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
            for piece in components(&text[..end]) {
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

/// The text of each component: pluses in quotes are part of a field.
fn components(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut quote) = (0, None);
    for (place, letter) in text.char_indices() {
        match (letter, quote) {
            ('+', None) => {
                pieces.push(&text[start..place]);
                start = place + 1;
            }
            ('\'' | '"', None) => quote = Some(letter),
            (letter, Some(open)) if letter == open => quote = None,
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
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
        match &field.kind {
            FieldKind::Int => Ok(vec![self.number(field)?]),
            FieldKind::Bool => Ok(vec![self.truth(field)?]),
            FieldKind::List(length) => self.list(field, *length, SequenceKind::List),
            FieldKind::Row(length) => self.list(field, *length, SequenceKind::Tuple),
            FieldKind::Value(packing) => {
                let mut slots = Vec::with_capacity(packing.slots());
                self.packed(field, packing, &mut slots)?;
                Ok(slots)
            }
        }
    }

    /// Reads a value, as Python writes it, into its slots.
    fn packed(
        &mut self,
        field: &Field,
        packing: &Packing,
        slots: &mut Vec<i64>,
    ) -> Result<(), TextError> {
        self.skip();
        let start = self.at;
        let end = slots.len() + packing.slots();
        match packing {
            Packing::Int => slots.push(self.number(field)?),
            Packing::Bool => slots.push(self.truth(field)?),
            Packing::None => self.literal("None", field)?,
            Packing::Optional(_) if self.rest().starts_with("None") => self.at += "None".len(),
            Packing::Optional(inner) => {
                slots.push(1);
                self.packed(field, inner, slots)?;
            }
            Packing::Str(room) => {
                let text = self.string(field)?;
                let letters: Vec<i64> = text.chars().map(|c| i64::from(u32::from(c))).collect();
                if letters.len() > room.most() {
                    return Err(self.too_long(start, field, room.most(), "characters"));
                }
                slots.push(letters.len() as i64);
                slots.extend(letters);
            }
            Packing::Tuple(items) => {
                self.literal("(", field)?;
                for item in items {
                    self.packed(field, item, slots)?;
                }
                self.skip();
                self.literal(")", field)?;
            }
            Packing::Sequence {
                kind: SequenceKind::Set,
                ..
            } if self.rest().starts_with("frozenset()") => self.at += "frozenset()".len(),
            Packing::Sequence { kind, item, room } => {
                let (open, close) = kind.brackets();
                self.literal(open, field)?;
                let length = slots.len();
                slots.push(0);
                loop {
                    self.skip();
                    if self.rest().starts_with(close) {
                        self.at += close.len();
                        break;
                    }
                    slots[length] += 1;
                    if slots[length] > room.most() as i64 {
                        return Err(self.too_long(start, field, room.most(), "items"));
                    }
                    self.packed(field, item, slots)?;
                }
                if *kind == SequenceKind::Set {
                    sort_items(slots, length, item);
                }
            }
        }
        slots.resize(end, 0);
        Ok(())
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// Skips text that must come next.
    fn literal(&mut self, wanted: &str, field: &Field) -> Result<(), TextError> {
        if self.rest().starts_with(wanted) {
            self.at += wanted.len();
            return Ok(());
        }
        let (at, word) = self.word();
        Err(expected(
            at,
            word,
            &format!("`{wanted}` for `{}`", field.name),
        ))
    }

    /// A string in quotes.
    fn string(&mut self, field: &Field) -> Result<String, TextError> {
        let start = self.at;
        let quote = self.rest().chars().next();
        let Some(quote) = quote.filter(|quote| ['\'', '"'].contains(quote)) else {
            let (at, word) = self.word();
            let what = format!("text in quotes for `{}`", field.name);
            return Err(expected(at, word, &what));
        };
        let mut is_escaped = false;
        let close = self.rest().char_indices().skip(1).find(|&(_, letter)| {
            let ends = letter == quote && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            ends
        });
        let length = close.map_or(self.end - self.at, |(place, _)| place + 1);
        self.at += length;
        let literal = &self.text[start..self.at];
        string_literal(literal).ok_or_else(|| {
            TextError::new(start..self.at, "this is not a string as Python writes it")
        })
    }

    fn too_long(&self, start: usize, field: &Field, most: usize, what: &str) -> TextError {
        let message = format!("`{}` has at most {most} {what} here", field.name);
        TextError::new(start..self.at, message)
    }

    /// The next word: up to a space, a comma or a bracket.
    fn word(&mut self) -> (Range<usize>, &'t str) {
        let rest = &self.text[self.at..self.end];
        let ends = |c: char| c.is_whitespace() || ",[](){}=".contains(c);
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

    fn list(
        &mut self,
        field: &Field,
        length: usize,
        kind: SequenceKind,
    ) -> Result<Vec<i64>, TextError> {
        let (open, close) = kind.brackets();
        let start = self.at;
        let (at, word) = self.word();
        if word != open {
            let name = match kind {
                SequenceKind::List => "list",
                SequenceKind::Tuple | SequenceKind::Set => "tuple",
            };
            let what = format!(
                "`{open}`, a {name} of {length} numbers for `{}`",
                field.name
            );
            return Err(expected(at, word, &what));
        }
        let mut items = Vec::with_capacity(length);
        loop {
            self.skip();
            if self.rest().starts_with(close) {
                self.at += close.len();
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

/// Sorts the items of a set without repetitions; its length is at `length`.
fn sort_items(slots: &mut Vec<i64>, length: usize, item: &Packing) {
    let size = item.slots().max(1);
    let items = slots.split_off(length + 1);
    let mut items: Vec<&[i64]> = items.chunks(size).collect();
    items.sort_by(|a, b| item.order(a, b));
    items.dedup();
    slots[length] = items.len() as i64;
    slots.extend(items.concat());
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
