//! Calls: functions of the file, inlined within limits, and `runtime`
//! functions.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, Signature, types};

use crate::compile::blocks::generator::{Frame, Generator, ins};
use crate::compile::context::{self, RESULT_WORDS, RESULTS};
use crate::compile::known::state::{Gen, cannot, reaches};
use crate::compile::known::value::{Slot, Value};
use crate::compile::known::word::Word;
use crate::compile::layout::words;
use crate::compile::runtime::Runtime;
use crate::tree::{Expression, Function, FunctionId, Type};

/// Maximum inlining depth.
const MAX_INLINE_DEPTH: i64 = 24;

/// Number of instructions charged as one step.
const INSTRUCTIONS_PER_STEP: usize = 128;

/// A step counted at a place: its constant, and the code size there.
pub(in crate::compile) struct Tick {
    steps: ir::Value,
    size: usize,
}

impl<'p> Generator<'_, 'p> {
    /// A call of a function of the file.
    pub(in crate::compile) fn call(
        &mut self,
        id: FunctionId,
        arguments: &'p [Expression],
    ) -> Gen<Value> {
        let callee: &'p Function = &self.unit.program.functions[id.0 as usize];
        let values = self.operands(arguments)?;
        let mut fitted = Vec::new();
        for (value, local) in values.into_iter().zip(&callee.locals) {
            fitted.push(self.fit(value, &local.ty)?);
        }
        let is_small = self.size() < self.unit.inline_limit
            && self.frame.depth < MAX_INLINE_DEPTH
            && self.may_fold();
        if callee.is_recursive || !is_small {
            self.call_code(id, callee, &fitted)
        } else {
            self.inline_call(callee, fitted)
        }
    }

    /// Inlines a function into the current one.
    fn inline_call(&mut self, callee: &'p Function, arguments: Vec<Value>) -> Gen<Value> {
        self.check_depth(1)?;
        let held = self.held.len();
        let slots = std::mem::take(&mut self.state.locals);
        for slot in &slots {
            if let Slot::Bound(value) | Slot::Maybe(_, value) = slot
                && value.has_list()
            {
                self.held.push(value.clone());
            }
        }
        self.state.locals = arguments.into_iter().map(Slot::Bound).collect();
        self.state.locals.resize(callee.locals.len(), Slot::Unbound);
        let frame = Frame {
            function: callee,
            live: self.unit.liveness(callee),
            returns: self.join(),
            loops: Vec::new(),
            depth: self.frame.depth + 1,
            gathered: Vec::new(),
        };
        let caller = std::mem::replace(&mut self.frame, frame);
        let discards = std::mem::take(&mut self.discards_text);
        let ran = self.run_body(callee);
        self.discards_text = discards;
        let frame = std::mem::replace(&mut self.frame, caller);
        ran?;
        let result = self.bind(frame.returns, None)?;
        self.held.truncate(held);
        self.state.locals = slots;
        Ok(result.unwrap_or(Value::Nothing))
    }

    /// Generates a body up to its returns.
    pub(in crate::compile) fn run_body(&mut self, function: &'p Function) -> Gen<()> {
        let end = self.block(&function.body);
        if reaches(end)? {
            let ty = if function.is_generator {
                &Type::None
            } else {
                &function.returns
            };
            let nothing = self.fit(Value::Nothing, ty)?;
            self.leave_function(nothing);
        }
        Ok(())
    }

    /// Ends the current path at the function's return.
    pub(in crate::compile) fn leave_function(&mut self, value: Value) {
        // The locals are dead after the return.
        self.state.locals.clear();
        let nowhere = self.join();
        let mut returns = std::mem::replace(&mut self.frame.returns, nowhere);
        self.leave(&mut returns, Some(value));
        self.frame.returns = returns;
    }

    /// A fault if `more` nested calls exceed the call depth limit.
    fn check_depth(&mut self, more: i64) -> Gen<()> {
        let needed = Word::Known(self.frame.depth + more);
        let too_deep = self.compare(IntCC::SignedLessThan, self.depth_left, needed);
        self.check_not(too_deep)
    }

    /// Calls a function that is compiled separately.
    fn call_code(
        &mut self,
        id: FunctionId,
        callee: &'p Function,
        arguments: &[Value],
    ) -> Gen<Value> {
        if words(&callee.returns) > RESULT_WORDS {
            return cannot("a function that returns too many values");
        }
        let mut flat = Vec::new();
        for (argument, local) in arguments.iter().zip(&callee.locals) {
            self.flatten(argument, &local.ty, &mut flat)?;
        }
        self.check_depth(1)?;
        self.check_stack()?;
        let used = Word::Known(self.frame.depth + 1);
        let left = self.subtract(self.depth_left, used)?;
        self.store_context(left, context::DEPTH);
        self.write_registers();
        let mut values = vec![self.context];
        for word in flat {
            values.push(self.value(word));
        }
        let code = self.unit.code_of(id, &mut self.func);
        let call = ins!(self).call(code, &values);
        let status = self.func.dfg.first_result(call);
        self.check_status(status);
        self.store_context(self.depth_left, context::DEPTH);
        self.read_registers();
        let (address, memory) = (self.context, self.memory.context);
        Ok(self.load_value(&callee.returns, address, RESULTS, memory, &[]))
    }

    fn check_stack(&mut self) -> Gen<()> {
        let pointer = ins!(self).get_stack_pointer(types::I64);
        let limit = self.fixed(context::STACK_LIMIT);
        let (pointer, limit) = (Word::Computed(pointer), Word::Computed(limit));
        let deep = self.compare(IntCC::UnsignedLessThan, pointer, limit);
        self.check_not(deep)
    }

    /// Counts a step; a fault if none is left. [`Generator::weigh`] raises the
    /// count if the following code is long.
    pub(in crate::compile) fn tick(&mut self) -> Gen<Tick> {
        let fuel = self.value(self.state.fuel);
        let steps = ins!(self).iconst(types::I64, 1);
        let left = ins!(self).isub(fuel, steps);
        self.state.fuel = Word::Computed(left);
        let out = self.compare(IntCC::SignedLessThan, self.state.fuel, Word::Known(0));
        self.check_not(out)?;
        Ok(Tick {
            steps,
            size: self.size(),
        })
    }

    /// Charges an iteration or a call in proportion to its code size, so that
    /// fuel bounds the time of a call. If fuel runs out the interpreter takes
    /// over, which counts iterations only.
    pub(in crate::compile) fn weigh(&mut self, tick: &Tick) {
        let steps = 1 + (self.size() - tick.size) / INSTRUCTIONS_PER_STEP;
        self.set_constant(tick.steps, steps as i64);
    }

    /// Replaces a constant.
    pub(in crate::compile) fn set_constant(&mut self, constant: ir::Value, number: i64) {
        let ir::ValueDef::Result(instruction, _) = self.func.dfg.value_def(constant) else {
            unreachable!("a constant is the result of an instruction");
        };
        self.func.dfg.insts[instruction] = ir::InstructionData::UnaryImm {
            opcode: ir::Opcode::Iconst,
            imm: number.into(),
        };
    }

    /// Calls a `runtime` function; its results are in the context.
    pub(in crate::compile) fn call_runtime(&mut self, function: Runtime, arguments: &[ir::Value]) {
        let mut signature = Signature::new(self.unit.call_convention());
        for _ in 0..=arguments.len() {
            signature.params.push(AbiParam::new(types::I64));
        }
        signature.returns.push(AbiParam::new(types::I64));
        let signature = self.func.import_signature(signature);
        self.store_context(self.state.top, context::TOP);
        self.store_context(self.state.fuel, context::FUEL);
        let mut values = vec![self.context];
        values.extend(arguments);
        let address = ins!(self).iconst(types::I64, (function.0)() as i64);
        let call = ins!(self).call_indirect(signature, address, &values);
        let status = self.func.dfg.first_result(call);
        self.check_status(status);
        self.state.top = Word::Computed(self.load_context(context::TOP));
        self.state.fuel = Word::Computed(self.load_context(context::FUEL));
    }

    /// A result word of a call.
    pub(in crate::compile) fn result(&mut self, i: usize) -> ir::Value {
        self.load_context(RESULTS + 8 * i as i32)
    }

    /// Passes a value of a type to a `runtime` function in the result words.
    pub(in crate::compile) fn pass(&mut self, value: &Value, ty: &Type) -> Gen<()> {
        let mut flat = Vec::new();
        self.flatten(value, ty, &mut flat)?;
        if flat.len() > RESULT_WORDS {
            return cannot("items of too many words");
        }
        self.store_words(&flat, self.context, RESULTS, self.memory.context);
        Ok(())
    }

    /// The values of expressions, from left to right.
    pub(in crate::compile) fn operands(&mut self, all: &'p [Expression]) -> Gen<Vec<Value>> {
        let held = self.held.len();
        let mut values = Vec::new();
        for one in all {
            let value = self.expression(one)?;
            self.hold(&value);
            values.push(value);
        }
        self.held.truncate(held);
        Ok(values)
    }

    /// Holds the objects of a value until `held` is truncated.
    pub(in crate::compile) fn hold(&mut self, value: &Value) {
        if value.has_list() {
            self.held.push(value.clone());
        }
    }

    /// The values of two expressions.
    pub(in crate::compile) fn pair(
        &mut self,
        a: &'p Expression,
        b: &'p Expression,
    ) -> Gen<(Value, Value)> {
        let held = self.held.len();
        let first = self.expression(a)?;
        self.hold(&first);
        let second = self.expression(b)?;
        self.held.truncate(held);
        Ok((first, second))
    }

    /// Generates code whose end may be unreachable, and returns whether it is
    /// reachable. Releases what it held either way.
    pub(in crate::compile) fn attempt(
        &mut self,
        run: impl FnOnce(&mut Self) -> Gen<()>,
    ) -> Gen<bool> {
        let held = self.held.len();
        let end = run(self);
        self.held.truncate(held);
        reaches(end)
    }
}

/// An optional from its flag and value.
pub(in crate::compile) fn optional(flag: Word, value: Value) -> Value {
    Value::Optional(flag, Rc::new(value))
}
