//! The code generator of one function: blocks, facts, checks.

use std::collections::HashMap;
use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::entity::SecondaryMap;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};

use crate::compile::before::liveness::Liveness;
use crate::compile::context::{self, Status};
use crate::compile::functions::coded::Coded;
use crate::compile::known::state::{Edge, Join, State};
use crate::compile::known::value::{ObjectId, Value};
use crate::compile::known::word::{Range, Word};
use crate::compile::unit::Unit;
use crate::tree::{Function, Type};

/// Appends an instruction to the current block.
macro_rules! ins {
    ($generator:expr) => {
        FuncCursor::new(&mut $generator.func)
            .at_bottom($generator.block)
            .ins()
    };
}
pub(in crate::compile) use ins;

/// Generates the code of one function and of those inlined into it.
pub(in crate::compile) struct Generator<'u, 'p> {
    /// State shared by all functions of the program.
    pub(in crate::compile) unit: &'u mut Unit<'p>,
    pub(in crate::compile) func: ir::Function,
    /// The block that code is appended to.
    pub(in crate::compile) block: ir::Block,
    pub(in crate::compile) state: State,
    /// The function whose body is being generated.
    pub(in crate::compile) frame: Frame<'p>,
    /// Values held while another expression is evaluated: the objects they
    /// refer to must survive every join.
    pub(in crate::compile) held: Vec<Value>,
    /// The address of the context.
    pub(in crate::compile) context: ir::Value,
    /// Remaining call depth below this function.
    pub(in crate::compile) depth_left: Word,
    /// The slots of the position that values were loaded from: the address of
    /// the position and the offset.
    pub(in crate::compile) slots: HashMap<ir::Value, (ir::Value, i32)>,
    /// If slots share words: the numbers that were loaded from them.
    pub(in crate::compile) coded: HashMap<ir::Value, Coded>,
    /// Whether the text being evaluated is needed only for its faults.
    pub(in crate::compile) discards_text: bool,
    next_object: ObjectId,
    pub(in crate::compile) memory: Memory,
    ranges: SecondaryMap<ir::Value, Range>,
    /// Undo log: the ranges that facts have replaced.
    log: Vec<(ir::Value, Range)>,
    /// Total size in bytes of the rows written outside of real loops: a
    /// constant at the function's entry, and its value so far.
    pub(in crate::compile) rows_outside: Option<(ir::Value, i64)>,
    /// Number of enclosing real (not unrolled) loops.
    pub(in crate::compile) real_loops: usize,
    /// Exit blocks: a fault, a full arena, no space for rows.
    pub(in crate::compile) fault: ir::Block,
    pub(in crate::compile) arena_full: ir::Block,
    pub(in crate::compile) rows: ir::Block,
}

/// A function whose body is being generated.
pub(in crate::compile) struct Frame<'p> {
    pub(in crate::compile) function: &'p Function,
    pub(in crate::compile) live: Rc<Liveness>,
    /// The join of its returns.
    pub(in crate::compile) returns: Join,
    /// Its open loops, outermost first.
    pub(in crate::compile) loops: Vec<Loop>,
    /// Its call depth within the function whose code this is.
    pub(in crate::compile) depth: i64,
    /// The types of the accumulators of its comprehensions, which are stored
    /// after the locals.
    pub(in crate::compile) gathered: Vec<Type>,
}

/// An enclosing loop.
pub(in crate::compile) struct Loop {
    pub(in crate::compile) breaks: Join,
    pub(in crate::compile) continues: Join,
}

/// The alias regions of memory, which never overlap.
#[derive(Clone, Copy)]
pub(in crate::compile) struct Memory {
    /// The mutable words of the context.
    pub(in crate::compile) context: MemFlagsData,
    /// The headers of lists.
    pub(in crate::compile) header: MemFlagsData,
    /// The items of lists.
    pub(in crate::compile) items: MemFlagsData,
    /// The yielded rows.
    pub(in crate::compile) rows: MemFlagsData,
    /// Memory that is constant during a call: slots, limits, tables.
    pub(in crate::compile) fixed: MemFlagsData,
    /// The same at a checked index. Such a load must not be moved: hoisted
    /// above its check, e.g. out of a loop, it could read any address.
    pub(in crate::compile) indexed: MemFlagsData,
    /// Slots and rows, accessed two words at a time without alignment.
    pub(in crate::compile) slots: MemFlagsData,
    pub(in crate::compile) wide_rows: MemFlagsData,
}

impl Memory {
    fn new(func: &mut ir::Function) -> Memory {
        let mut region = |user_id, description: &'static str| {
            let data = ir::AliasRegionData {
                user_id,
                description: description.into(),
            };
            let region = func.dfg.alias_regions.insert(data);
            MemFlagsData::trusted().with_alias_region(Some(region))
        };
        let rows = region(3, "rows");
        let indexed = region(4, "fixed").with_readonly();
        let fixed = indexed.with_can_move();
        let unaligned = |memory: MemFlagsData| {
            MemFlagsData::new()
                .with_notrap()
                .with_alias_region(memory.alias_region())
        };
        Memory {
            context: region(0, "context"),
            header: region(1, "header"),
            items: region(2, "items"),
            rows,
            fixed,
            indexed,
            slots: unaligned(fixed).with_readonly().with_can_move(),
            wide_rows: unaligned(rows),
        }
    }
}

