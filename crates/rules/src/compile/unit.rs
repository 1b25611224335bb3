//! Compilation unit: the functions of a program that are compiled together.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, Signature, UserFuncName, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};

use super::NotCompiled;
use super::before::effects::Effects;
use super::before::liveness::Liveness;
use super::blocks::check::Facts;
use super::blocks::generator::{Generator, ins};
use super::case::{CaseGlobal, CaseLayout};
use super::context::{self, RESULTS, SLOTS, Status};
use super::known::state::{Gen, NoCode, cannot};
use super::known::table::{Constant, Tables, list_types};
use super::known::value::{Slot, Value};
use super::known::word::{Bit, Range, Word};
use super::layout::{Layout, plain, words};
use crate::fault::Limits;
use crate::shape::codec::Codec;
use crate::shape::{FieldKind, Shape};
use crate::source::Span;
use crate::tree::{Function, FunctionId, GlobalId, Program, Type};

/// Size budget in instructions for unrolling and inlining, over all functions.
const SIZE_BUDGET: usize = 10_000;
/// Size up to which a function may unroll and inline in any case.
const MIN_SIZE_BUDGET: usize = 1_000;
/// Work budget for unrolling and inlining, over all functions: evaluated
/// expressions and statements, and values merged at joins. Code evaluated at
/// compile time leaves no instructions behind, but takes time.
const FOLDING_BUDGET: u64 = 200_000;
/// Work limit of a program; a function that exceeds it falls back to the
/// interpreter.
const MAX_WORK: u64 = 4 * FOLDING_BUDGET;
/// Size limits in instructions of one function and of all together: Cranelift's
/// time grows superlinearly.
const MAX_INSTRUCTIONS: usize = 30_000;
/// See [`MAX_INSTRUCTIONS`].
const MAX_TOTAL_INSTRUCTIONS: usize = 100_000;
/// Maximum stack frame of a function in bytes: less than what is always left
/// below the limit that calls check.
const MAX_FRAME_BYTES: u32 = 1 << 15;

/// The functions of a program that are compiled together, and their shared
/// state.
pub(super) struct Unit<'p> {
    pub(super) program: &'p Program,
    pub(super) globals: Vec<Option<Value>>,
    /// The globals that are read from a case: the first word and the length of each.
    pub(super) of_case: HashMap<GlobalId, (usize, Option<usize>)>,
    pub(super) tables: Tables,
    pub(super) effects: Effects,
    /// The kinds of a position's fields.
    pub(super) shape: Vec<FieldKind>,
    /// How the slots of positions share words, if they do.
    pub(super) codec: Option<Arc<Codec>>,
    /// The kinds of the fields that the current function yields.
    pub(super) row: Vec<FieldKind>,
    /// Function size up to which loops are unrolled.
    pub(super) unroll_limit: usize,
    /// Function size up to which callees are inlined.
    pub(super) inline_limit: usize,
    /// Code size so far.
    size: usize,
    /// Work done so far.
    work: u64,
    /// Work up to which the current function may unroll and inline.
    folding_limit: u64,
    /// Whether list accesses are guarded.
    pub(super) has_guards: bool,
    /// Size of the guards in the current function.
    pub(super) guard_size: usize,
    limits: Limits,
    /// The types of the module's lists, by item type.
    shared: Vec<Type>,
    case: Arc<CaseLayout>,
    layouts: HashMap<Type, Box<Layout>>,
    liveness: HashMap<*const Function, Rc<Liveness>>,
    module: JITModule,
    /// Separately compiled functions, and those of them still to do.
    codes: HashMap<FunctionId, FuncId>,
    waiting: Vec<FunctionId>,
}

/// What code needs while it lives.
pub(super) struct Parts {
    pub(super) module: JITModule,
    pub(super) tables: Vec<Box<[i64]>>,
    pub(super) case: Arc<CaseLayout>,
    pub(super) layouts: HashMap<Type, Box<Layout>>,
    pub(super) shape: Vec<FieldKind>,
    pub(super) codec: Option<Arc<Codec>>,
}

