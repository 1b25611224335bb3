//! Calls of compiled code.

use super::Worker;
use crate::compile::Outcome;
use crate::rules::Rules;
use crate::tree::{FunctionId, Type};

impl Rules {
    fn returns(&self, function: FunctionId) -> &Type {
        &self.program.functions[function.0 as usize].returns
    }

    /// The number in the words that a function returns, or `None`; the outer
    /// `None` if it returns something else.
    pub(in crate::rules) fn result_of(
        &self,
        function: FunctionId,
        words: &[i64],
    ) -> Option<Option<i64>> {
        match (self.returns(function), words) {
            (Type::None, _) | (Type::Optional(_), [0, ..]) => Some(None),
            (Type::Optional(_), [_, value]) | (_, [value]) => Some(Some(*value)),
            _ => None,
        }
    }

    /// Whether a function returns a bool.
    pub(super) fn returns_bool(&self, function: FunctionId) -> bool {
        match self.returns(function) {
            Type::Optional(inner) => **inner == Type::Bool,
            other => *other == Type::Bool,
        }
    }
}

impl Worker<'_> {
    /// Appends the rows that a generator yields; returns whether compiled code
    /// succeeded.
    #[inline]
    pub(super) fn native_rows(
        &mut self,
        function: FunctionId,
        row: &[i64],
        out: &mut Vec<i64>,
    ) -> bool {
        let native = self.native.as_mut();
        native.is_some_and(|native| native.generate(function, row, out) == Outcome::Done)
    }

    /// Appends the words of a function's result; returns whether compiled code
    /// succeeded.
    #[inline]
    pub(super) fn native_value(
        &mut self,
        function: FunctionId,
        row: &[i64],
        out: &mut Vec<i64>,
    ) -> bool {
        let native = self.native.as_mut();
        native.is_some_and(|native| native.call(function, row, out) == Outcome::Done)
    }

    /// The number that a function returns, or `None`; the outer `None` if
    /// compiled code did not succeed.
    #[inline]
    pub(super) fn native_number(
        &mut self,
        function: FunctionId,
        row: &[i64],
    ) -> Option<Option<i64>> {
        let native = self.native.as_mut()?;
        self.scratch.clear();
        if native.call(function, row, &mut self.scratch) != Outcome::Done {
            return None;
        }
        self.rules.result_of(function, &self.scratch)
    }
}
