use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use axum::Router;
use thiserror::Error;
use tokio::runtime::Runtime;

use crate::engine::Engine;
use crate::limits::Limits;
use crate::routes;

/// A server that has its address and can be run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    engine: Engine,
}

/// Why a server cannot begin or go on.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Somebody else listens there.
    #[error("port {} of {} is in use, try another --port, such as 0 for any that is free", .0.port(), .0.ip())]
    InUse(SocketAddr),
    /// Nobody may listen there.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// The system refuses what a server needs.
    #[error("cannot serve: {0}")]
    Io(#[from] io::Error),
}

/// How often the server looks whether it is to end.
const GLANCE: Duration = Duration::from_millis(50);

impl Server {
    /// A server that listens on an address; port 0 stands for any that is free.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn bind(address: SocketAddr, limits: Limits) -> Result<Self, ServeError> {
        let listener = TcpListener::bind(address).map_err(|source| match source.kind() {
            io::ErrorKind::AddrInUse => ServeError::InUse(address),
            _ => ServeError::Listen { address, source },
        })?;
        listener.set_nonblocking(true)?;
        Ok(Self { address: listener.local_addr()?, listener, engine: Engine::new(limits) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` says so; then those in flight are still answered, for as long as the limits allow.
    ///
    /// # Errors
    /// When the system refuses a thread or the listener.
    pub fn run(self, stop: impl Fn() -> bool + Send + Sync + 'static) -> Result<(), ServeError> {
        let Self { listener, engine, .. } = self;
        let grace = engine.limits().grace;
        let runtime = Runtime::new()?;
        let router = routes::router(&engine);
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let stopped = async move {
                while !stop() {
                    tokio::time::sleep(GLANCE).await;
                }
                engine.end();
            };
            serve(listener, router, stopped, grace).await
        });
        // Work for requests that were given up may still be going on; nobody waits for it.
        runtime.shutdown_background();
        Ok(served?)
    }
}

async fn serve(
    listener: tokio::net::TcpListener,
    router: Router,
    stopped: impl Future<Output = ()> + Send + 'static,
    grace: Duration,
) -> io::Result<()> {
    let (ending, ended) = tokio::sync::oneshot::channel();
    let stopped = async move {
        stopped.await;
        // The receiver is there for as long as the server is.
        let _ = ending.send(());
    };
    let serving = axum::serve(listener, router).with_graceful_shutdown(stopped);
    let overdue = async {
        let _ = ended.await;
        tokio::time::sleep(grace).await;
    };
    tokio::select! {
        served = serving => served,
        () = overdue => Ok(()),
    }
}
