//! `"%d of %s" % (a, b)` and `"{} of {}".format(a, b)` as f-strings, and f-strings with computed
//! widths.

use ruff_python_ast::{
    Arguments, ConversionFlag, Expr, ExprFString, FStringPart, InterpolatedElement,
    InterpolatedStringElement,
};
use ruff_text_size::TextRange;

use super::template::{expression, new_name};

/// A part of a text: letters, or the value of an argument with a format.
enum Part {
    Letters(String),
    /// A value as `str(…)` has it first, if a width follows it in `%s`.
    Value {
        argument: Expr,
        format: String,
        is_text: bool,
    },
}

/// `"%d of %d" % (a, b)`; `None` if it is not known to mean the same as an f-string.
pub(super) fn percent(text: &str, right: &Expr, at: TextRange) -> Option<Expr> {
    let arguments = match right {
        Expr::Tuple(tuple) => &tuple.elts[..],
        one => std::slice::from_ref(one),
    };
    let mut left = arguments.iter();
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((letters, after)) = rest.split_once('%') {
        parts.push(Part::Letters(letters.to_owned()));
        let conversion = after.find(|c: char| !"-+ 0123456789".contains(c))?;
        let (flags, after) = after.split_at(conversion);
        let mut after = after.chars();
        match (after.next()?, flags) {
            ('%', "") => parts.push(Part::Letters("%".to_owned())),
            (letter @ ('d' | 'i' | 'x' | 'X' | 's'), _) => {
                let is_text = letter == 's';
                let argument = left.next()?;
                // Any other value might be a tuple of the arguments.
                if is_text && !right.is_tuple_expr() && !argument.is_literal_expr() {
                    return None;
                }
                let width = flags.trim_start_matches(['-', '+', ' ', '0']);
                let signs = &flags[..flags.len() - width.len()];
                let format = match (is_text, signs) {
                    (true, _) if width.is_empty() => String::new(),
                    (true, "-") => format!("<{width}"),
                    (true, "") => format!(">{width}"),
                    (false, "-") => format!("<{width}{}", conversion_of(letter)),
                    (false, "" | "0" | "+" | " " | "+0") => {
                        format!("{signs}{width}{}", conversion_of(letter))
                    }
                    _ => return None,
                };
                parts.push(Part::Value {
                    argument: argument.clone(),
                    is_text: is_text && !format.is_empty(),
                    format,
                });
            }
            _ => return None,
        }
        rest = after.as_str();
    }
    parts.push(Part::Letters(rest.to_owned()));
    left.next().is_none().then(|| joined(parts, at))
}

fn conversion_of(letter: char) -> char {
    match letter {
        'i' => 'd',
        other => other,
    }
}

/// `format(x)` and `format(x, ">3")`.
pub(super) fn formatted(args: &[Expr], at: TextRange) -> Option<Expr> {
    let format = match args {
        [_] => String::new(),
        [_, Expr::StringLiteral(text)] => text.value.to_str().to_owned(),
        _ => return None,
    };
    let is_plain = !format.contains(['{', '}', '"', '\\', '\n']);
    is_plain.then(|| {
        expression(
            &format!("f\"{{X:{format}}}\""),
            at,
            &[("X", args[0].clone())],
        )
    })
}

/// `"{} of {n:>3}".format(a, n=b)`.
pub(super) fn format(text: &str, arguments: &Arguments, at: TextRange) -> Option<Expr> {
    let mut parts = Vec::new();
    let mut letters = String::new();
    let mut next = 0;
    let mut used = Vec::new();
    let mut rest = text;
    while let Some(place) = rest.find(['{', '}']) {
        letters.push_str(&rest[..place]);
        let (brace, after) = rest[place..].split_at(1);
        if let Some(after) = after.strip_prefix(brace) {
            letters.push_str(brace);
            rest = after;
            continue;
        }
        let (field, after) = after.split_once('}').filter(|_| brace == "{")?;
        let (name, format) = field.split_once(':').unwrap_or((field, ""));
        let number = match name.parse::<usize>() {
            _ if name.is_empty() => {
                next += 1;
                next - 1
            }
            Ok(number) => number,
            Err(_) => {
                let mut words = arguments.keywords.iter();
                let word = words.position(|word| word.arg.as_deref() == Some(name))?;
                arguments.args.len() + word
            }
        };
        let words = arguments.keywords.iter().map(|word| &word.value);
        let argument = arguments.args.iter().chain(words).nth(number)?;
        used.push(number);
        if format.contains('{') || argument.is_starred_expr() {
            return None;
        }
        parts.push(Part::Letters(std::mem::take(&mut letters)));
        parts.push(Part::Value {
            argument: argument.clone(),
            format: format.to_owned(),
            is_text: false,
        });
        rest = after;
    }
    letters.push_str(rest);
    parts.push(Part::Letters(letters));
    // All arguments are evaluated once, in their order.
    let is_plain = |expr: &Expr| expr.is_name_expr() || expr.is_literal_expr();
    let mut words = arguments.keywords.iter().map(|word| &word.value);
    let are_plain = arguments.args.iter().all(is_plain) && words.all(is_plain);
    (are_plain || used.into_iter().eq(0..arguments.len())).then(|| joined(parts, at))
}

