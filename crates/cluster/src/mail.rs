//! Packets that wait for credit.
//!
//! At most [`WINDOW`] packets with content from one worker to another are on the way or not applied.
//! A worker without credit emits no more, but still applies what arrives, so there is no cycle of
//! workers that wait for each other.

use std::collections::VecDeque;

use crate::packet::{Kind, Packet};
use crate::port::{Hold, Port};

/// Packets from one worker to another that are not yet applied.
pub(crate) const WINDOW: u32 = 2;

/// The packets of a worker.
pub(crate) struct Mail {
    from: usize,
    /// Packets that wait for credit.
    queue: VecDeque<(Hold, Packet)>,
    /// The number of packets that may be sent to each worker.
    credits: Vec<u32>,
}

impl Mail {
    /// No packets of a worker, of `workers`.
    pub(crate) fn new(from: usize, workers: usize) -> Mail {
        Mail {
            from,
            queue: VecDeque::new(),
            credits: vec![WINDOW; workers],
        }
    }

    /// A packet without content.
    pub(crate) fn packet(&self, to: usize, kind: Kind) -> Packet {
        Packet {
            from: self.from as u32,
            to: to as u32,
            kind: Some(kind),
            words: Vec::new(),
        }
    }

    /// Sends a packet without content to all other workers.
    pub(crate) fn notify_all(&self, port: &mut Port<'_>, hold: &Hold, kind: Kind) {
        for other in self.others() {
            port.send(hold, self.packet(other, kind));
        }
    }

    /// The other workers.
    pub(crate) fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let from = self.from;
        (0..self.credits.len()).filter(move |other| *other != from)
    }

    /// Queues a packet.
    pub(crate) fn push(&mut self, hold: &Hold, packet: Packet) {
        self.queue.push_back((hold.clone(), packet));
    }

    /// Whether all packets are sent.
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Drops the packets that wait.
    pub(crate) fn clear(&mut self) {
        self.queue.clear();
    }

    /// Sends packets for which there is credit; whether there were any.
    pub(crate) fn send(&mut self, port: &mut Port<'_>) -> bool {
        let before = self.queue.len();
        for (hold, packet) in std::mem::take(&mut self.queue) {
            match &mut self.credits[packet.to as usize] {
                0 => self.queue.push_back((hold, packet)),
                credit => {
                    *credit -= 1;
                    port.send(&hold, packet);
                }
            }
        }
        self.queue.len() < before
    }

    /// Takes the credit that another worker gives.
    pub(crate) fn credit(&mut self, from: u32) {
        if let Some(credit) = self.credits.get_mut(from as usize) {
            *credit += 1;
        }
    }

    /// Gives credit for a packet that was taken.
    pub(crate) fn give_credit(&self, port: &mut Port<'_>, hold: &Hold, to: u32) {
        port.send(hold, self.packet(to as usize, Kind::Credit));
    }
}
