//! Taking connections, and ending them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower_service::Service;

use crate::front::{admit, dressed};
use crate::host::Ends;
use crate::patient::Patient;
use crate::routes;
use crate::state::Shared;

/// Connections at a time.
const MOST: usize = 512;
/// Bytes of a request without its body.
const HEAD: usize = 64 << 10;
/// How long to wait when the system has no room for one more.
const PAUSE: Duration = Duration::from_millis(50);

/// The connections that there are.
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
            .header_read_timeout(shared.patience)
            .max_buf_size(HEAD);
        Connections {
            router: routes::all(Arc::clone(&shared)),
            shared,
            http,
            free: Arc::new(Semaphore::new(MOST)),
            open: GracefulShutdown::new(),
        }
    }

    /// Takes connections for ever.
    pub(crate) async fn accept(&self, listener: &TcpListener) {
        loop {
            let Ok(permit) = Arc::clone(&self.free).acquire_owned().await else {
                return;
            };
            let Ok((stream, peer)) = listener.accept().await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            // It may have been closed again.
            let Ok(local) = stream.local_addr() else {
                continue;
            };
            let connection = self.converse(stream, Ends { local, peer });
            tokio::spawn(async move {
                let _permit = permit;
                connection.await;
            });
        }
    }

    /// Answers the requests of one connection.
    fn converse(&self, stream: TcpStream, ends: Ends) -> impl Future<Output = ()> + use<> {
        // Answers are written whole, so there is nothing to wait for.
        let _ = stream.set_nodelay(true);
        let stream = Patient::new(stream, self.shared.patience);
        let (shared, router) = (Arc::clone(&self.shared), self.router.clone());
        let service = service_fn(move |request| {
            let answer = answer(request, ends, &shared, &router);
            async move { Ok::<_, Infallible>(answer.await) }
        });
        let connection = self.http.serve_connection(TokioIo::new(stream), service);
        let connection = self.open.watch(connection);
        async {
            // Whatever ends a connection early, nobody is there to be told.
            let _ = connection.await;
        }
    }

    /// Lets those who are being answered have their answers, for a while.
    pub(crate) async fn end(self, grace: Duration) {
        let _ = tokio::time::timeout(grace, self.open.shutdown()).await;
    }
}

fn answer(
    mut request: Request<Incoming>,
    ends: Ends,
    shared: &Shared,
    router: &Router,
) -> impl Future<Output = Response> + use<> {
    request.extensions_mut().insert(ends);
    let answer = match admit(shared, &request, ends) {
        Ok(()) => Ok(router.clone().call(request.map(Body::new))),
        Err(refusal) => Err(refusal),
    };
    async {
        match answer {
            Ok(answer) => dressed(answer.await.into_response()),
            Err(refusal) => dressed(refusal),
        }
    }
}
