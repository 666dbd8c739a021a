//! The server: its place, which is this machine alone, and its connections, each of which has limits.

use crate::{
    app::{App, AppState, ServeOptions},
    logged_task::folder_key,
    routes::router,
    task_changes::keep_fresh,
};
use axum::Router;
use deskpilot_runtime::real_path;
use deskpilot_system::is_of_this_user;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    task::{JoinSet, spawn_blocking},
    time::sleep,
};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

/// The most connections at once: a browser has up to six and its streams.
const CONNECTIONS: usize = 512;

/// How long the first line and the headers of a request may take.
const HEADERS: Duration = Duration::from_secs(10);

/// How many bytes of a first line with its headers are kept before their end: a longer one is refused, unless its end came with the last
/// bytes that were read.
const LONGEST_HEAD: usize = 32 << 10;

/// The pause after a connection that could not be accepted.
const PAUSE: Duration = Duration::from_millis(100);

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program has the port, or it may not be used.
    #[error("port {port} cannot be used; leave --port out for a free one")]
    NoPort {
        /// The port; 0 for any.
        port: u16,
        /// The system's error.
        source: io::Error,
    },
    /// The system gives no random numbers, without which anybody could guess the token.
    #[error("there are no random numbers for a token")]
    NoToken(#[source] io::Error),
}

/// A server on this machine's own address.
pub struct Server {
    listener: TcpListener,
    app: App,
}

impl Server {
    /// Takes the port. Nothing is served before [`Server::run`].
    ///
    /// # Errors
    /// The port cannot be used.
    pub async fn bind(options: ServeOptions) -> Result<Server, ServeError> {
        let port = options.port.unwrap_or(0);
        let no_port = |source| ServeError::NoPort { port, source };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(no_port)?;
        let bound = listener.local_addr().map_err(no_port)?.port();
        Ok(Server { listener, app: Arc::new(AppState::new(options, bound)) })
    }

    /// An address that lets one browser in once, and shows it all tasks.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn address(&self) -> Result<String, ServeError> {
        self.app.invitation("/").map_err(ServeError::NoToken)
    }

    /// The same, which shows the task of this name in this folder of logs.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn address_of_task(&self, log_dir: &Path, task: &str) -> Result<String, ServeError> {
        let root = real_path(log_dir);
        let path = format!("/tasks/{}/{task}", folder_key(&root));
        self.app.invitation(&path).map_err(ServeError::NoToken)
    }

    /// The address of a path of this server, for programs.
    pub fn address_of_path(&self, path: &str) -> String {
        self.app.hosts.address(path)
    }

    /// Serves until the token is cancelled. The sessions that it shows or started go on.
    pub async fn run(self, stop: &CancellationToken) {
        let _fresh = AbortOnDropHandle::new(tokio::spawn(keep_fresh(self.app.clone())));
        let router = router(self.app);
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                Some(_) = connections.join_next() => {}
                // While there are too many, further ones wait in the system's queue.
                accepted = self.listener.accept(), if connections.len() < CONNECTIONS => match accepted {
                    Ok((stream, client)) => { connections.spawn(connection(stream, client, router.clone())); }
                    Err(_) => sleep(PAUSE).await,
                },
            }
        }
    }
}

async fn connection(stream: TcpStream, client: SocketAddr, router: Router) {
    if !is_admitted(&stream, client).await {
        return;
    }
    // An entry is to be seen at once. Without this it is seen a little later.
    let _ = stream.set_nodelay(true);
    converse(stream, router).await;
}

/// Replies to the requests of a connection until either side ends it.
async fn converse(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static, router: Router) {
    let mut http = http1::Builder::new();
    // By default hyper keeps a head of about 400 KB.
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(LONGEST_HEAD);
    let served = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // What breaks a connection concerns nobody else.
    let _ = served.with_upgrades().await;
}

/// Whether the client is a program of this user: others can read the address, with its token, where it is given to a browser.
async fn is_admitted(stream: &TcpStream, client: SocketAddr) -> bool {
    let Ok(server) = stream.local_addr() else { return false };
    spawn_blocking(move || is_of_this_user(client, server)).await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, duplex, split},
        time::{Instant, timeout},
    };

    /// A head that arrives so slowly has not arrived after a minute.
    const PAUSES: u32 = 60;

    #[tokio::test(start_paused = true)]
    async fn a_head_that_comes_slowly_ends_its_connection_after_its_time() {
        let (here, there) = duplex(1 << 10);
        let (mut input, mut output) = split(there);
        let begun = Instant::now();
        tokio::spawn(converse(here, Router::new()));
        let sending = tokio::spawn(async move {
            output.write_all(b"GET / HTTP/1.1\r\nHost: ").await?;
            for _ in 0..PAUSES {
                sleep(Duration::from_secs(1)).await;
                output.write_all(b"a").await?;
            }
            Ok::<_, io::Error>(())
        });
        let mut reply = Vec::new();
        let ended = timeout(HEADERS * 2, input.read_to_end(&mut reply)).await;
        assert!(ended.is_ok(), "the connection is still open");
        assert!(begun.elapsed() >= HEADERS, "{:?}", begun.elapsed());
        assert!(sending.await.unwrap().is_err(), "nobody reads the rest");
    }
}
