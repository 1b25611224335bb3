//! f-strings.

use ruff_python_ast::{
    ConversionFlag, ExprFString, FStringPart, InterpolatedElement, InterpolatedStringElement,
};

use super::expression::Checked;
use super::instance::Checker;
use super::kinds::Ty;
use super::parse::{span, span_of};
use crate::source::{Mistake, Span};
use crate::tree::{Builtin, Kind, Piece};

impl<'a> Checker<'a> {
    pub(super) fn format_string(&mut self, node: &'a ExprFString) -> Result<Checked, Mistake> {
        let mut pieces = Vec::new();
        for part in node.value.as_slice() {
            match part {
                FStringPart::Literal(text) => {
                    self.refuse_surrogates(&text.value, span(text.range))?;
                    pieces.push(Piece::Text(text.value.to_string()));
                }
                FStringPart::FString(inner) => {
                    for element in &inner.elements {
                        pieces.push(self.piece(element)?);
                    }
                }
            }
        }
        Ok(self.made(Kind::Format(pieces), Ty::Str, span_of(node)))
    }

    /// Refuses halves of characters, which Ruff reads as something else.
    pub(super) fn refuse_surrogates(&self, text: &str, at: Span) -> Result<(), Mistake> {
        let source = self.source.slice(at).to_lowercase();
        let is_half = |escape: &str| source.contains(escape);
        if text.contains(char::REPLACEMENT_CHARACTER) && (is_half("\\ud") || is_half("\\u0000d")) {
            let message = "a half of a character (a surrogate) is not supported in a rule file";
            return Err(
                Mistake::at(at, message).help("write the character itself, or `\\U0001f600`")
            );
        }
        Ok(())
    }

    fn piece(&mut self, element: &'a InterpolatedStringElement) -> Result<Piece, Mistake> {
        match element {
            InterpolatedStringElement::Literal(text) => {
                self.refuse_surrogates(&text.value, span(text.range))?;
                Ok(Piece::Text(text.value.to_string()))
            }
            InterpolatedStringElement::Interpolation(value) => {
                let format = format_of(value)?;
                let mut tree = self.expression(&value.expression)?.tree;
                if value.conversion == ConversionFlag::Str {
                    let span = tree.span;
                    let kind = Kind::Builtin(Builtin::Str, vec![tree]);
                    tree = self.made(kind, Ty::Str, span).tree;
                }
                Ok(Piece::Value(tree, format))
            }
        }
    }
}

/// The format after the colon: text as it stands there.
fn format_of(value: &InterpolatedElement) -> Result<String, Mistake> {
    let at = span(value.range);
    if value.debug_text.is_some() {
        return Err(
            Mistake::at(at, "`=` in an f-string is not supported in a rule file")
                .help("write the name as text: f\"x={x}\""),
        );
    }
    if !matches!(value.conversion, ConversionFlag::None | ConversionFlag::Str) {
        return Err(Mistake::at(
            at,
            "`!r` and `!a` in an f-string are not supported in a rule file",
        )
        .help("leave it out, or write `!s` for the text that `str` gives"));
    }
    let Some(spec) = &value.format_spec else {
        return Ok(String::new());
    };
    let mut format = String::new();
    for element in &spec.elements {
        match element {
            InterpolatedStringElement::Literal(text) => format.push_str(&text.value),
            InterpolatedStringElement::Interpolation(_) => {
                return Err(
                    Mistake::at(at, "a format that is computed is not supported here")
                        .help("write the width as a number: f\"{x:3}\""),
                );
            }
        }
    }
    Ok(format)
}
