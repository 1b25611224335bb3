//! f-strings.

use ruff_python_ast::{
    ConversionFlag, ExprFString, FStringPart, InterpolatedElement, InterpolatedStringElement,
};

use super::expression::Checked;
use super::instance::Checker;
use super::parse::{span, span_of};
use super::type_vars::Ty;
use crate::source::Diagnostic;
use crate::tree::{Builtin, Kind, Piece};

impl<'a> Checker<'a> {
    pub(super) fn format_string(&mut self, node: &'a ExprFString) -> Result<Checked, Diagnostic> {
        let mut pieces = Vec::new();
        for part in node.value.as_slice() {
            match part {
                FStringPart::Literal(text) => pieces.push(Piece::Text(text.value.to_string())),
                FStringPart::FString(inner) => {
                    for element in &inner.elements {
                        pieces.push(self.piece(element)?);
                    }
                }
            }
        }
        Ok(self.made(Kind::Format(pieces), Ty::Str, span_of(node)))
    }

    fn piece(&mut self, element: &'a InterpolatedStringElement) -> Result<Piece, Diagnostic> {
        match element {
            InterpolatedStringElement::Literal(text) => Ok(Piece::Text(text.value.to_string())),
            InterpolatedStringElement::Interpolation(value) => {
                let format = format_of(value)?;
                let given = self.expression(&value.expression)?;
                self.refuse_text_of(&given)?;
                let mut tree = given.tree;
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

/// The format specification after the colon, verbatim.
fn format_of(value: &InterpolatedElement) -> Result<String, Diagnostic> {
    let at = span(value.range);
    if value.debug_text.is_some() {
        return Err(
            Diagnostic::at(at, "`=` in an f-string is not supported in a rule file")
                .help("write the name as text: f\"x={x}\""),
        );
    }
    if !matches!(value.conversion, ConversionFlag::None | ConversionFlag::Str) {
        return Err(Diagnostic::at(
            at,
            "`!r` and `!a` in an f-string are not supported in a rule file",
        )
        .help("remove it, or write `!s` for the result of `str`"));
    }
    let Some(spec) = &value.format_spec else {
        return Ok(String::new());
    };
    let mut format = String::new();
    for element in &spec.elements {
        match element {
            InterpolatedStringElement::Literal(text) => format.push_str(&text.value),
            InterpolatedStringElement::Interpolation(_) => {
                return Err(Diagnostic::at(
                    at,
                    "a computed format specification is not supported in a rule file",
                )
                .help("write the width as a number: f\"{x:3}\""));
            }
        }
    }
    Ok(format)
}