impl<'p> Unit<'p> {
    /// Starts with the values of the module's names.
    pub(super) fn new(
        program: &'p Program,
        constants: &[Option<Constant>],
        (shape, codec): (&Shape, Option<Arc<Codec>>),
        limits: Limits,
        roots: &[FunctionId],
        of_case: &[CaseGlobal],
        has_guards: bool,
    ) -> Result<Unit<'p>, NotCompiled> {
        let mut tables = Tables::default();
        let mut shared = Vec::new();
        let mut globals = Vec::new();
        for (global, constant) in program.globals.iter().zip(constants) {
            list_types(&global.ty, &mut shared);
            let id = GlobalId(globals.len() as u32);
            let is_of_case = of_case.iter().any(|one| one.id == id);
            let value = match constant.as_ref().filter(|_| !is_of_case) {
                Some(constant) => match tables.value(constant, &global.ty) {
                    Some(value) => Some(value),
                    None => {
                        let name = &global.name;
                        return Err(NotCompiled::new(format!("the value of `{name}`")));
                    }
                },
                None => None,
            };
            globals.push(value);
        }
        let isa = native()?;
        let case = Arc::new(CaseLayout::new(program, of_case));
        let places = case.offsets().zip(of_case.iter());
        Ok(Unit {
            of_case: places.map(|(at, one)| (one.id, (at, one.length))).collect(),
            case,
            program,
            globals,
            tables,
            effects: Effects::of(program, roots),
            shape: shape
                .fields
                .iter()
                .map(|field| field.kind.clone())
                .collect(),
            codec,
            row: Vec::new(),
            unroll_limit: 0,
            inline_limit: 0,
            size: 0,
            work: 0,
            folding_limit: 0,
            has_guards,
            guard_size: 0,
            limits,
            shared,
            layouts: HashMap::new(),
            liveness: HashMap::new(),
            module: JITModule::new(JITBuilder::with_isa(isa, default_libcall_names())),
            codes: HashMap::new(),
            waiting: Vec::new(),
        })
    }

    /// Whether the module has lists with such items.
    pub(super) fn is_shared(&self, item: &Type) -> bool {
        self.shared.contains(&plain(item))
    }

    /// The liveness of a function, computed on first use.
    pub(super) fn liveness(&mut self, function: &'p Function) -> Rc<Liveness> {
        let made = self.liveness.entry(function);
        made.or_insert_with(|| Rc::new(Liveness::of(function)))
            .clone()
    }

    /// The address of a type's layout.
    pub(super) fn layout(&mut self, ty: &Type) -> i64 {
        let made = self.layouts.entry(plain(ty));
        let layout = made.or_insert_with(|| Box::new(Layout::of(ty)));
        std::ptr::from_ref::<Layout>(layout) as i64
    }

    /// The calling convention of `runtime` functions.
    pub(super) fn call_convention(&self) -> CallConv {
        self.module.isa().default_call_conv()
    }

    fn signature(&self, words: usize) -> Signature {
        let mut signature = Signature::new(self.call_convention());
        for _ in 0..=words {
            signature.params.push(AbiParam::new(types::I64));
        }
        signature.returns.push(AbiParam::new(types::I64));
        signature
    }

    /// A reference to the code of a function, for a caller.
    pub(super) fn code_of(&mut self, id: FunctionId, caller: &mut ir::Function) -> ir::FuncRef {
        let code = match self.codes.get(&id) {
            Some(code) => *code,
            None => {
                let code = self.declare(self.argument_words(id), &format!("f{}", id.0));
                self.codes.insert(id, code);
                self.waiting.push(id);
                code
            }
        };
        self.module.declare_func_in_func(code, caller)
    }

    fn argument_words(&self, id: FunctionId) -> usize {
        let function = &self.program.functions[id.0 as usize];
        let parameters = function.locals.iter().take(function.parameters);
        parameters.map(|local| words(&local.ty)).sum()
    }

    fn declare(&mut self, words: usize, name: &str) -> FuncId {
        let signature = self.signature(words);
        let declared = self
            .module
            .declare_function(name, Linkage::Local, &signature);
        declared.expect("the names of functions differ")
    }

    /// Compiles an entry point and its callees.
    pub(super) fn entry(&mut self, id: FunctionId, role: Role) -> Result<FuncId, NotCompiled> {
        let code = self.declare(0, &format!("entry{}", id.0));
        self.row = match role {
            Role::Cells => vec![FieldKind::Int],
            _ => self.shape.clone(),
        };
        let of = self.program.functions[id.0 as usize].span;
        self.define(code, 0, of, |unit, func| entry_body(unit, func, id, role))?;
        while let Some(id) = self.waiting.pop() {
            let code = self.codes[&id];
            let words = self.argument_words(id);
            let of = self.program.functions[id.0 as usize].span;
            self.define(code, words, of, |unit, func| function_body(unit, func, id))?;
        }
        Ok(code)
    }

    fn define(
        &mut self,
        code: FuncId,
        words: usize,
        of: Span,
        generate: impl FnOnce(&mut Unit<'p>, ir::Function) -> Gen<ir::Function>,
    ) -> Result<(), NotCompiled> {
        // The first functions are called most often: each may use half of the
        // remaining budget.
        let limit = (SIZE_BUDGET.saturating_sub(self.size) / 2).max(MIN_SIZE_BUDGET);
        self.unroll_limit = limit;
        self.inline_limit = 2 * limit;
        self.folding_limit = self.work + FOLDING_BUDGET.saturating_sub(self.work) / 2;
        self.guard_size = 0;
        let name = UserFuncName::user(0, code.as_u32());
        let func = ir::Function::with_name_signature(name, self.signature(words));
        let func = match generate(self, func) {
            Ok(func) => func,
            Err(NoCode::Cannot(what, span)) => return Err(NotCompiled { what, span }),
            Err(NoCode::Dead) => unreachable!("a function has an end"),
        };
        let size = size_of(&func) - self.guard_size;
        self.size += func.dfg.num_insts() - self.guard_size;
        if size > MAX_INSTRUCTIONS || self.size > MAX_TOTAL_INSTRUCTIONS {
            let what = format!("code of {size} instructions");
            let span = Some(of);
            return Err(NotCompiled { what, span });
        }
        let mut context = cranelift_codegen::Context::for_function(func);
        let defined = self.module.define_function(code, &mut context);
        defined.map_err(|error| NotCompiled::new(error.to_string()))?;
        let buffer = context.compiled_code().map(|code| &code.buffer);
        match buffer.and_then(|buffer| buffer.frame_layout()) {
            Some(frame) if frame.frame_to_fp_offset <= MAX_FRAME_BYTES => Ok(()),
            _ => Err(NotCompiled::new("a function with too large a stack frame")),
        }
    }

    /// Finalises the code, which can then be called.
    pub(super) fn finish(mut self) -> Result<Parts, NotCompiled> {
        let made = self.module.finalize_definitions();
        made.map_err(|error| NotCompiled::new(error.to_string()))?;
        Ok(Parts {
            module: self.module,
            tables: self.tables.into_memory(),
            case: self.case,
            layouts: self.layouts,
            shape: self.shape,
            codec: self.codec,
        })
    }
}

