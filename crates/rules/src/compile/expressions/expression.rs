//! Evaluation of expressions.

use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;

use crate::compile::blocks::generator::Generator;
use crate::compile::expressions::compare::Typed;
use crate::compile::functions::call::optional;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{Slot, Text, Value};
use crate::compile::known::word::Word;
use crate::tree::{Binary, Builtin, Comparison, Expression, Kind, Piece, Type, Unary};

impl<'p> Generator<'_, 'p> {
    /// The value of an expression, in the representation of its type.
    pub(in crate::compile) fn expression(&mut self, e: &'p Expression) -> Gen<Value> {
        self.value_of(e).map_err(|stop| stop.at(e.span))
    }

    fn value_of(&mut self, e: &'p Expression) -> Gen<Value> {
        self.work(1)?;
        match &e.kind {
            Kind::Int(n) => Ok(Value::known(*n)),
            Kind::Bool(known) => Ok(Value::known(i64::from(*known))),
            Kind::None => Ok(Value::Nothing),
            Kind::Str(text) => Ok(Value::text(text.as_str())),
            Kind::Local(id) => self.local(id.0 as usize),
            Kind::Global(id) => self.global(*id),
            Kind::Tuple(items) => {
                let values = self.operands(items)?;
                self.fit(Value::tuple(values), &e.ty)
            }
            Kind::List(items) => {
                let values = self.operands(items)?;
                let Type::List(item) = &e.ty else {
                    return cannot("a value that is not a list");
                };
                let mut fitted = Vec::new();
                for value in values {
                    fitted.push(self.fit(value, item)?);
                }
                Ok(Value::List(self.new_list(item, fitted)?))
            }
            Kind::Unary(operator, operand) => self.unary(*operator, operand),
            Kind::Binary(operator, a, b) => {
                let (first, second) = self.pair(a, b)?;
                let (first, second) = (Typed(&first, &a.ty), Typed(&second, &b.ty));
                self.binary(*operator, first, second, &e.ty)
            }
            Kind::Compare(first, rest) => match rest.as_slice() {
                [(comparison, right)] => {
                    let bit = self.comparison_bit(first, *comparison, right)?;
                    Ok(Value::Number(self.word(bit)))
                }
                _ => self.truth_by_branches(e),
            },
            Kind::And(operands) => self.first_that(operands, false, &e.ty),
            Kind::Or(operands) => self.first_that(operands, true, &e.ty),
            Kind::Conditional {
                test,
                then,
                otherwise,
            } => self.conditional(test, then, otherwise, &e.ty),
            Kind::Unwrap(operand) => {
                let value = self.expression(operand)?;
                self.unwrap(value)
            }
            Kind::Index(object, index) => self.index(object, index, &e.ty),
            Kind::Slice {
                object,
                start,
                stop,
                step,
            } => {
                let bounds = [start, stop, step].map(Option::as_deref);
                self.slice(object, bounds, &e.ty)
            }
            Kind::Call(id, arguments) => self.call(*id, arguments),
            Kind::Text(method, object, arguments) => self.text_method(*method, object, arguments),
            Kind::Method(method, object, arguments) => {
                self.method(*method, object, arguments, &e.ty)
            }
            Kind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, &e.ty),
            Kind::Gather(gathering, comprehension) => self.gather(gathering, comprehension, &e.ty),
            Kind::Format(pieces) => {
                let held = self.held.len();
                let mut text = Text::Known("".into());
                for piece in pieces {
                    let piece = self.piece(piece)?;
                    if let Value::Text(sum) = self.text_sum(&text, &piece)? {
                        text = sum;
                    }
                    self.hold(&Value::Text(text.clone()));
                }
                self.held.truncate(held);
                Ok(Value::Text(text))
            }
        }
    }

    /// A piece of a formatted text.
    fn piece(&mut self, piece: &'p Piece) -> Gen<Text> {
        let (value, format) = match piece {
            Piece::Text(text) => return Ok(Text::Known(text.as_str().into())),
            Piece::Value(value, format) => (value, format),
        };
        let ty = &value.ty;
        let value = self.expression(value)?;
        match self.text_of_any(&value, ty)? {
            Value::Text(text) if format.is_empty() => Ok(text),
            _ => Ok(Text::Unknown),
        }
    }

    /// The value of a numeric expression.
    pub(in crate::compile) fn number(&mut self, e: &'p Expression) -> Gen<Word> {
        match self.expression(e)? {
            Value::Number(word) => Ok(self.resolve(word)),
            other => cannot(format!("{other:?} as a number")),
        }
    }

    pub(in crate::compile) fn local(&mut self, id: usize) -> Gen<Value> {
        match self.state.locals[id].clone() {
            Slot::Bound(value) => Ok(value),
            Slot::Unbound => self.fault(),
            Slot::Maybe(flag, value) => {
                let unbound = self.compare(IntCC::Equal, flag, Word::Known(0));
                self.check_not(unbound)?;
                self.state.locals[id] = Slot::Bound(value.clone());
                Ok(value)
            }
        }
    }

    /// The value inside an optional; a fault if it is `None`.
    pub(in crate::compile) fn unwrap(&mut self, value: Value) -> Gen<Value> {
        match value {
            Value::Nothing => self.fault(),
            Value::Optional(flag, inner) => {
                let none = self.compare(IntCC::Equal, flag, Word::Known(0));
                self.check_not(none)?;
                Ok(Rc::unwrap_or_clone(inner))
            }
            other => Ok(other),
        }
    }

    fn unary(&mut self, operator: Unary, operand: &'p Expression) -> Gen<Value> {
        Ok(match operator {
            Unary::Minus => {
                let word = self.number(operand)?;
                Value::Number(self.negate(word)?)
            }
            Unary::Plus => Value::Number(self.number(operand)?),
            Unary::Invert => {
                let word = self.number(operand)?;
                Value::Number(self.invert(word))
            }
            Unary::Not => {
                let value = self.expression(operand)?;
                let (bit, _) = self.truth(&value)?;
                let bit = self.opposite(bit);
                Value::Number(self.word(bit))
            }
        })
    }

    /// `a op b` of evaluated operands; `ty` is the type of the result.
    pub(in crate::compile) fn binary(
        &mut self,
        operator: Binary,
        a: Typed<'_>,
        b: Typed<'_>,
        ty: &Type,
    ) -> Gen<Value> {
        match (operator, a.0, b.0) {
            (_, Value::Number(x), Value::Number(y)) => {
                Ok(Value::Number(self.arithmetic(operator, *x, *y)?))
            }
            (Binary::Add, Value::Tuple(x), Value::Tuple(y)) => {
                let both: Vec<Value> = x.iter().chain(y.iter()).cloned().collect();
                self.fit(Value::tuple(both), ty)
            }
            (Binary::Add, Value::Text(x), Value::Text(y)) => self.text_sum(x, y),
            (Binary::Multiply, Value::Text(text), Value::Number(times))
            | (Binary::Multiply, Value::Number(times), Value::Text(text)) => {
                self.text_repeat(text, *times)
            }
            (Binary::Add, _, _) => self.concatenate(a.0, b.0, ty),
            (Binary::Multiply, Value::Number(times), other)
            | (Binary::Multiply, other, Value::Number(times)) => self.repeat(other, *times, ty),
            _ => cannot(format!("{operator:?} of these types")),
        }
    }

    /// `and` and `or`: the first operand with truth value `wanted`, or the
    /// last.
    fn first_that(&mut self, operands: &'p [Expression], wanted: bool, ty: &Type) -> Gen<Value> {
        let (last, first) = operands.split_last().expect("two operands");
        let mut found = self.join();
        let reached = self.attempt(|this| {
            for operand in first {
                let value = this.expression(operand)?;
                let value = this.fit(value, ty)?;
                let (mut yes, mut no) = (this.join(), this.join());
                let (bit, facts) = this.truth(&value)?;
                let held = this.held.len();
                this.hold(&value);
                this.branch(bit, &facts, &mut yes, &mut no);
                let (end, on) = if wanted { (yes, no) } else { (no, yes) };
                if this.attempt(|this| this.bind(end, None).map(drop))? {
                    this.leave(&mut found, Some(value));
                }
                this.held.truncate(held);
                this.bind(on, None)?;
            }
            let value = this.expression(last)?;
            let value = this.fit(value, ty)?;
            this.leave(&mut found, Some(value));
            Ok(())
        });
        reached?;
        Ok(self.bind(found, None)?.unwrap_or(Value::Nothing))
    }

    fn conditional(
        &mut self,
        test: &'p Expression,
        then: &'p Expression,
        otherwise: &'p Expression,
        ty: &Type,
    ) -> Gen<Value> {
        let (mut yes, mut no, mut both) = (self.join(), self.join(), self.join());
        self.condition(test, &mut yes, &mut no)?;
        for (join, branch) in [(yes, then), (no, otherwise)] {
            self.attempt(|this| {
                this.bind(join, None)?;
                let value = this.expression(branch)?;
                let value = this.fit(value, ty)?;
                this.leave(&mut both, Some(value));
                Ok(())
            })?;
        }
        Ok(self.bind(both, None)?.unwrap_or(Value::Nothing))
    }

    /// `object[index]`.
    fn index(&mut self, object: &'p Expression, index: &'p Expression, ty: &Type) -> Gen<Value> {
        let (holder, place) = self.pair(object, index)?;
        let Value::Number(place) = place else {
            return cannot("an index that is not a number");
        };
        match &holder {
            Value::List(list) => {
                let length = self.length(list);
                let place = self.normalise_index(length, place)?;
                self.item(list, place)
            }
            Value::Tuple(items) => {
                let length = Word::Known(items.len() as i64);
                let place = self.normalise_index(length, place)?;
                match self.resolve(place) {
                    Word::Known(i) => Ok(items[i as usize].clone()),
                    Word::Computed(_) => {
                        let list = self.sequence_of(&holder, ty)?;
                        self.item(&list, place)
                    }
                }
            }
            Value::Text(text) => self.text_item(text, place),
            _ => cannot("an index into this type"),
        }
    }

    /// Built-in functions: `len(x)` and others.
    fn builtin(&mut self, builtin: Builtin, arguments: &'p [Expression], ty: &Type) -> Gen<Value> {
        if let (Builtin::Len, [only]) = (builtin, arguments)
            && let Kind::Builtin(Builtin::Range, bounds) = &only.kind
        {
            return Ok(Value::Number(self.range_length(bounds)?));
        }
        let values = self.operands(arguments)?;
        let types: Vec<&Type> = arguments.iter().map(|argument| &argument.ty).collect();
        let mut numbers = Vec::new();
        for value in &values {
            if let Value::Number(word) = value {
                numbers.push(self.resolve(*word));
            }
        }
        match (builtin, values.as_slice()) {
            (Builtin::Len, [Value::List(list)]) => Ok(Value::Number(self.length(list))),
            (Builtin::Len, [Value::Tuple(items)]) => Ok(Value::known(items.len() as i64)),
            (Builtin::Len, [Value::Text(text)]) => Ok(Value::Number(self.text_length(text)?)),
            (Builtin::Bool, [value]) => {
                let (bit, _) = self.truth(value)?;
                Ok(Value::Number(self.word(bit)))
            }
            (Builtin::Ord, [Value::Text(text)]) => self.code_of_text(text),
            (Builtin::Chr, [Value::Number(code)]) => self.text_of_code(*code),
            (Builtin::Deepcopy, [value]) => self.deep_copy(value),
            (Builtin::Str, [value]) => self.text_of_any(value, types[0]),
            (Builtin::Min | Builtin::Max, _) => {
                let mut best = values[0].clone();
                best = self.fit(best, ty)?;
                for value in &values[1..] {
                    let value = self.fit(value.clone(), ty)?;
                    best = self.better(builtin == Builtin::Min, best, value, ty)?;
                }
                Ok(best)
            }
            _ if numbers.len() == values.len() && !types.is_empty() => {
                self.of_numbers(builtin, &numbers)
            }
            _ => cannot(format!("`{builtin:?}` of text")),
        }
    }

    /// The smaller or larger of two values; the first of equal ones.
    pub(in crate::compile) fn better(
        &mut self,
        is_min: bool,
        best: Value,
        other: Value,
        ty: &Type,
    ) -> Gen<Value> {
        if let (Value::Number(a), Value::Number(b)) = (&best, &other) {
            return Ok(Value::Number(self.extreme(*a, *b, is_min)));
        }
        let comparison = if is_min {
            Comparison::Less
        } else {
            Comparison::Greater
        };
        let (bit, _) = self.holds(comparison, Typed(&other, ty), Typed(&best, ty))?;
        self.choose(bit, other, best)
    }

    /// Selects one of two values of one type.
    pub(in crate::compile) fn choose(
        &mut self,
        bit: crate::compile::known::word::Bit,
        then: Value,
        otherwise: Value,
    ) -> Gen<Value> {
        Ok(match (then, otherwise) {
            (Value::Number(a), Value::Number(b)) => Value::Number(self.select(bit, a, b)),
            (Value::Nothing, _) => Value::Nothing,
            (Value::Optional(a, x), Value::Optional(b, y)) => {
                let flag = self.select(bit, a, b);
                let x = Rc::unwrap_or_clone(x);
                optional(flag, self.choose(bit, x, Rc::unwrap_or_clone(y))?)
            }
            (Value::Tuple(a), Value::Tuple(b)) => {
                let mut items = Vec::new();
                for (x, y) in a.iter().zip(b.iter()) {
                    items.push(self.choose(bit, x.clone(), y.clone())?);
                }
                Value::tuple(items)
            }
            (Value::List(a), Value::List(b)) => self.choose_list(bit, &a, &b)?,
            (Value::Text(a), Value::Text(b)) => {
                let (a, b) = (self.text_word(&a)?, self.text_word(&b)?);
                let word = self.select(bit, a, b);
                self.text_from(word)
            }
            _ => return cannot("a choice between values of different types"),
        })
    }
}
