//! Timely's connections with the other processes: made of sockets, and closed in order.

use std::io;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

use crate::ClusterError;
use crate::connection::Link;

/// The ends of timely's connections in this process, which has one worker.
pub(crate) fn connect(
    links: Vec<Option<Link>>,
    process: usize,
) -> io::Result<(Vec<AllocatorBuilder>, CommsGuard)> {
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
    let (builders, guard) = initialize_networking_from_sockets(local, links, process, 1, hooks)?;
    Ok((
        builders.into_iter().map(AllocatorBuilder::Tcp).collect(),
        guard,
    ))
}

pub(crate) fn not_started(problem: String) -> ClusterError {
    ClusterError::Setup(format!("the dataflow failed: {problem}"))
}

/// Waits until the sockets are closed in order on both sides, but not for long: everything is
/// written.
pub(crate) fn finish(guard: CommsGuard, limit: Duration) {
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        drop(guard);
        let _ = done.send(());
    });
    let _ = is_done.recv_timeout(limit.min(Duration::from_secs(5)));
}