/// The size of a function: instructions, and the values that its branches pass.
fn size_of(func: &ir::Function) -> usize {
    let dfg = &func.dfg;
    let passed = |block: ir::Block| {
        let last = func.layout.last_inst(block)?;
        let destinations =
            dfg.insts[last].branch_destination(&dfg.jump_tables, &dfg.exception_tables);
        Some(
            destinations
                .iter()
                .map(|way| way.len(&dfg.value_lists))
                .sum::<usize>(),
        )
    };
    dfg.num_insts() + func.layout.blocks().filter_map(passed).sum::<usize>()
}

/// What an entry point returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A sequence of positions.
    Positions,
    /// A sequence of cells: `symmetry`.
    Cells,
    /// A position: `canon`.
    Position,
    /// A value without lists.
    Plain,
    /// The starting positions of a case; without arguments.
    Start,
}

/// The code generator for this machine.
fn native() -> Result<OwnedTargetIsa, NotCompiled> {
    let mut flags = settings::builder();
    let verifier = if cfg!(debug_assertions) {
        "true"
    } else {
        "false"
    };
    for (name, value) in [("opt_level", "speed"), ("enable_verifier", verifier)] {
        flags
            .set(name, value)
            .map_err(|error| NotCompiled::new(error.to_string()))?;
    }
    let builder = cranelift_native::builder().map_err(NotCompiled::new)?;
    let isa = builder.finish(settings::Flags::new(flags));
    isa.map_err(|error| NotCompiled::new(error.to_string()))
}

