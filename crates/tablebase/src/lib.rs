//! Table files: the values of all positions of a solved game, compressed and checked.
//!
//! A [`TableWriter`] writes a file from callbacks that give the values of ranges of positions; a
//! [`Table`] reads it. Positions are numbers from 0; the game defines which number a position has,
//! and the file's [`Description`] names the numbering. If positions have no numbers of their own, a
//! column of rows lists them in ascending order, and a search gives the number.
//!
//! The values of a column are codes of a few bits, the entries of a dictionary in the file's
//! header. Blocks of 16 KiB of codes are compressed independently, so a probe decodes one block and
//! keeps it in a cache. `docs/table-format.md` describes the format for readers in other languages.
//!
//! Files are untrusted input: every byte is covered by a checksum or is a constant, everything that
//! determines a length or a place is checked before it is used, and a damaged file leads to an
//! error, never to a panic or to memory that is out of proportion to its length.

mod cache;
mod codes;
mod description;
mod dictionary;
mod differences;
mod division;
mod encode;
mod entry;
mod error;
mod file;
mod format;
mod header;
mod index;
mod job;
mod layout;
mod merge;
mod packing;
mod part;
mod part_file;
mod rows;
mod symbol;
mod table;
mod temporary;
mod verify;
mod writer;

pub use description::Description;
pub use entry::Entry;
pub use error::{Damage, TableError, WriteError};
pub use job::writing_memory;
pub use packing::{Packing, PackingError, Slot};
pub use part::Part;
pub use part_file::ColumnInfo;
pub use table::Table;
pub use writer::{Level, RowSource, Source, TableWriter, check_target};
