//! The dataflow: one operator, whose output is fed back to the inputs of the operators of all
//! workers, one level later.
//!
//! A worker works outside of the operator, which only hands packets over. A worker that holds a
//! [`Hold`] for a level may still send packets at that level; they arrive with the timestamp of the
//! next one. A packet that has arrived holds its own level until it is dropped. So once the
//! frontier has passed a level, every packet up to it has been applied, by every worker.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::scheduling::Activator;
use timely::worker::Worker;

use crate::packet::{ByReceiver, Packet};

/// The right to send at a level, and later ones.
pub(crate) type Hold = Capability<u32>;

/// A worker's end of the dataflow.
pub(crate) struct Port<'w> {
    worker: &'w mut Worker,
    shared: Rc<RefCell<Shared>>,
    activator: Activator,
    /// The frontier when the operator ran last.
    frontier: Option<u32>,
}

/// What the operator and the worker share.
#[derive(Default)]
struct Shared {
    inbox: VecDeque<(Hold, Packet)>,
    outbox: Vec<(Hold, Packet)>,
    /// The first level at which packets may still arrive; `None` if none will.
    frontier: Option<u32>,
}

impl<'w> Port<'w> {
    /// Joins the dataflow, with a hold for level 0. All workers do this in the same order.
    pub(crate) fn new(worker: &'w mut Worker) -> (Port<'w>, Hold) {
        let shared = Rc::new(RefCell::new(Shared::default()));
        let for_operator = Rc::clone(&shared);
        let (first, activator) = worker
            .dataflow::<u32, _, _>(|scope| {
                let (back, packets) = scope.feedback::<Packet>(1);
                let mut started = None;
                let pact = DistributorPact(|_| ByReceiver);
                let sent = packets.unary_frontier::<CapacityContainerBuilder<Packet>, _, _, _>(
                    pact,
                    "levels",
                    |first, info| {
                        started = Some((first, scope.activator_for(info.address)));
                        move |(input, frontier), output| {
                            let shared = &mut *for_operator.borrow_mut();
                            for (hold, mut packet) in shared.outbox.drain(..) {
                                output.session(&hold).give_container(&mut packet);
                            }
                            input.for_each(|hold, packet| {
                                let packet = std::mem::take(packet);
                                shared.inbox.push_back((hold.retain(0), packet));
                            });
                            shared.frontier = frontier.frontier().first().copied();
                        }
                    },
                );
                sent.connect_loop(back);
                started
            })
            .unzip();
        let (Some(first), Some(activator)) = (first, activator) else {
            unreachable!("an operator is constructed when it is added")
        };
        shared.borrow_mut().frontier = Some(0);
        let port = Port {
            worker,
            shared,
            activator,
            frontier: Some(0),
        };
        (port, first)
    }

    /// Sends and receives what there is; waits for at most `wait` if there is nothing to do.
    pub(crate) fn step(&mut self, wait: Duration) {
        self.activator.activate();
        self.worker.step();
        if wait > Duration::ZERO && self.shared.borrow().inbox.is_empty() {
            self.worker.step_or_park(Some(wait));
        }
        self.frontier = self.shared.borrow().frontier;
    }

    /// Queues a packet.
    pub(crate) fn send(&mut self, hold: &Hold, packet: Packet) {
        self.shared.borrow_mut().outbox.push((hold.clone(), packet));
    }

    /// The next packet that has arrived, holding its level.
    pub(crate) fn receive(&mut self) -> Option<(Hold, Packet)> {
        self.shared.borrow_mut().inbox.pop_front()
    }

    /// Whether every packet up to this level has been applied everywhere, and no more will come.
    pub(crate) fn has_passed(&self, level: u32) -> bool {
        self.frontier.is_none_or(|frontier| frontier > level)
    }

    /// Whether no packets will come at all.
    pub(crate) fn is_over(&self) -> bool {
        self.frontier.is_none()
    }
}
