//! `copy.deepcopy` of lists in memory.

use std::collections::HashMap;

use super::{ListObject, Runtime, with_room};
use crate::compile::context::{Context, Status};
use crate::compile::layout::Layout;

/// A copy of a list and of all lists in it: the list, the layout of its items.
pub(in crate::compile) const DEEP_COPY: Runtime = Runtime(|| deep_copy as *const () as usize);

/// The addresses of lists that were copied, and of their copies.
type Copied = HashMap<i64, i64>;

unsafe extern "C" fn deep_copy(context: *mut Context, list: i64, layout: *const Layout) -> Status {
    // SAFETY: called only by generated code, with its own context, a list of the
    // running call or of the module, and the layout of its items, which lives as
    // long as the code.
    unsafe {
        with_room(context, |context| {
            context.results[0] = context.copy_list(list, &*layout, &mut Copied::new())?;
            Some(())
        })
    }
}

impl Context {
    /// The address of the copy of a list; `None` if fuel or arena are used up.
    ///
    /// # Safety
    ///
    /// There is a list at the address, with items of this layout.
    unsafe fn copy_list(&mut self, list: i64, item: &Layout, copied: &mut Copied) -> Option<i64> {
        if let Some(&copy) = copied.get(&list) {
            return Some(copy);
        }
        let words = item.words();
        // SAFETY: guaranteed by the caller; the copy has space for as many items.
        unsafe {
            let from = ListObject::at(list);
            self.spend(from.length())?;
            let to = self.new_list(from.length(), words)?;
            copied.insert(list, to.0 as i64);
            for i in 0..from.length() {
                let (own, copy) = (from.data().add(i * words), to.data().add(i * words));
                self.copy_value(own, copy, item, copied)?;
            }
            Some(to.0 as i64)
        }
    }

    /// Writes the copy of a value.
    ///
    /// # Safety
    ///
    /// At the first address is a value of the layout; the second has space for
    /// its words.
    unsafe fn copy_value(
        &mut self,
        from: *const i64,
        to: *mut i64,
        layout: &Layout,
        copied: &mut Copied,
    ) -> Option<()> {
        // SAFETY: guaranteed by the caller; components are consecutive.
        unsafe {
            match layout {
                Layout::List(item) => *to = self.copy_list(*from, item, copied)?,
                Layout::Optional(inner) if *from == 1 => {
                    *to = 1;
                    self.copy_value(from.add(1), to.add(1), inner, copied)?;
                }
                Layout::Tuple(items) => {
                    let mut at = 0;
                    for item in items {
                        self.copy_value(from.add(at), to.add(at), item, copied)?;
                        at += item.words();
                    }
                }
                _ => std::ptr::copy_nonoverlapping(from, to, layout.words()),
            }
        }
        Some(())
    }
}
