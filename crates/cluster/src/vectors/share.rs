//! What all processes tell each other between two steps.

use serde::Serialize;
use serde::de::DeserializeOwned;
use timely::worker::Worker;

use crate::ClusterError;
use crate::port::Port;
use crate::rounds::{Items, Peers, Rounds, run};

/// Sends `own` to all processes, and returns what each has sent, in their order.
pub(super) fn share<T: Serialize + DeserializeOwned>(
    peers: Peers<'_>,
    worker: &mut Worker,
    own: &T,
) -> Result<Vec<T>, ClusterError> {
    let invalid = |error: serde_json::Error| ClusterError::Peer(error.to_string());
    let own = serde_json::to_vec(own).map_err(invalid)?;
    let mut all = vec![Vec::new(); peers.workers];
    all[peers.worker].clone_from(&own);
    let mut shared = Shared { own, all };
    let stage = peers.context.stage("gathering the processes", None);
    run(peers, &mut shared, 0, &stage, Port::new(worker))?;
    let read = |bytes: &Vec<u8>| serde_json::from_slice(bytes).map_err(invalid);
    shared.all.iter().map(read).collect()
}

struct Shared {
    own: Vec<u8>,
    all: Vec<Vec<u8>>,
}

impl Rounds for Shared {
    fn apply(&mut self, _: u32, from: usize, items: &[u8]) -> Result<Option<()>, ClusterError> {
        let place = self.all.get_mut(from);
        Ok(place.map(|place| place.extend_from_slice(items)))
    }

    fn emit(&mut self, round: u32, items: &mut Items) -> Result<bool, ClusterError> {
        if round == 0 {
            for other in 0..self.all.len() {
                items.to(other).extend_from_slice(&self.own);
            }
        }
        Ok(true)
    }

    fn done(&self) -> u64 {
        0
    }
}
