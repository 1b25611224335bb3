//! All tests of the crate in one program, which links once.

mod bitparallel;
#[path = "rows/disguised.rs"]
mod disguised;
mod engines;
#[path = "rows/gorge.rs"]
mod gorge;
#[path = "rows/hands.rs"]
mod hands;
#[path = "rows/maze.rs"]
mod maze;
mod memory;
mod numbers;
mod on_disk;
mod order;
mod placement;
mod progress;
mod rows;
mod swap_moves;
mod threads;
mod vectors;
