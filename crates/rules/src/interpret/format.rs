//! Format specifications of f-strings.
//!
//! `[[fill]align][sign][#][0][width][,|_][.precision][type]`, for ints and
//! strings. Rejects what Python rejects, and also the formats of floats.

use std::collections::VecDeque;

/// A parsed format specification.
#[derive(Clone, Debug, Default)]
pub(super) struct Spec {
    fill: Option<char>,
    align: Option<char>,
    sign: Option<char>,
    is_alternate: bool,
    /// Whether there is a `0` before the width.
    is_zero_padded: bool,
    width: usize,
    separator: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

/// Maximum width. CPython is limited only by memory.
const MAX_WIDTH: usize = 1 << 30;

impl Spec {
    /// Parses a format specification.
    pub(super) fn parse(text: &str) -> Result<Spec, String> {
        let mut spec = Spec::default();
        let mut rest = Letters(text.chars().collect());
        if rest.is(1, "<>=^") {
            spec.fill = rest.0.pop_front();
        }
        spec.align = rest.take("<>=^");
        spec.sign = rest.take("+- ");
        if rest.take("z").is_some() {
            return Err("`z` is for floats".to_owned());
        }
        spec.is_alternate = rest.take("#").is_some();
        spec.is_zero_padded = rest.take("0").is_some();
        spec.width = rest.number().unwrap_or(0);
        spec.separator = rest.take(",_");
        if rest.take(",_").is_some() {
            return Err("use only one of `,` and `_`".to_owned());
        }
        if rest.take(".").is_some() {
            spec.precision = rest.number();
            if spec.precision.is_none() {
                return Err("`.` must be followed by a number".to_owned());
            }
        }
        spec.kind = rest.0.pop_front();
        match rest.0.front() {
            Some(_) => Err("nothing may follow the type letter".to_owned()),
            None => Ok(spec),
        }
    }

    /// The minimum number of characters.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// A number in this format.
    pub(super) fn number(&self, number: i64) -> Result<String, String> {
        if self.precision.is_some() {
            return Err("an int takes no `.precision`".to_owned());
        }
        let size = number.unsigned_abs();
        let (prefix, digits) = match self.kind {
            None | Some('d' | 'n') => ("", size.to_string()),
            Some('b') => ("0b", format!("{size:b}")),
            Some('o') => ("0o", format!("{size:o}")),
            Some('x') => ("0x", format!("{size:x}")),
            Some('X') => ("0X", format!("{size:X}")),
            Some('c') => return self.character(number),
            Some(other) => return Err(format!("`{other}` is not a format of ints")),
        };
        let group = match (self.separator, self.kind) {
            (Some(',' | '_'), Some('n')) => return Err("`n` takes no separator".to_owned()),
            (Some(','), Some('b' | 'o' | 'x' | 'X')) => {
                return Err("`,` is for decimal numbers: use `_`".to_owned());
            }
            (Some(_), Some('b' | 'o' | 'x' | 'X')) => 4,
            _ => 3,
        };
        let sign = match self.sign {
            _ if number < 0 => "-",
            Some('+') => "+",
            Some(' ') => " ",
            _ => "",
        };
        let prefix = if self.is_alternate { prefix } else { "" };
        let before = sign.len() + prefix.len();
        let fill = self
            .fill
            .unwrap_or(if self.is_zero_padded { '0' } else { ' ' });
        let align = self
            .align
            .unwrap_or(if self.is_zero_padded { '=' } else { '>' });
        // Zero padding between sign and digits takes part in the grouping.
        let least = if fill == '0' && align == '=' {
            self.width.saturating_sub(before)
        } else {
            0
        };
        let digits = grouped_digits(&digits, self.separator, group, least);
        let missing = self.width.saturating_sub(before + digits.len());
        if align == '=' {
            let padding = fill.to_string().repeat(missing);
            return Ok(format!("{sign}{prefix}{padding}{digits}"));
        }
        Ok(pad(
            &format!("{sign}{prefix}{digits}"),
            missing,
            fill,
            align,
        ))
    }

    /// `c`: the character of a code point.
    fn character(&self, number: i64) -> Result<String, String> {
        if self.sign.is_some() || self.is_alternate || self.separator.is_some() {
            return Err("`c` takes no sign, `#`, `,` or `_`".to_owned());
        }
        let letter = u32::try_from(number).ok().and_then(char::from_u32);
        let letter = letter.ok_or_else(|| format!("{number} is not a valid code point"))?;
        let zero = self.is_zero_padded;
        let fill = self.fill.unwrap_or(if zero { '0' } else { ' ' });
        let missing = self.width.saturating_sub(1);
        // Aligned to the right by default, as numbers are.
        let align = self.align.unwrap_or('>');
        Ok(pad(&letter.to_string(), missing, fill, align))
    }

    /// A string in this format.
    pub(super) fn text(&self, text: &str) -> Result<String, String> {
        if !matches!(self.kind, None | Some('s')) {
            return Err(format!(
                "`{}` is not a format of strings",
                self.kind.unwrap_or(' ')
            ));
        }
        if self.sign.is_some() || self.is_alternate || self.separator.is_some() {
            return Err("a string takes no sign, `#`, `,` or `_`".to_owned());
        }
        if self.align == Some('=') {
            return Err("`=` alignment is for numbers".to_owned());
        }
        let cut: String = text
            .chars()
            .take(self.precision.unwrap_or(usize::MAX))
            .collect();
        let missing = self.width.saturating_sub(cut.chars().count());
        let fill = self
            .fill
            .unwrap_or(if self.is_zero_padded { '0' } else { ' ' });
        Ok(pad(&cut, missing, fill, self.align.unwrap_or('<')))
    }
}

/// The rest of a format specification.
struct Letters(VecDeque<char>);

impl Letters {
    fn is(&self, at: usize, wanted: &str) -> bool {
        self.0
            .get(at)
            .is_some_and(|letter| wanted.contains(*letter))
    }

    /// The next character, if it is one of these.
    fn take(&mut self, wanted: &str) -> Option<char> {
        self.is(0, wanted).then(|| self.0.pop_front()).flatten()
    }

    /// The next number, if there is one.
    fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit) = self.take("0123456789") {
            let digit = digit as usize - '0' as usize;
            number = Some((number.unwrap_or(0) * 10 + digit).min(MAX_WIDTH));
        }
        number
    }
}

/// A text with padding around it.
fn pad(text: &str, missing: usize, fill: char, align: char) -> String {
    let before = match align {
        '<' => 0,
        '^' => missing / 2,
        _ => missing,
    };
    let padding = |count: usize| fill.to_string().repeat(count);
    format!("{}{text}{}", padding(before), padding(missing - before))
}

/// Digits with a separator between groups, padded with zeros to a length of at
/// least `least`; never starts with a separator.
fn grouped_digits(digits: &str, separator: Option<char>, group: usize, least: usize) -> String {
    let mut backwards = Vec::new();
    let mut rest = digits.chars().rev();
    let mut count = 0;
    loop {
        let next = rest.next();
        if next.is_none() && backwards.len() >= least {
            break;
        }
        if let Some(separator) = separator
            && count > 0
            && count % group == 0
        {
            backwards.push(separator);
        }
        backwards.push(next.unwrap_or('0'));
        count += 1;
    }
    backwards.iter().rev().collect()
}

/// A number for a message: `10,000,000`.
pub(super) fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string(), Some(','), 3, 0)
}
