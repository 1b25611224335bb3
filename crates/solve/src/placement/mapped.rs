//! A table of bits in a file that is mapped into memory.
//!
//! The mapping is shared: what is written to it reaches the file, and memory that is released is
//! read from the file again, or from the system's cache of it. The space on the disk is reserved
//! beforehand, so that a full disk is an error at the beginning.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use memmap2::MmapRaw;

use super::table::ToFill;
use crate::DiskError;
use crate::work::Work;

/// One bit for each position.
pub(super) struct MappedBits {
    map: MmapRaw,
    /// Whether memory is to be released, because there is not enough for all.
    is_limited: bool,
    /// Keeps the directory locked.
    _work: Arc<Work>,
}

impl MappedBits {
    /// A new file of `bytes` bytes, all zero.
    pub(super) fn create(
        work: &Arc<Work>,
        name: &str,
        bytes: u64,
        is_limited: bool,
    ) -> Result<MappedBits, DiskError> {
        let file = work.create(name)?;
        reserve(&file, bytes).map_err(|error| work.unwritable(name, error))?;
        MappedBits::map(work, name, &file, is_limited)
    }

    /// The file of an earlier run.
    pub(super) fn open(
        work: &Arc<Work>,
        name: &str,
        bytes: u64,
        is_limited: bool,
    ) -> Result<MappedBits, DiskError> {
        let file = work.open_to_change(name)?;
        let metadata = file.metadata();
        let found = metadata
            .map_err(|error| work.unreadable(name, error))?
            .len();
        if found != bytes {
            let problem = format!("it has {found} bytes, expected {bytes}");
            return Err(work.damaged(name, problem));
        }
        MappedBits::map(work, name, &file, is_limited)
    }

    fn map(
        work: &Arc<Work>,
        name: &str,
        file: &File,
        is_limited: bool,
    ) -> Result<MappedBits, DiskError> {
        let map = MmapRaw::map_raw(file).map_err(|error| work.unreadable(name, error))?;
        Ok(MappedBits {
            map,
            is_limited,
            _work: Arc::clone(work),
        })
    }

    /// The table for several threads to fill.
    ///
    /// # Safety
    /// As long as it is used, [`words`](MappedBits::words) must not be called, and
    /// [`bytes`](MappedBits::bytes) only for what is not written any more.
    pub(super) unsafe fn fillable(&self) -> ToFill<'_> {
        // SAFETY: the mapping is writable and begins at a page; what is read meanwhile is as
        // required, as the caller guarantees. No other process changes the file: its directory is locked.
        unsafe { ToFill::at(self.map.as_mut_ptr(), self.map.len()) }
    }

    /// The table in words, when it has been filled.
    pub(super) fn words(&self) -> &[u64] {
        // SAFETY: the mapping begins at a page, hence aligned, and is as long; nothing is written to
        // it any more (see `fillable`).
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / 8) }
    }

    /// Some of its bytes.
    ///
    /// # Safety
    /// The range must be within the table, and no thread may write there.
    pub(super) unsafe fn bytes(&self, range: Range<usize>) -> &[u8] {
        debug_assert!(range.end <= self.map.len());
        // SAFETY: within the mapping and not written, as the caller guarantees.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().add(range.start), range.len()) }
    }

    /// Releases the memory of some bytes, if it is limited.
    pub(super) fn release(&self, range: Range<usize>) {
        #[cfg(unix)]
        if self.is_limited {
            use memmap2::UncheckedAdvice::DontNeed;
            let end = range.end.min(self.map.len());
            let len = end.saturating_sub(range.start);
            // SAFETY: the mapping is shared, so its content stays in the file or in the system's
            // cache, and is found there by the next access, even a concurrent one. If the system
            // refuses, more memory is used, which changes no content.
            let _ = unsafe { self.map.unchecked_advise_range(DontNeed, range.start, len) };
        }
        #[cfg(not(unix))]
        let _ = range;
    }

    /// Makes everything that was written durable.
    pub(super) fn flush(&self) -> io::Result<()> {
        self.map.flush()
    }
}

/// Reserves space on the disk for a file of zeros.
fn reserve(file: &File, bytes: u64) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{FallocateFlags, fallocate};
        use rustix::io::Errno;
        match fallocate(file, FallocateFlags::empty(), 0, bytes) {
            // This file system cannot: write the zeros.
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => {}
            reserved => return Ok(reserved?),
        }
    }
    const ZEROS: &[u8] = &[0; 1 << 16];
    let (mut file, mut left) = (file, bytes);
    while left > 0 {
        let part = left.min(ZEROS.len() as u64);
        file.write_all(&ZEROS[..part as usize])?;
        left -= part;
    }
    Ok(())
}
