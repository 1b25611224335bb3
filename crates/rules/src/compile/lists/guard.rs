//! Guards of every list access in debug builds: the list is in memory of the
//! call or of the module, and the item is in the list.
//!
//! Correct code needs none of them: indices are checked against lengths, and
//! lists are read with the type they were stored with. A failed guard is a
//! compiler bug; the worker panics instead of reading stray memory.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{self, InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::value::{List, Stored};
use crate::compile::layout::words;
use crate::compile::runtime::{self, Runtime};
use crate::tree::Type;

/// The bounds that an item must be within.
#[derive(Clone)]
pub(in crate::compile) enum Bounds {
    /// In a list in memory.
    List(Stored),
    /// A number of items from an address.
    Fixed(ir::Value, usize),
}

impl Generator<'_, '_> {
    /// Guards the header of a list and the location of its items.
    pub(in crate::compile) fn guard_list(&mut self, stored: &Stored) {
        self.guard(|this| {
            let layout = this.unit.layout(&stored.item);
            let layout = ins!(this).iconst(types::I64, layout);
            (runtime::GUARD_LIST, vec![stored.address, layout])
        });
    }

    /// Guards a list and all lists in it, before a `runtime` function reads
    /// them.
    pub(in crate::compile) fn guard_all(&mut self, list: &List, address: ir::Value) {
        let item = self.item_of(list);
        self.guard(|this| {
            let layout = this.unit.layout(&item);
            let layout = ins!(this).iconst(types::I64, layout);
            (runtime::GUARD_ALL, vec![address, layout])
        });
    }

    /// Guards the words of an item of a type.
    pub(in crate::compile) fn guard_item(
        &mut self,
        bounds: &Bounds,
        ty: &Type,
        address: ir::Value,
        at: i32,
    ) {
        self.guard(|this| {
            let item = ins!(this).iadd_imm_s(address, i64::from(at));
            let size = ins!(this).iconst(types::I64, words(ty) as i64);
            match bounds {
                Bounds::List(list) => (runtime::GUARD_ITEM, vec![list.address, item, size]),
                Bounds::Fixed(start, length) => {
                    let length = ins!(this).iconst(types::I64, *length as i64);
                    (runtime::GUARD_FIXED, vec![*start, length, item, size])
                }
            }
        });
    }

    /// Calls a guard, if they are enabled. Guards are not counted as code size,
    /// so that the same loops are unrolled with and without them.
    fn guard(&mut self, arguments: impl FnOnce(&mut Self) -> (Runtime, Vec<ir::Value>)) {
        if !self.unit.has_guards {
            return;
        }
        let before = self.func.dfg.num_insts();
        let (function, arguments) = arguments(self);
        self.call_runtime(function, &arguments);
        self.unit.guard_size += self.func.dfg.num_insts() - before;
    }

    /// The code size so far, without guards.
    pub(in crate::compile) fn size(&self) -> usize {
        self.func.dfg.num_insts() - self.unit.guard_size
    }
}
