//! Accepting, serving and closing connections.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower_service::Service;

use crate::gzip::client_accepts_gzip;
use crate::host::Endpoints;
use crate::middleware::{check_origin, with_headers};
use crate::responses::compress_body;
use crate::routes;
use crate::state::Shared;
use crate::write_timeout::WriteTimeout;

/// Maximum number of concurrent connections.
const MAX: usize = 512;
/// Maximum size of a request head in bytes.
const MAX_HEAD_LEN: usize = 64 << 10;
/// Delay before retrying when `accept` fails, e.g. for lack of file
/// descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// The open connections.
pub(crate) struct Connections {
    shared: Arc<Shared>,
    router: Router,
    http: http1::Builder,
    free: Arc<Semaphore>,
    open: GracefulShutdown,
}

impl Connections {
    pub(crate) fn new(shared: Arc<Shared>) -> Connections {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(shared.idle_timeout)
            .max_buf_size(MAX_HEAD_LEN);
        Connections {
            router: routes::all(Arc::clone(&shared)),
            shared,
            http,
            free: Arc::new(Semaphore::new(MAX)),
            open: GracefulShutdown::new(),
        }
    }

    /// Accepts connections; never returns in normal operation.
    pub(crate) async fn accept(&self, listener: &TcpListener) {
        loop {
            let Ok(permit) = Arc::clone(&self.free).acquire_owned().await else {
                return;
            };
            let Ok((stream, peer)) = listener.accept().await else {
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                continue;
            };
            // The client may have disconnected already.
            let Ok(local) = stream.local_addr() else {
                continue;
            };
            let connection = self.serve(stream, Endpoints { local, peer });
            tokio::spawn(async move {
                let _permit = permit;
                connection.await;
            });
        }
    }

    /// Serves the requests of one connection.
    fn serve(&self, stream: TcpStream, ends: Endpoints) -> impl Future<Output = ()> + use<> {
        // Responses are written in one piece, so Nagle's algorithm only delays.
        let _ = stream.set_nodelay(true);
        let stream = WriteTimeout::new(stream, self.shared.idle_timeout);
        let (shared, router) = (Arc::clone(&self.shared), self.router.clone());
        let service = service_fn(move |request| {
            let answer = answer(request, ends, &shared, &router);
            async move { Ok::<_, Infallible>(answer.await) }
        });
        let connection = self.http.serve_connection(TokioIo::new(stream), service);
        let connection = self.open.watch(connection);
        async {
            // A connection error cannot be reported to the client.
            let _ = connection.await;
        }
    }

    /// Lets responses in progress complete, for at most `grace`.
    pub(crate) async fn end(self, grace: Duration) {
        let _ = tokio::time::timeout(grace, self.open.shutdown()).await;
    }
}

fn answer(
    mut request: Request<Incoming>,
    ends: Endpoints,
    shared: &Shared,
    router: &Router,
) -> impl Future<Output = Response> + use<> {
    request.extensions_mut().insert(ends);
    let is_compressed = request.method() == Method::GET && client_accepts_gzip(request.headers());
    let answer = match check_origin(shared, &request, ends) {
        Ok(()) => Ok(router.clone().call(request.map(Body::new))),
        Err(error) => Err(error),
    };
    async move {
        match answer {
            Ok(answer) => {
                let mut response = answer.await.into_response();
                if is_compressed {
                    compress_body(&mut response);
                }
                with_headers(response)
            }
            Err(error) => with_headers(error),
        }
    }
}