/// The body of an entry point.
fn entry_body<'p>(
    unit: &mut Unit<'p>,
    func: ir::Function,
    id: FunctionId,
    role: Role,
) -> Gen<ir::Function> {
    let program = unit.program;
    let function = &program.functions[id.0 as usize];
    let deepest = i64::from(unit.limits.depth) - 1;
    let (mut this, _) = Generator::new(unit, func, function);
    this.depth_left = Word::Known(deepest);
    let slots = this.fixed(SLOTS);
    if function.is_generator {
        this.check_rows_outside()?;
    }
    if role == Role::Start {
        this.bind_arguments(function, Vec::new())?;
        this.run_body(function)?;
    } else if role == Role::Cells {
        let cell = ins!(this).load(types::I64, this.memory.fixed, slots, 0);
        this.bind_arguments(function, vec![Value::Number(Word::Computed(cell))])?;
        this.run_body(function)?;
    } else {
        this.run_with_fields(function, slots)?;
    }
    this.finish(|this, value| {
        if matches!(role, Role::Position | Role::Plain) {
            let words = this.returned(&value, &function.returns, role == Role::Position)?;
            this.write_row(&words, Bit::Known(true))?;
        }
        Ok(())
    })
}

/// The body of a function that others call.
fn function_body<'p>(unit: &mut Unit<'p>, func: ir::Function, id: FunctionId) -> Gen<ir::Function> {
    let program = unit.program;
    let function = &program.functions[id.0 as usize];
    let (mut this, parameters) = Generator::new(unit, func, function);
    let left = this.load_context(context::DEPTH);
    this.depth_left = this.computed(left, Range::new(0, 1 << 32));
    let mut rest = parameters.into_iter().skip(1);
    let mut arguments = Vec::new();
    for local in function.locals.iter().take(function.parameters) {
        arguments.push(this.gather_words(&local.ty, &mut |this, range| {
            let value = rest.next().expect("as many words as the types need");
            this.computed(value, range)
        }));
    }
    this.bind_arguments(function, arguments)?;
    let tick = this.tick()?;
    this.run_body(function)?;
    this.weigh(&tick);
    this.finish(|this, value| {
        let mut words = Vec::new();
        this.flatten(&value, &function.returns, &mut words)?;
        this.store_words(&words, this.context, RESULTS, this.memory.context);
        Ok(())
    })
}

impl<'p> Generator<'_, 'p> {
    /// Counts work.
    pub(super) fn work(&mut self, amount: usize) -> Gen<()> {
        self.unit.work += amount as u64;
        match self.unit.work <= MAX_WORK {
            true => Ok(()),
            false => cannot("code that exceeds the size limit"),
        }
    }

    /// Whether loops may still be unrolled and functions inlined.
    pub(super) fn may_fold(&self) -> bool {
        self.unit.work <= self.unit.folding_limit
    }

    /// Runs a body with the fields of a position, in two copies if some of
    /// their lengths were always the same.
    fn run_with_fields(&mut self, function: &'p Function, slots: ir::Value) -> Gen<()> {
        let (mut expected, mut other) = (self.join(), self.join());
        let bit = self.has_fixed_lengths(slots);
        self.branch(bit, &Facts::default(), &mut expected, &mut other);
        for (join, has_fixed_lengths) in [(expected, true), (other, false)] {
            if !has_fixed_lengths {
                // Rarely run, so it is to be small.
                self.unit.unroll_limit = 0;
            }
            self.attempt(|this| {
                this.bind(join, None)?;
                let fields = this.fields(slots, has_fixed_lengths)?;
                this.bind_arguments(function, fields)?;
                this.run_body(function)
            })?;
        }
        Ok(())
    }

    fn bind_arguments(&mut self, function: &'p Function, arguments: Vec<Value>) -> Gen<()> {
        let mut slots = Vec::new();
        for (value, local) in arguments.into_iter().zip(&function.locals) {
            slots.push(Slot::Bound(self.fit(value, &local.ty)?));
        }
        slots.resize(function.locals.len(), Slot::Unbound);
        self.state.locals = slots;
        Ok(())
    }

    /// Ends the function at the join of its returns.
    fn finish(mut self, end: impl FnOnce(&mut Self, Value) -> Gen<()>) -> Gen<ir::Function> {
        let nowhere = self.join();
        let returns = std::mem::replace(&mut self.frame.returns, nowhere);
        self.attempt(|this| {
            let value = this.bind(returns, None)?.unwrap_or(Value::Nothing);
            end(this, value)?;
            this.write_registers();
            let status = ins!(this).iconst(types::I64, Status::Done as i64);
            ins!(this).return_(&[status]);
            Ok(())
        })?;
        Ok(self.func)
    }
}
