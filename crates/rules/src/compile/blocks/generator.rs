//! The generator of one function: blocks, facts, checks.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::entity::SecondaryMap;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};

use crate::compile::before::live::Liveness;
use crate::compile::context::{self, Status};
use crate::compile::known::state::{Edge, Join, State};
use crate::compile::known::value::{ObjectId, Value};
use crate::compile::known::word::{Range, Word};
use crate::compile::unit::Unit;
use crate::tree::{Function, Type};

/// Instructions are appended to the block at hand.
macro_rules! ins {
    ($generator:expr) => {
        FuncCursor::new(&mut $generator.func)
            .at_bottom($generator.block)
            .ins()
    };
}
pub(in crate::compile) use ins;

/// Generates the code of one function, and of those that are built into it.
pub(in crate::compile) struct Generator<'u, 'p> {
    /// What all functions of the program share.
    pub(in crate::compile) unit: &'u mut Unit<'p>,
    pub(in crate::compile) func: ir::Function,
    /// Where code is appended.
    pub(in crate::compile) block: ir::Block,
    pub(in crate::compile) state: State,
    /// The function whose body is being generated.
    pub(in crate::compile) frame: Frame<'p>,
    /// Values that are held while something else is evaluated: what they refer
    /// to must outlive every join.
    pub(in crate::compile) held: Vec<Value>,
    /// The address of the context.
    pub(in crate::compile) context: ir::Value,
    /// How many calls may be inside each other below this function.
    pub(in crate::compile) depth_left: Word,
    next_object: ObjectId,
    pub(in crate::compile) memory: Memory,
    ranges: SecondaryMap<ir::Value, Range>,
    /// What facts have replaced.
    log: Vec<(ir::Value, Range)>,
    /// How many bytes the rows outside of real loops take together: a constant
    /// at the beginning of the function, and its value so far.
    pub(in crate::compile) rows_outside: Option<(ir::Value, i64)>,
    /// How many real loops are around the place at hand.
    pub(in crate::compile) real_loops: usize,
    /// Where a function ends with a fault, for want of room, of room for rows.
    pub(in crate::compile) fault: ir::Block,
    pub(in crate::compile) room: ir::Block,
    pub(in crate::compile) rows: ir::Block,
}

/// A function whose body is being generated.
pub(in crate::compile) struct Frame<'p> {
    pub(in crate::compile) function: &'p Function,
    pub(in crate::compile) live: Rc<Liveness>,
    /// Where its returns lead.
    pub(in crate::compile) returns: Join,
    /// Its loops, from the outermost.
    pub(in crate::compile) loops: Vec<Loop>,
    /// How many calls it is inside the function whose code this is.
    pub(in crate::compile) depth: i64,
    /// The types of what its comprehensions gather, which is kept after the
    /// locals.
    pub(in crate::compile) gathered: Vec<Type>,
}

/// A loop around the statement at hand.
pub(in crate::compile) struct Loop {
    pub(in crate::compile) breaks: Join,
    pub(in crate::compile) continues: Join,
}

/// The kinds of memory, which never overlap.
#[derive(Clone, Copy)]
pub(in crate::compile) struct Memory {
    /// The context's changing words.
    pub(in crate::compile) context: MemFlagsData,
    /// The first words of lists.
    pub(in crate::compile) header: MemFlagsData,
    /// The items of lists.
    pub(in crate::compile) items: MemFlagsData,
    /// The rows that are yielded.
    pub(in crate::compile) rows: MemFlagsData,
    /// What stays the same during a call: slots, limits, tables.
    pub(in crate::compile) fixed: MemFlagsData,
    /// The same at an index that has been checked. Such a read stays where it
    /// is: in front of its check, out of a loop, say, it could be anywhere.
    pub(in crate::compile) indexed: MemFlagsData,
    /// Slots and rows, two at a time and not on even places.
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
    /// Begins a function whose first parameter is the address of the context.
    /// Its words are read from there.
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
        let [fault, room, rows] =
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
            next_object: 0,
            memory,
            ranges: SecondaryMap::new(),
            log: Vec::new(),
            rows_outside: None,
            real_loops: 0,
            fault,
            room,
            rows,
        };
        generator.read_registers();
        (generator, parameters)
    }

    /// Takes the words that calls change from the context.
    pub(in crate::compile) fn read_registers(&mut self) {
        let read = |this: &mut Self, at| Word::Computed(this.load_context(at));
        self.state.out = read(self, context::OUT);
        self.state.top = read(self, context::TOP);
        self.state.fuel = read(self, context::FUEL);
    }

    /// Gives the words that calls change back to the context.
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

    /// A changing word of the context.
    pub(in crate::compile) fn load_context(&mut self, at: i32) -> ir::Value {
        ins!(self).load(types::I64, self.memory.context, self.context, at)
    }

    /// Changes a word of the context.
    pub(in crate::compile) fn store_context(&mut self, word: Word, at: i32) {
        let value = self.value(word);
        ins!(self).store(self.memory.context, value, self.context, at);
    }

    /// A word of the context that stays the same during a call.
    pub(in crate::compile) fn fixed(&mut self, at: i32) -> ir::Value {
        ins!(self).load(types::I64, self.memory.fixed, self.context, at)
    }

    /// A number for a new object.
    pub(in crate::compile) fn new_object(&mut self) -> ObjectId {
        self.next_object += 1;
        self.next_object
    }

    pub(in crate::compile) fn new_block(&mut self) -> ir::Block {
        let block = self.func.dfg.make_block();
        self.func.layout.append_block(block);
        block
    }

    /// A word as a value of the generated code.
    pub(in crate::compile) fn value(&mut self, word: Word) -> ir::Value {
        match word {
            Word::Known(n) => ins!(self).iconst(types::I64, n),
            Word::Computed(value) => value,
        }
    }

    /// A computed value and what is known of it.
    pub(in crate::compile) fn computed(&mut self, value: ir::Value, range: Range) -> Word {
        if range.lo == range.hi {
            return Word::Known(range.lo);
        }
        if range != Range::ALL {
            self.ranges[value] = range;
        }
        Word::Computed(value)
    }

    /// Between which numbers a word lies.
    pub(in crate::compile) fn range(&self, word: Word) -> Range {
        match word {
            Word::Known(n) => Range::of(n),
            Word::Computed(value) => self.ranges[value],
        }
    }

    /// A word, as a number where it is one by now.
    pub(in crate::compile) fn resolve(&self, word: Word) -> Word {
        let range = self.range(word);
        if range.lo == range.hi {
            Word::Known(range.lo)
        } else {
            word
        }
    }

    /// Notes something that holds from here on.
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

    /// How many facts are known.
    pub(in crate::compile) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Forgets the facts that were learnt since.
    pub(in crate::compile) fn forget(&mut self, mark: usize) {
        while self.log.len() > mark {
            if let Some((value, range)) = self.log.pop() {
                self.ranges[value] = range;
            }
        }
    }

    /// A place where paths that part here will meet.
    pub(in crate::compile) fn join(&self) -> Join {
        Join {
            edges: Vec::new(),
            mark: self.mark(),
        }
    }

    /// Ends the path at hand at a join.
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
