//! Compiled code and what it needs as long as it lives.

use std::collections::HashMap;
use std::fmt;

use cranelift_jit::JITModule;

use super::context::Context;
use super::layout::Layout;
use super::unit::Parts;
use crate::tree::{FunctionId, Type};

/// A function that kibitz can call.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) code: unsafe extern "C" fn(*mut Context) -> i64,
    /// How many slots it reads.
    pub(super) slots: usize,
    pub(super) fuel: i64,
}

/// Compiled code, and the memory that it reads.
pub(super) struct Code {
    /// Taken only when this is dropped.
    module: Option<JITModule>,
    /// By the number of the function.
    entries: Vec<Option<Entry>>,
    tables: Vec<Box<[i64]>>,
    _layouts: HashMap<Type, Box<Layout>>,
}

// SAFETY: after it was made nothing in it changes: code and tables are only
// read. Whatever a call changes is the worker's. The module is touched again
// only when the last owner drops it.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Code {
    pub(super) fn new(parts: Parts, entries: Vec<Option<Entry>>) -> Code {
        Code {
            module: Some(parts.module),
            entries,
            tables: parts.tables,
            _layouts: parts.layouts,
        }
    }

    /// The lists of the module, which code reads.
    pub(super) fn tables(&self) -> &Vec<Box<[i64]>> {
        &self.tables
    }

    pub(super) fn entry(&self, function: FunctionId) -> Option<Entry> {
        self.entries.get(function.0 as usize).copied().flatten()
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: every worker owns a share of this, so none is left that
            // could call the code.
            unsafe { module.free_memory() };
        }
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.entries.iter().flatten().count();
        f.debug_struct("Code")
            .field("functions", &count)
            .finish_non_exhaustive()
    }
}
