//! Event streams that are open at a time.
//!
//! A stream lasts as long as its job and takes a connection all the while, so
//! there are fewer of them than connections: questions always get one.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::refusal::Refusal;

/// One other machine may have this part of the streams.
const PORTION: usize = 4;

/// The streams that are open, counted by the address that they go to.
#[derive(Debug)]
pub(crate) struct Streams {
    most: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// A stream that is open until this is dropped.
#[derive(Debug)]
pub(crate) struct Ticket {
    streams: Arc<Streams>,
    peer: IpAddr,
}

impl Streams {
    /// So many at a time.
    pub(crate) fn new(most: usize) -> Streams {
        Streams {
            most,
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a stream to this address, unless there are too many.
    pub(crate) fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<Ticket, Refusal> {
        let mut open = self.open();
        // All requests that something on this machine passes on come from here.
        let most_there = match peer.is_loopback() {
            true => self.most,
            false => self.most.div_ceil(PORTION),
        };
        let there = open.get(&peer).copied().unwrap_or(0);
        if there >= most_there || open.values().sum::<usize>() >= self.most {
            let refusal = Refusal::busy("too many event streams at the same time");
            return Err(refusal.help("/api/v1/jobs/{id} says how a job is, too"));
        }
        open.insert(peer, there + 1);
        Ok(Ticket {
            streams: Arc::clone(self),
            peer,
        })
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        if let Some(there) = open.get_mut(&self.peer) {
            *there -= 1;
            if *there == 0 {
                open.remove(&self.peer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_allowed_and_no_more_than_its_part_for_one() {
        let streams = Arc::new(Streams::new(8));
        let [here, there, elsewhere] = [[127, 0, 0, 1], [10, 0, 0, 1], [10, 0, 0, 2]];
        let ask = |ip: [u8; 4]| streams.admit(ip.into());
        let two = [ask(there).unwrap(), ask(there).unwrap()];
        assert!(ask(there).is_err());
        let six: Vec<Ticket> = (0..6).map(|_| ask(here).unwrap()).collect();
        assert!(ask(here).is_err() && ask(elsewhere).is_err());
        drop(two);
        assert!(ask(elsewhere).is_ok());
        drop(six);
        assert!(streams.open().is_empty());
    }
}
