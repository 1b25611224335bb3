//! Taking connections, and ending them.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::sync::{Notify, Semaphore};

use crate::front::{admit, dressed};
use crate::options::Options;
use crate::routes;
use crate::state::Shared;

/// Connections at a time.
const CONNECTIONS: usize = 512;
/// Bytes of a request without its body.
const HEAD: usize = 64 << 10;

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
    /// Begins to listen.
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
        Ok(Server {
            address: listener.local_addr()?,
            listener,
            options,
            runtime,
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
        let Server {
            listener,
            options,
            runtime,
            stop,
            ..
        } = self;
        let shared = Arc::new(Shared::new(&options));
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::select! {
                () = accept(listener, &shared) => {}
                () = stop.notified() => {}
                signal = tokio::signal::ctrl_c() => signal?,
            }
            Ok(())
        })
    }
}

async fn accept(listener: tokio::net::TcpListener, shared: &Arc<Shared>) {
    let router = routes::all(Arc::clone(shared));
    let free = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&free).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        let (shared, router) = (Arc::clone(shared), router.clone());
        tokio::spawn(async move {
            let _permit = permit;
            converse(stream, shared, router).await;
        });
    }
}

async fn converse(stream: TcpStream, shared: Arc<Shared>, router: Router) {
    let _ = stream.set_nodelay(true);
    let patience = shared.patience;
    let service = service_fn(move |request| {
        let (shared, router) = (Arc::clone(&shared), router.clone());
        async move { Ok::<_, std::convert::Infallible>(answer(request, &shared, router).await) }
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(HEAD);
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}

async fn answer(request: Request<Incoming>, shared: &Shared, mut router: Router) -> Response {
    use tower_service::Service;
    if let Err(refusal) = admit(shared, &request) {
        return dressed(refusal);
    }
    let request = request.map(Body::new);
    match router.call(request).await {
        Ok(response) => dressed(response),
        Err(never) => never.into_response(),
    }
}
