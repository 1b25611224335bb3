//! Execution of statements.

use super::run::{Frame, Run};
use super::value::Value;
use super::{Fallible, Yielded, error_messages};
use crate::source::Span;
use crate::tree::{Block, Expression, Iteration, Statement, StatementKind, Target, Type, Yield};

/// How a statement ended.
pub(super) enum Flow {
    /// Continue with the next statement.
    Next,
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Value),
}

impl Flow {
    /// How a loop ends after its body ended like this, if it does.
    fn ends_loop(self) -> Option<Flow> {
        match self {
            Flow::Next | Flow::Continue => None,
            Flow::Break => Some(Flow::Next),
            Flow::Return(value) => Some(Flow::Return(value)),
        }
    }
}

impl<'m> Run<'m> {
    pub(super) fn block(
        &mut self,
        frame: &mut Frame<'m>,
        block: &'m [Statement],
    ) -> Fallible<Flow> {
        for statement in block {
            match self.deeper(statement.span, |run| run.statement(frame, statement))? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, frame: &mut Frame<'m>, statement: &'m Statement) -> Fallible<Flow> {
        match &statement.kind {
            StatementKind::Assign { targets, value } => {
                let value = self.value(frame, value)?;
                for target in targets {
                    self.assign(frame, target, value.clone())?;
                }
            }
            StatementKind::Augment {
                place,
                operator,
                value,
            } => self.augment(frame, place, *operator, value, statement.span)?,
            StatementKind::If {
                test,
                then,
                otherwise,
            } => {
                let chosen = if self.is_true(frame, test)? {
                    then
                } else {
                    otherwise
                };
                return self.block(frame, chosen);
            }
            StatementKind::While {
                test,
                body,
                otherwise,
            } => return self.while_loop(frame, test, body, otherwise, statement.span),
            StatementKind::For {
                target,
                over,
                body,
                otherwise,
            } => return self.for_loop(frame, (target, over), body, otherwise, statement.span),
            StatementKind::Break => return Ok(Flow::Break),
            StatementKind::Continue => return Ok(Flow::Continue),
            StatementKind::Return(None) => return Ok(Flow::Return(Value::None)),
            StatementKind::Return(Some(value)) => {
                return Ok(Flow::Return(self.value(frame, value)?));
            }
            StatementKind::Yield(given) => self.yield_position(frame, given, statement.span)?,
            StatementKind::Assert { test, message } => {
                if !self.is_true(frame, test)? {
                    return Err(self.assertion(frame, test, message.as_ref())?);
                }
            }
            StatementKind::Evaluate(expression) => {
                self.value(frame, expression)?;
            }
        }
        Ok(Flow::Next)
    }

    fn while_loop(
        &mut self,
        frame: &mut Frame<'m>,
        test: &'m Expression,
        body: &'m Block,
        otherwise: &'m Block,
        span: Span,
    ) -> Fallible<Flow> {
        self.enter(span);
        while self.is_true(frame, test)? {
            self.count_iteration()?;
            if let Some(flow) = self.block(frame, body)?.ends_loop() {
                self.leave();
                return Ok(flow);
            }
        }
        self.leave();
        self.block(frame, otherwise)
    }

    fn for_loop(
        &mut self,
        frame: &mut Frame<'m>,
        (target, over): (&'m Target, &'m Iteration),
        body: &'m Block,
        otherwise: &'m Block,
        span: Span,
    ) -> Fallible<Flow> {
        let mut cursor = self.cursor(frame, over)?;
        self.enter(span);
        while let Some(item) = cursor.next()? {
            self.count_iteration()?;
            self.assign(frame, target, item)?;
            if let Some(flow) = self.block(frame, body)?.ends_loop() {
                self.leave();
                return Ok(flow);
            }
        }
        self.leave();
        self.block(frame, otherwise)
    }

    /// `yield`: the label is evaluated first, then the points, in the order of
    /// the source.
    fn yield_position(
        &mut self,
        frame: &mut Frame<'m>,
        given: &'m Yield,
        span: Span,
    ) -> Fallible<()> {
        let label = match &given.label {
            Some(label) if self.wants_labels => Some(self.text(frame, label)?.to_string()),
            _ => None,
        };
        let tag = match &given.tag {
            Some(tag) => self.number(frame, tag)?,
            None => given.is_again.into(),
        };
        let mut fields = Vec::with_capacity(given.fields.len());
        for field in &given.fields {
            fields.push(self.value(frame, field)?);
        }
        let expected = match &frame.function.returns {
            Type::Tuple(types) => types.len(),
            _ => 1,
        };
        if let [expression] = given.fields.as_slice()
            && let [Value::Tuple(items)] = fields.as_slice()
            && expected != 1
        {
            if items.len() != expected {
                return Err(error_messages::fields(
                    expression.span,
                    items.len(),
                    expected,
                ));
            }
            fields = items.to_vec();
        }
        for field in &mut fields {
            self.charge(field.parts(), span)?;
            *field = field.snapshot();
        }
        self.record_yield(Yielded {
            label,
            tag,
            fields,
            span,
        });
        Ok(())
    }

    fn assertion(
        &mut self,
        frame: &mut Frame<'m>,
        test: &'m Expression,
        message: Option<&'m Expression>,
    ) -> Fallible<Box<crate::fault::Fault>> {
        let words = match message {
            Some(message) => {
                let value = self.value(frame, message)?;
                Some(self.shown(&value, message.span)?)
            }
            None => None,
        };
        Ok(error_messages::assertion(
            self.code(test.span),
            test.span,
            words,
        ))
    }
}
