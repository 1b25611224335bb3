//! The generator of one function: blocks, facts, checks.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::entity::SecondaryMap;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};

use super::context::{self, Status};
use super::live::Liveness;
use super::state::{Edge, Gen, Join, State, Stop};
use super::unit::Unit;
use super::value::{ObjectId, Value};
use super::word::{Bit, Range, Word};
use crate::tree::{Function, Type};

/// Whether checks are made. Without them a wrong program does anything; they
/// are left out only by hand, to see what they cost.
const CHECKS: bool = true;

/// Instructions are appended to the block at hand.
macro_rules! ins {
    ($generator:expr) => {
        FuncCursor::new(&mut $generator.func)
            .at_bottom($generator.block)
            .ins()
    };
}
pub(super) use ins;

/// Generates the code of one function, and of those that are built into it.
pub(super) struct Generator<'u, 'p> {
    /// What all functions of the program share.
    pub(super) unit: &'u mut Unit<'p>,
    pub(super) func: ir::Function,
    /// Where code is appended.
    pub(super) block: ir::Block,
    pub(super) state: State,
    /// The function whose body is being generated.
    pub(super) frame: Frame<'p>,
    /// Values that are held while something else is evaluated: what they refer
    /// to must outlive every join.
    pub(super) held: Vec<Value>,
    /// The address of the context.
    pub(super) context: ir::Value,
    /// How many calls may be inside each other below this function.
    pub(super) depth_left: Word,
    next_object: ObjectId,
    pub(super) memory: Memory,
    ranges: SecondaryMap<ir::Value, Range>,
    /// What facts have replaced.
    log: Vec<(ir::Value, Range)>,
    fault: ir::Block,
    room: ir::Block,
    rows: ir::Block,
}

/// A function whose body is being generated.
pub(super) struct Frame<'p> {
    pub(super) function: &'p Function,
    pub(super) live: Rc<Liveness>,
    /// Where its returns lead.
    pub(super) returns: Join,
    /// Its loops, from the outermost.
    pub(super) loops: Vec<Loop>,
    /// How many calls it is inside the function whose code this is.
    pub(super) depth: i64,
    /// The types of what its comprehensions gather, which is kept after the
    /// locals.
    pub(super) gathered: Vec<Type>,
}

/// A loop around the statement at hand.
pub(super) struct Loop {
    pub(super) breaks: Join,
    pub(super) continues: Join,
}

/// The kinds of memory, which never overlap.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    /// The context's changing words.
    pub(super) context: MemFlagsData,
    /// The first words of lists.
    pub(super) header: MemFlagsData,
    /// The items of lists.
    pub(super) items: MemFlagsData,
    /// The rows that are yielded.
    pub(super) rows: MemFlagsData,
    /// What stays the same during a call: slots, limits, tables.
    pub(super) fixed: MemFlagsData,
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
        Memory {
            context: region(0, "context"),
            header: region(1, "header"),
            items: region(2, "items"),
            rows: region(3, "rows"),
            fixed: region(4, "fixed").with_readonly().with_can_move(),
        }
    }
}

