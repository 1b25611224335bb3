//! All tests of the crate in one program, which links once.

mod bitparallel;
mod bitparallel_on_disk;
mod components;
mod engines;
mod hand_pairs_on_disk;
mod memory;
mod numbers;
mod on_disk;
mod order;
mod placement;
mod placement_on_disk;
mod progress;
mod rows;
mod scores;
mod swap_moves;
mod threads;
mod vectors;
mod vectors_on_disk;