impl<'u, 'p> Generator<'u, 'p> {
    /// Starts a function whose first parameter is the address of the context.
    pub(in crate::compile) fn new(
        unit: &'u mut Unit<'p>,
        mut func: ir::Function,
        function: &'p Function,
    ) -> (Generator<'u, 'p>, Vec<ir::Value>) {
        let entry = func.dfg.make_block();
        func.layout.append_block(entry);
        let parameters = func.signature.params.len();
        let parameters: Vec<ir::Value> = (0..parameters)
            .map(|_| func.dfg.append_block_param(entry, types::I64))
            .collect();
        let [fault, arena_full, rows] =
            [Status::Fault, Status::MoreRoom, Status::MoreRows].map(|status| {
                let block = func.dfg.make_block();
                func.layout.append_block(block);
                func.layout.set_cold(block);
                let mut cursor = FuncCursor::new(&mut func).at_bottom(block);
                let status = cursor.ins().iconst(types::I64, status as i64);
                cursor.ins().return_(&[status]);
                block
            });
        let memory = Memory::new(&mut func);
        let live = unit.liveness(function);
        let unknown = Word::Known(0);
        let mut generator = Generator {
            unit,
            func,
            block: entry,
            state: State {
                locals: Vec::new(),
                heap: Default::default(),
                out: unknown,
                top: unknown,
                fuel: unknown,
            },
            frame: Frame {
                function,
                live,
                returns: Join {
                    edges: Vec::new(),
                    mark: 0,
                },
                loops: Vec::new(),
                depth: 0,
                gathered: Vec::new(),
            },
            held: Vec::new(),
            context: parameters[0],
            depth_left: unknown,
            slots: HashMap::new(),
            coded: HashMap::new(),
            discards_text: false,
            next_object: 0,
            memory,
            ranges: SecondaryMap::new(),
            log: Vec::new(),
            rows_outside: None,
            real_loops: 0,
            fault,
            arena_full,
            rows,
        };
        generator.read_registers();
        (generator, parameters)
    }

    /// Loads the words that calls change from the context.
    pub(in crate::compile) fn read_registers(&mut self) {
        let read = |this: &mut Self, at| Word::Computed(this.load_context(at));
        self.state.out = read(self, context::OUT);
        self.state.top = read(self, context::TOP);
        self.state.fuel = read(self, context::FUEL);
    }

    /// Stores the words that calls change into the context.
    pub(in crate::compile) fn write_registers(&mut self) {
        let State { out, top, fuel, .. } = self.state;
        for (word, at) in [
            (out, context::OUT),
            (top, context::TOP),
            (fuel, context::FUEL),
        ] {
            self.store_context(word, at);
        }
    }

    /// Loads a mutable word of the context.
    pub(in crate::compile) fn load_context(&mut self, at: i32) -> ir::Value {
        ins!(self).load(types::I64, self.memory.context, self.context, at)
    }

    /// Stores a mutable word of the context.
    pub(in crate::compile) fn store_context(&mut self, word: Word, at: i32) {
        let value = self.value(word);
        ins!(self).store(self.memory.context, value, self.context, at);
    }

    /// Loads a word of the context that is constant during a call.
    pub(in crate::compile) fn fixed(&mut self, at: i32) -> ir::Value {
        ins!(self).load(types::I64, self.memory.fixed, self.context, at)
    }

    /// A new object id.
    pub(in crate::compile) fn new_object(&mut self) -> ObjectId {
        self.next_object += 1;
        self.next_object
    }

    pub(in crate::compile) fn new_block(&mut self) -> ir::Block {
        let block = self.func.dfg.make_block();
        self.func.layout.append_block(block);
        block
    }

    /// A word as an SSA value.
    pub(in crate::compile) fn value(&mut self, word: Word) -> ir::Value {
        match word {
            Word::Known(n) => ins!(self).iconst(types::I64, n),
            Word::Computed(value) => value,
        }
    }

    /// A computed value with its range.
    pub(in crate::compile) fn computed(&mut self, value: ir::Value, range: Range) -> Word {
        if range.lo == range.hi {
            return Word::Known(range.lo);
        }
        if range != Range::ALL {
            self.ranges[value] = range;
        }
        Word::Computed(value)
    }

    /// The range of a word.
    pub(in crate::compile) fn range(&self, word: Word) -> Range {
        match word {
            Word::Known(n) => Range::of(n),
            Word::Computed(value) => self.ranges[value],
        }
    }

    /// A word, as a constant if its range is a single number.
    pub(in crate::compile) fn resolve(&self, word: Word) -> Word {
        let range = self.range(word);
        if range.lo == range.hi {
            Word::Known(range.lo)
        } else {
            word
        }
    }

    /// Records a fact that holds from here on.
    pub(in crate::compile) fn learn(&mut self, word: Word, range: Range) {
        if let Word::Computed(value) = word {
            let before = self.ranges[value];
            let after = before.meet(range);
            if after != before {
                self.log.push((value, before));
                self.ranges[value] = after;
            }
        }
    }

    /// The number of facts in the undo log.
    pub(in crate::compile) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Undoes the facts recorded since `mark`.
    pub(in crate::compile) fn forget(&mut self, mark: usize) {
        while self.log.len() > mark {
            if let Some((value, range)) = self.log.pop() {
                self.ranges[value] = range;
            }
        }
    }

    /// A join for the paths that diverge here.
    pub(in crate::compile) fn join(&self) -> Join {
        Join {
            edges: Vec::new(),
            mark: self.mark(),
        }
    }

    /// Ends the current path at a join.
    pub(in crate::compile) fn leave(&self, join: &mut Join, value: Option<Value>) {
        let learnt = self.log.get(join.mark..).unwrap_or_default();
        join.edges.push(Edge {
            block: self.block,
            state: self.state.clone(),
            value,
            facts: learnt
                .iter()
                .map(|&(value, _)| (value, self.ranges[value]))
                .collect(),
        });
    }
}
