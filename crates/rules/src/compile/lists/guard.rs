//! Checks of every access to a list, in debug builds: that it lies in the memory
//! of the call or of the module, and the item in the list.
//!
//! Generated code needs none of them: lengths are compared with indices, and
//! lists are read as they were stored. A guard that fails is a mistake of the
//! compiler, and the worker panics instead of reading anything.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{self, InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::value::{List, Stored};
use crate::compile::layout::words;
use crate::compile::runtime::{self, Runtime};
use crate::tree::Type;

/// Where an item must lie.
#[derive(Clone)]
pub(in crate::compile) enum Bounds {
    /// In a list in memory.
    List(Stored),
    /// Among so many items from an address on.
    Fixed(ir::Value, usize),
}

impl Generator<'_, '_> {
    /// Guards the header of a list, and the place of its items.
    pub(in crate::compile) fn guard_list(&mut self, stored: &Stored) {
        self.guard(|this| {
            let layout = this.unit.layout(&stored.item);
            let layout = ins!(this).iconst(types::I64, layout);
            (runtime::GUARD_LIST, vec![stored.address, layout])
        });
    }

    /// Guards a list and all lists in it, before a function of `runtime` reads
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

    /// Calls a guard, where there are any. Its instructions are not counted:
    /// with and without guards the same loops are unrolled.
    fn guard(&mut self, arguments: impl FnOnce(&mut Self) -> (Runtime, Vec<ir::Value>)) {
        if !self.unit.has_guards {
            return;
        }
        let before = self.func.dfg.num_insts();
        let (function, arguments) = arguments(self);
        self.call_runtime(function, &arguments);
        self.unit.guard_size += self.func.dfg.num_insts() - before;
    }

    /// How large the code is so far, without guards.
    pub(in crate::compile) fn size(&self) -> usize {
        self.func.dfg.num_insts() - self.unit.guard_size
    }
}
