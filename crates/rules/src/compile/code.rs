//! Executable code and the memory it needs while it lives.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use cranelift_jit::JITModule;

use super::case::CaseLayout;
use super::context::Context;
use super::layout::Layout;
use super::unit::Parts;
use crate::shape::FieldKind;
use crate::shape::codec::Codec;
use crate::tree::{FunctionId, Type};

/// A callable entry point.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) code: unsafe extern "C" fn(*mut Context) -> i64,
    /// Number of slots that it reads.
    pub(super) slots: usize,
    pub(super) fuel: i64,
}

/// Executable code and the memory that it reads.
pub(super) struct Code {
    /// `None` only while this is dropped.
    module: Option<JITModule>,
    /// By function id.
    entries: Vec<Option<Entry>>,
    tables: Vec<Box<[i64]>>,
    /// The values of a case that it reads.
    case: Arc<CaseLayout>,
    _layouts: HashMap<Type, Box<Layout>>,
    /// Its packings are shared with the code.
    _shape: Vec<FieldKind>,
    /// Its tables are shared with the code.
    _codec: Option<Arc<Codec>>,
}

// SAFETY: immutable after construction: code and tables are only read, and
// everything that a call modifies belongs to its worker. The module is used
// again only when the last owner drops it.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Code {
    pub(super) fn new(parts: Parts, entries: Vec<Option<Entry>>) -> Code {
        Code {
            module: Some(parts.module),
            entries,
            tables: parts.tables,
            case: parts.case,
            _layouts: parts.layouts,
            _shape: parts.shape,
            _codec: parts.codec,
        }
    }

    /// The tables of the module, which code reads.
    pub(super) fn tables(&self) -> &Vec<Box<[i64]>> {
        &self.tables
    }

    pub(super) fn case(&self) -> &Arc<CaseLayout> {
        &self.case
    }

    pub(super) fn entry(&self, function: FunctionId) -> Option<Entry> {
        self.entries.get(function.0 as usize).copied().flatten()
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: every worker holds an `Arc` of this, so none is left that
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
