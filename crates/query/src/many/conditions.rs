//! Search conditions, e.g. `value=win and plies=max`.

use std::fmt;
use std::ops::Range;

use kibitz_game::{TextError, Wdl};

use crate::did_you_mean;

/// A measurable quantity of a position, in order of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// Loss, draw or win, in this order.
    Value,
    /// Distance to the end in plies.
    Plies,
    /// The score, signed for the mover.
    Score,
    /// The Grundy value.
    Grundy,
    /// The number of moves.
    Moves,
    /// The number of winning moves.
    Winning,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Quantity; 6] = [
        Quantity::Value,
        Quantity::Plies,
        Quantity::Score,
        Quantity::Grundy,
        Quantity::Moves,
        Quantity::Winning,
    ];

    /// Its name in conditions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Quantity::Value => "value",
            Quantity::Plies => "plies",
            Quantity::Score => "score",
            Quantity::Grundy => "grundy",
            Quantity::Moves => "moves",
            Quantity::Winning => "winning",
        }
    }
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Equal,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Operator {
    /// Longer signs first, so that `<=` is not parsed as `<`.
    const SIGNS: [(&'static str, Operator); 6] = [
        ("!=", Operator::Other),
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("=", Operator::Equal),
        ("<", Operator::Less),
        (">", Operator::More),
    ];

    pub(crate) fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Operator::Equal => left == right,
            Operator::Other => left != right,
            Operator::Less => left < right,
            Operator::AtMost => left <= right,
            Operator::More => left > right,
            Operator::AtLeast => left >= right,
        }
    }
}

/// A comparison with a fixed amount.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    pub(crate) quantity: Quantity,
    pub(crate) operator: Operator,
    pub(crate) amount: i128,
}

/// The maximum or minimum of a quantity among all positions that satisfy the
/// comparisons.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extreme {
    pub(crate) quantity: Quantity,
    pub(crate) is_greatest: bool,
}

/// A conjunction of conditions. Several `max` and `min` are applied in the
/// order given.
#[derive(Clone, Debug)]
pub struct Conditions {
    text: String,
    /// In order of cost.
    pub(crate) comparisons: Vec<Comparison>,
    /// In the order given.
    pub(crate) extremes: Vec<Extreme>,
}

/// The rank of a result: loss, draw, win.
pub(crate) fn amount_of(wdl: Wdl) -> i128 {
    match wdl {
        Wdl::Loss => 0,
        Wdl::Draw => 1,
        Wdl::Win => 2,
    }
}

impl Conditions {
    /// Reads conditions joined by `and` or commas.
    ///
    /// ```
    /// use kibitz_query::Conditions;
    ///
    /// assert!(Conditions::parse("value=win and plies=max").is_ok());
    /// let error = Conditions::parse("value=win, pleis>3").unwrap_err();
    /// assert_eq!(error.at, 11..16);
    /// assert_eq!(error.help.as_deref(), Some("did you mean `plies`?"));
    /// ```
    ///
    /// # Errors
    /// Returns an error with its place and what was expected if the text is not
    /// a list of conditions.
    pub fn parse(text: &str) -> Result<Conditions, TextError> {
        let mut reader = Reader { text, at: 0 };
        let mut conditions = Conditions {
            text: text.trim().to_owned(),
            comparisons: Vec::new(),
            extremes: Vec::new(),
        };
        loop {
            let quantity = reader.quantity()?;
            reader.condition(quantity, &mut conditions)?;
            if !reader.separator()? {
                break;
            }
        }
        conditions.comparisons.sort_by_key(|c| c.quantity);
        Ok(conditions)
    }

    /// Whether a condition is about this quantity.
    #[must_use]
    pub fn mention(&self, quantity: Quantity) -> bool {
        let compared = self.comparisons.iter().map(|c| c.quantity);
        let extreme = self.extremes.iter().map(|e| e.quantity);
        compared.chain(extreme).any(|q| q == quantity)
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next token: letters, digits, `_` and `-`, or one other character;
    /// empty at the end.
    fn peek(&mut self) -> (Range<usize>, &'a str) {
        self.skip_space();
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let letters = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let length = match letters {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            n => n,
        };
        (self.at..self.at + length, &rest[..length])
    }

    fn word(&mut self) -> (Range<usize>, &'a str) {
        let (at, word) = self.peek();
        self.at = at.end;
        (at, word)
    }

    fn quantity(&mut self) -> Result<Quantity, TextError> {
        let (at, word) = self.word();
        let found = Quantity::ALL.into_iter().find(|q| q.name() == word);
        found.ok_or_else(|| {
            let names = Quantity::ALL.map(Quantity::name);
            let help = match did_you_mean(word, names) {
                Some(near) if !word.is_empty() => format!("did you mean `{near}`?"),
                _ => format!("valid quantities: {}", names.join(", ")),
            };
            TextError::new(at, format!("expected a quantity, found {}", Found(word))).help(help)
        })
    }

    fn operator(&mut self) -> Result<(Range<usize>, Operator), TextError> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let sign = Operator::SIGNS.iter().find(|(s, _)| rest.starts_with(s));
        match sign {
            Some(&(sign, operator)) => {
                let at = self.at..self.at + sign.len();
                self.at = at.end;
                Ok((at, operator))
            }
            None => {
                let (at, word) = self.word();
                let message = format!("expected = != < <= > or >=, found {}", Found(word));
                Err(TextError::new(at, message))
            }
        }
    }

    fn condition(&mut self, of: Quantity, into: &mut Conditions) -> Result<(), TextError> {
        let (sign_at, operator) = self.operator()?;
        let (at, word) = self.word();
        if word == "max" || word == "min" {
            if operator != Operator::Equal {
                let message = format!("`{word}` requires the operator =");
                return Err(TextError::new(sign_at, message));
            }
            into.extremes.push(Extreme {
                quantity: of,
                is_greatest: word == "max",
            });
            return Ok(());
        }
        into.comparisons.push(Comparison {
            quantity: of,
            operator,
            amount: amount(of, at, word)?,
        });
        Ok(())
    }

    /// Whether another condition follows.
    fn separator(&mut self) -> Result<bool, TextError> {
        let (at, word) = self.word();
        match word {
            "" => Ok(false),
            "and" | "," => Ok(true),
            _ => {
                let message = format!("expected `and`, a comma or the end, found {}", Found(word));
                Err(TextError::new(at, message))
            }
        }
    }
}

fn amount(of: Quantity, at: Range<usize>, word: &str) -> Result<i128, TextError> {
    if of == Quantity::Value {
        let all = [Wdl::Win, Wdl::Draw, Wdl::Loss];
        let found = all.into_iter().find(|wdl| wdl.name() == word);
        return found.map(amount_of).ok_or_else(|| {
            let message = format!("expected win, draw or loss, found {}", Found(word));
            let error = TextError::new(at, message);
            match did_you_mean(word, all.map(Wdl::name)) {
                Some(near) if !word.is_empty() => error.help(format!("did you mean `{near}`?")),
                _ => error,
            }
        });
    }
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_decimal = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number = word.parse::<i128>().ok().filter(|_| is_decimal);
    number.ok_or_else(|| {
        let message = format!("expected a number, max or min, found {}", Found(word));
        TextError::new(at, message)
    })
}

/// A token as quoted in errors.
struct Found<'a>(&'a str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str("the end"),
            word => write!(f, "`{word}`"),
        }
    }
}
