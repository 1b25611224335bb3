//! Limit on concurrent event streams.
//!
//! A stream occupies a connection for as long as its job runs, so there are
//! fewer streams than connections: requests can always connect.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::api_error::ApiError;

/// A remote address may have at max 1/`CLIENT_SHARE` of the streams.
const CLIENT_SHARE: usize = 4;

/// The open streams, counted by client address.
#[derive(Debug)]
pub(crate) struct Streams {
    max: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// An open stream; closed on drop.
#[derive(Debug)]
pub(crate) struct StreamPermit {
    streams: Arc<Streams>,
    peer: IpAddr,
}

impl Streams {
    /// At max `max` streams at a time.
    pub(crate) fn new(max: usize) -> Streams {
        Streams {
            max,
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a stream to this address, unless there are too many.
    pub(crate) fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<StreamPermit, ApiError> {
        let mut open = self.open();
        // Exempt: requests forwarded by a local proxy all come from the
        // loopback.
        let max_there = match peer.is_loopback() {
            true => self.max,
            false => self.max.div_ceil(CLIENT_SHARE),
        };
        let there = open.get(&peer).copied().unwrap_or(0);
        if there >= max_there || open.values().sum::<usize>() >= self.max {
            let error = ApiError::busy("too many concurrent event streams");
            return Err(error.help("poll /api/v1/jobs/{id} instead"));
        }
        open.insert(peer, there + 1);
        Ok(StreamPermit {
            streams: Arc::clone(self),
            peer,
        })
    }
}

impl Drop for StreamPermit {
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
    fn streams_are_limited_in_total_and_per_address() {
        let streams = Arc::new(Streams::new(8));
        let [here, there, elsewhere] = [[127, 0, 0, 1], [10, 0, 0, 1], [10, 0, 0, 2]];
        let ask = |ip: [u8; 4]| streams.admit(ip.into());
        let two = [ask(there).unwrap(), ask(there).unwrap()];
        assert!(ask(there).is_err());
        let six: Vec<StreamPermit> = (0..6).map(|_| ask(here).unwrap()).collect();
        assert!(ask(here).is_err() && ask(elsewhere).is_err());
        drop(two);
        assert!(ask(elsewhere).is_ok());
        drop(six);
        assert!(streams.open().is_empty());
    }
}