impl<'u, 'p> Generator<'u, 'p> {
    /// Begins a function whose first parameter is the address of the context.
    /// Its words are read from there.
    pub(super) fn new(
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
            fault,
            room,
            rows,
        };
        generator.read_registers();
        (generator, parameters)
    }

    /// Takes the words that calls change from the context.
    pub(super) fn read_registers(&mut self) {
        let read = |this: &mut Self, at| Word::Computed(this.load_context(at));
        self.state.out = read(self, context::OUT);
        self.state.top = read(self, context::TOP);
        self.state.fuel = read(self, context::FUEL);
    }

    /// Gives the words that calls change back to the context.
    pub(super) fn write_registers(&mut self) {
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
    pub(super) fn load_context(&mut self, at: i32) -> ir::Value {
        ins!(self).load(types::I64, self.memory.context, self.context, at)
    }

    /// Changes a word of the context.
    pub(super) fn store_context(&mut self, word: Word, at: i32) {
        let value = self.value(word);
        ins!(self).store(self.memory.context, value, self.context, at);
    }

    /// A word of the context that stays the same during a call.
    pub(super) fn fixed(&mut self, at: i32) -> ir::Value {
        ins!(self).load(types::I64, self.memory.fixed, self.context, at)
    }

    /// How large the code is so far.
    pub(super) fn size(&self) -> usize {
        self.func.dfg.num_insts()
    }

    /// A number for a new object.
    pub(super) fn new_object(&mut self) -> ObjectId {
        self.next_object += 1;
        self.next_object
    }

    pub(super) fn new_block(&mut self) -> ir::Block {
        let block = self.func.dfg.make_block();
        self.func.layout.append_block(block);
        block
    }

    /// A word as a value of the generated code.
    pub(super) fn value(&mut self, word: Word) -> ir::Value {
        match word {
            Word::Known(n) => ins!(self).iconst(types::I64, n),
            Word::Computed(value) => value,
        }
    }

    /// A computed value and what is known of it.
    pub(super) fn computed(&mut self, value: ir::Value, range: Range) -> Word {
        if range.lo == range.hi {
            return Word::Known(range.lo);
        }
        if range != Range::ALL {
            self.ranges[value] = range;
        }
        Word::Computed(value)
    }

    /// Between which numbers a word lies.
    pub(super) fn range(&self, word: Word) -> Range {
        match word {
            Word::Known(n) => Range::of(n),
            Word::Computed(value) => self.ranges[value],
        }
    }

    /// A word, as a number where it is one by now.
    pub(super) fn resolve(&self, word: Word) -> Word {
        let range = self.range(word);
        if range.lo == range.hi {
            Word::Known(range.lo)
        } else {
            word
        }
    }

    /// Notes something that holds from here on.
    pub(super) fn learn(&mut self, word: Word, range: Range) {
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
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Forgets the facts that were learnt since.
    pub(super) fn forget(&mut self, mark: usize) {
        while self.log.len() > mark {
            if let Some((value, range)) = self.log.pop() {
                self.ranges[value] = range;
            }
        }
    }

    /// A place where paths that part here will meet.
    pub(super) fn join(&self) -> Join {
        Join {
            edges: Vec::new(),
            mark: self.mark(),
        }
    }

    /// Ends the path at hand at a join.
    pub(super) fn leave(&self, join: &mut Join, value: Option<Value>) {
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

    /// Goes one of two ways.
    pub(super) fn branch(
        &mut self,
        bit: Bit,
        facts: &Facts,
        then: &mut Join,
        otherwise: &mut Join,
    ) {
        match bit {
            Bit::Known(true) => self.leave(then, None),
            Bit::Known(false) => self.leave(otherwise, None),
            Bit::Computed(condition) => {
                let (yes, no) = (self.new_block(), self.new_block());
                ins!(self).brif(condition, yes, &[], no, &[]);
                let mark = self.mark();
                for (block, facts, join) in [(yes, &facts.then, then), (no, &facts.not, otherwise)]
                {
                    self.block = block;
                    for &(word, range) in facts {
                        self.learn(word, range);
                    }
                    self.leave(join, None);
                    self.forget(mark);
                }
            }
        }
    }

    /// Goes to the fault where a condition holds.
    pub(super) fn check_not(&mut self, bad: Bit) -> Gen<()> {
        self.exit_where(bad, self.fault)
    }

    /// Asks for more room for rows where a condition holds.
    pub(super) fn check_rows(&mut self, too_small: Bit) -> Gen<()> {
        self.exit_where(too_small, self.rows)
    }

    /// Asks for a larger arena where a condition holds.
    pub(super) fn check_room(&mut self, too_small: Bit) -> Gen<()> {
        self.exit_where(too_small, self.room)
    }

    fn exit_where(&mut self, bad: Bit, exit: ir::Block) -> Gen<()> {
        match bad {
            Bit::Known(false) => Ok(()),
            Bit::Known(true) => {
                ins!(self).jump(exit, &[]);
                Err(Stop::Dead)
            }
            Bit::Computed(_) if !CHECKS => Ok(()),
            Bit::Computed(condition) => {
                let good = self.new_block();
                ins!(self).brif(condition, exit, &[], good, &[]);
                self.block = good;
                Ok(())
            }
        }
    }

    /// A fault in any case.
    pub(super) fn fault<T>(&mut self) -> Gen<T> {
        ins!(self).jump(self.fault, &[]);
        Err(Stop::Dead)
    }

    /// Ends the function as a call in it ended, unless that went well.
    pub(super) fn check_status(&mut self, status: ir::Value) {
        let (bad, good) = (self.new_block(), self.new_block());
        self.func.layout.set_cold(bad);
        ins!(self).brif(status, bad, &[], good, &[]);
        self.block = bad;
        ins!(self).return_(&[status]);
        self.block = good;
    }

    /// Compares two words.
    pub(super) fn compare(&mut self, how: IntCC, a: Word, b: Word) -> Bit {
        if let Some(known) = self.known_comparison(how, a, b) {
            return Bit::Known(known);
        }
        let (a, b) = (self.value(a), self.value(b));
        Bit::Computed(ins!(self).icmp(how, a, b))
    }

    fn known_comparison(&self, how: IntCC, a: Word, b: Word) -> Option<bool> {
        if a == b {
            let holds_of_equals = matches!(
                how,
                IntCC::Equal
                    | IntCC::SignedLessThanOrEqual
                    | IntCC::SignedGreaterThanOrEqual
                    | IntCC::UnsignedLessThanOrEqual
                    | IntCC::UnsignedGreaterThanOrEqual
            );
            return Some(holds_of_equals);
        }
        let (a, b) = (self.range(a), self.range(b));
        let (below, above) = (a.hi < b.lo, a.lo > b.hi);
        let (at_most, at_least) = (a.hi <= b.lo, a.lo >= b.hi);
        let decide = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
        match how {
            IntCC::Equal => decide(at_most && at_least, below || above),
            IntCC::NotEqual => decide(below || above, at_most && at_least),
            IntCC::SignedLessThan => decide(below, at_least),
            IntCC::SignedLessThanOrEqual => decide(at_most, above),
            IntCC::SignedGreaterThan => decide(above, at_most),
            IntCC::SignedGreaterThanOrEqual => decide(at_least, below),
            IntCC::UnsignedLessThan if a.lo >= 0 && b.lo >= 0 => decide(below, at_least),
            IntCC::UnsignedGreaterThan if a.lo >= 0 && b.lo >= 0 => decide(above, at_most),
            IntCC::UnsignedGreaterThanOrEqual if a.lo >= 0 && b.lo >= 0 => decide(at_least, below),
            _ => None,
        }
    }

    /// A truth as a word.
    pub(super) fn word(&mut self, bit: Bit) -> Word {
        match bit {
            Bit::Known(known) => Word::Known(i64::from(known)),
            Bit::Computed(condition) => {
                let value = ins!(self).uextend(types::I64, condition);
                self.computed(value, Range::BIT)
            }
        }
    }
}

/// What follows from a condition and from its opposite.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) then: Vec<(Word, Range)>,
    pub(super) not: Vec<(Word, Range)>,
}