/// The sum of all parts.
fn joined(parts: Vec<Part>, at: TextRange) -> Expr {
    let mut sum = expression("''", at, &[]);
    for part in parts {
        let text = match part {
            Part::Letters(letters) if letters.is_empty() => continue,
            Part::Letters(letters) => expression(&quoted(&letters), at, &[]),
            Part::Value {
                argument,
                format,
                is_text,
            } => {
                let value = if is_text { "str(X)" } else { "X" };
                let colon = if format.is_empty() { "" } else { ":" };
                let text = format!("f\"{{{value}{colon}{format}}}\"");
                expression(&text, at, &[("X", argument)])
            }
        };
        sum = expression("A + B", at, &[("A", sum), ("B", text)]);
    }
    sum
}

/// A text as a literal.
pub(super) fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for letter in text.chars() {
        match letter {
            ' ' | '!' | '#'..='[' | ']'..='~' => literal.push(letter),
            other => literal.push_str(&format!("\\U{:08x}", u32::from(other))),
        }
    }
    literal.push('"');
    literal
}

/// Values with a computed width, as `{x:0{n}b}` or `{x:>{n}}`: calls of functions of
/// `functions.py`.
pub(super) fn padded(node: &mut ExprFString) {
    for part in &mut node.value {
        let FStringPart::FString(text) = part else {
            continue;
        };
        for element in &mut text.elements {
            let InterpolatedStringElement::Interpolation(value) = element else {
                continue;
            };
            let Some(made) = with_width(value) else {
                continue;
            };
            *value.expression = made;
            value.format_spec = None;
            value.conversion = ConversionFlag::None;
        }
    }
}

/// The call for a value with a computed width.
fn with_width(value: &InterpolatedElement) -> Option<Expr> {
    let mut parts = value.format_spec.as_ref()?.elements.iter();
    let (mut before, mut after, mut width) = (String::new(), String::new(), None);
    for part in &mut parts {
        match (part, &width) {
            (InterpolatedStringElement::Literal(text), None) => before.push_str(&text.value),
            (InterpolatedStringElement::Literal(text), Some(_)) => after.push_str(&text.value),
            (InterpolatedStringElement::Interpolation(inner), None)
                if inner.format_spec.is_none() && inner.debug_text.is_none() =>
            {
                width = Some((*inner.expression).clone());
            }
            _ => return None,
        }
    }
    let at = value.range;
    let is_plain = matches!(value.conversion, ConversionFlag::None | ConversionFlag::Str);
    // A bool is a number in a format, and None has none.
    let text = match value.conversion {
        ConversionFlag::Str => "f\"{X}\"",
        _ => "f\"{X:1}\"",
    };
    let (function, digits) = match (before.as_str(), after.as_str()) {
        ("0", "b" | "o" | "x" | "X" | "d") if value.conversion == ConversionFlag::None => {
            ("text.zeros", format!("f\"{{X:{after}}}\""))
        }
        (">", "" | "s") if is_plain => ("text.right", text.to_owned()),
        ("<", "" | "s") if is_plain => ("text.left", text.to_owned()),
        _ => return None,
    };
    let digits = expression(&digits, at, &[("X", (*value.expression).clone())]);
    let fill = [("F", new_name(function, at)), ("D", digits), ("W", width?)];
    Some(expression("F(D, W)", at, &fill))
}
