//! Conditions: boolean expressions as control flow.

use cranelift_codegen::ir::condcodes::IntCC;

use crate::compile::blocks::check::Facts;
use crate::compile::blocks::generator::Generator;
use crate::compile::expressions::compare::Typed;
use crate::compile::known::state::{Gen, Join};
use crate::compile::known::value::Value;
use crate::compile::known::word::{Bit, Range, Word};
use crate::tree::{Builtin, Comparison, Expression, Kind, Unary};

impl<'p> Generator<'_, 'p> {
    /// Branches to one join if an expression is true, to the other if it is
    /// false. The current path ends here.
    pub(in crate::compile) fn condition(
        &mut self,
        test: &'p Expression,
        then: &mut Join,
        otherwise: &mut Join,
    ) -> Gen<()> {
        self.attempt(|this| this.branch_on(test, then, otherwise))
            .map(drop)
            .map_err(|stop| stop.at(test.span))
    }

    fn branch_on(
        &mut self,
        test: &'p Expression,
        then: &mut Join,
        otherwise: &mut Join,
    ) -> Gen<()> {
        match &test.kind {
            Kind::And(operands) => {
                let (last, first) = operands.split_last().expect("two operands");
                for operand in first {
                    let mut on = self.join();
                    self.condition(operand, &mut on, otherwise)?;
                    self.bind(on, None)?;
                }
                self.condition(last, then, otherwise)
            }
            Kind::Or(operands) => {
                let (last, first) = operands.split_last().expect("two operands");
                for operand in first {
                    let mut on = self.join();
                    self.condition(operand, then, &mut on)?;
                    self.bind(on, None)?;
                }
                self.condition(last, then, otherwise)
            }
            Kind::Unary(Unary::Not, operand) => self.condition(operand, otherwise, then),
            Kind::Builtin(Builtin::Bool, operand) => self.condition(&operand[0], then, otherwise),
            Kind::Compare(first, rest) => self.chain(first, rest, then, otherwise),
            _ => {
                let value = self.expression(test)?;
                let (bit, facts) = self.truth(&value)?;
                self.branch(bit, &facts, then, otherwise);
                Ok(())
            }
        }
    }

    /// `a < b < c`, with short-circuit evaluation.
    fn chain(
        &mut self,
        first: &'p Expression,
        rest: &'p [(Comparison, Expression)],
        then: &mut Join,
        otherwise: &mut Join,
    ) -> Gen<()> {
        let mut left = (self.expression(first)?, &first.ty);
        for (i, (comparison, right)) in rest.iter().enumerate() {
            let held = self.held.len();
            self.hold(&left.0);
            let (value, bit, facts) = self.link(*comparison, &left, right)?;
            self.held.truncate(held);
            if i + 1 == rest.len() {
                self.branch(bit, &facts, then, otherwise);
                return Ok(());
            }
            let mut on = self.join();
            self.hold(&value);
            self.branch(bit, &facts, &mut on, otherwise);
            self.bind(on, None)?;
            self.held.truncate(held);
            left = (value, &right.ty);
        }
        Ok(())
    }

    /// One comparison of a chain: its right operand, and whether it holds.
    fn link(
        &mut self,
        comparison: Comparison,
        left: &(Value, &'p crate::tree::Type),
        right: &'p Expression,
    ) -> Gen<(Value, Bit, Facts)> {
        if let Kind::Builtin(Builtin::Range, bounds) = &right.kind {
            let inside = self.is_in_range(&left.0, bounds)?;
            let bit = match comparison {
                Comparison::NotIn => self.opposite(inside),
                _ => inside,
            };
            return Ok((Value::Nothing, bit, Facts::default()));
        }
        let value = self.expression(right)?;
        let (bit, facts) =
            self.holds(comparison, Typed(&left.0, left.1), Typed(&value, &right.ty))?;
        Ok((value, bit, facts))
    }

    /// A comparison as a bit: for chains of one link, which need no control
    /// flow.
    pub(in crate::compile) fn comparison_bit(
        &mut self,
        first: &'p Expression,
        comparison: Comparison,
        right: &'p Expression,
    ) -> Gen<Bit> {
        let left = (self.expression(first)?, &first.ty);
        let held = self.held.len();
        self.hold(&left.0);
        let (_, bit, _) = self.link(comparison, &left, right)?;
        self.held.truncate(held);
        Ok(bit)
    }

    /// The truth value of a value.
    pub(in crate::compile) fn truth(&mut self, value: &Value) -> Gen<(Bit, Facts)> {
        let zero = Word::Known(0);
        Ok(match value {
            Value::Number(word) => {
                let word = self.resolve(*word);
                let bit = self.compare(IntCC::NotEqual, word, zero);
                let mut facts = Facts::default();
                facts.not.push((word, Range::of(0)));
                if self.range(word).lo >= 0 {
                    facts.then.push((word, Range::new(1, i64::MAX)));
                }
                (bit, facts)
            }
            Value::Nothing => (Bit::Known(false), Facts::default()),
            Value::Optional(flag, inner) => {
                let some = self.compare(IntCC::NotEqual, *flag, zero);
                let (is_true, _) = self.truth(inner)?;
                (self.both(some, is_true), Facts::default())
            }
            Value::Tuple(items) => (Bit::Known(!items.is_empty()), Facts::default()),
            Value::List(list) => {
                let length = self.length(list);
                (
                    self.compare(IntCC::NotEqual, length, zero),
                    Facts::default(),
                )
            }
            Value::Text(text) => (self.text_truth(text)?, Facts::default()),
        })
    }

    /// The value of a boolean expression that needs control flow.
    pub(in crate::compile) fn truth_by_branches(&mut self, test: &'p Expression) -> Gen<Value> {
        let (mut then, mut otherwise, mut both) = (self.join(), self.join(), self.join());
        self.condition(test, &mut then, &mut otherwise)?;
        for (join, known) in [(then, 1), (otherwise, 0)] {
            if self.attempt(|this| this.bind(join, None).map(drop))? {
                self.leave(&mut both, Some(Value::known(known)));
            }
        }
        let value = self.bind(both, None)?;
        Ok(value.unwrap_or(Value::Nothing))
    }
}
