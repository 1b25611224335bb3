//! A server from its beginning to its end.

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

/// When the server stops, answers that are on their way have so much time.
const GRACE: Duration = Duration::from_secs(1);

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken, or not one of this machine.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The system has no threads, or no signals.
    #[error("cannot start the server: {0}")]
    Start(#[from] io::Error),
}

/// A server that listens, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: Options,
    runtime: Runtime,
    signals: Signals,
    stop: Arc<Notify>,
}

/// Stops a server from elsewhere.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Asks the server to stop, as Ctrl-C does.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Begins to listen. From now on Ctrl-C waits for the server to
    /// [run](Server::run), and ends it.
    ///
    /// # Errors
    /// Where the address cannot be had, or the system has no threads.
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

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Something to stop it with.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Answers until Ctrl-C, a signal to end, or a [`Stopper`].
    ///
    /// # Errors
    /// Where the system gives no signals.
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
        // Whoever still works is cancelled, for nobody waits any more.
        self.runtime.shutdown_timeout(GRACE);
        Ok(done?)
    }
}
