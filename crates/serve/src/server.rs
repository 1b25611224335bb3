//! Start, run and shutdown of the server.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::Notify;

use crate::connections::Connections;
use crate::options::Options;
use crate::signals::Signals;
use crate::state::Shared;

/// On shutdown, responses in progress have this much time to complete.
const GRACE: Duration = Duration::from_secs(1);

/// Why the server could not be started.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use, or does not belong to this machine.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The operating system's error.
        error: io::Error,
    },
    /// Threads or signal handlers could not be set up.
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
}

/// A bound server; it accepts requests once it [runs](Server::run).
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: Options,
    runtime: Runtime,
    signals: Signals,
    stop: Arc<Notify>,
}

/// Handle that stops a server from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Requests a shutdown, like Ctrl-C.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Binds the address and installs the signal handlers: from now on Ctrl-C
    /// is held until the server [runs](Server::run), and then stops it.
    ///
    /// # Errors
    /// Returns an error if the address cannot be bound, or threads or signal
    /// handlers cannot be set up.
    pub fn bind(options: Options) -> Result<Server, ServeError> {
        let address = SocketAddr::new(options.address, options.port);
        let bind = |error| ServeError::Bind { address, error };
        let listener = TcpListener::bind(address).map_err(bind)?;
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let signals = {
            let _inside = runtime.enter();
            Signals::new()?
        };
        Ok(Server {
            address: listener.local_addr()?,
            listener,
            options,
            runtime,
            signals,
            stop: Arc::default(),
        })
    }

    /// The bound address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A handle to stop the server.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Serves requests until Ctrl-C, SIGTERM or a [`Stopper`].
    ///
    /// # Errors
    /// Returns an error if the listener cannot be registered with the runtime.
    pub fn run(self) -> Result<(), ServeError> {
        let shared = Arc::new(Shared::new(&self.options));
        let mut signals = self.signals;
        let done: io::Result<()> = self.runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let connections = Connections::new(Arc::clone(&shared));
            tokio::select! {
                () = connections.accept(&listener) => {}
                () = self.stop.notified() => {}
                () = signals.received() => {}
            }
            drop(listener);
            shared.jobs.cancel_all();
            connections.end(GRACE).await;
            Ok(())
        });
        // Remaining work is cancelled: dropping its future cancels its context.
        self.runtime.shutdown_timeout(GRACE);
        Ok(done?)
    }
}
